"""Files: every kind of spreadsheet opened safely, as stored values."""
