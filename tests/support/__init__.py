"""What tests share: builders of logs, books, nights and pages, and readers of what is written."""
