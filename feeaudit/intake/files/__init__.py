"""Files: every kind of spreadsheet, table and archive opened safely, as stored values."""
