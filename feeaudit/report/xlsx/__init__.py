"""Workbooks written row by row: constant memory, exact amounts, the same bytes every time.

openpyxl builds an object and an element for every cell, which took minutes for 200,000 findings,
and its bytes differ with what else is installed. A workbook is a zip of small XML parts, so the
rows are written as text.
"""
