"""Records: what the rows of a log say of themselves, whatever the book says."""
