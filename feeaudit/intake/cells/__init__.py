"""Cells: what one holds, what a whole column of them holds, and what does not fit."""
