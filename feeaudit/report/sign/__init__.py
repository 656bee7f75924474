"""The sign on the table: the fee notice of an option, as a PDF and as a page.

A sign prints what the approved schedule prints. Where the print is unclear it is a draft and says
so, until a person tells what settled it.
"""
