"""What stands behind a finding: its hand in the log, its ladder in the book, its printed lines."""
