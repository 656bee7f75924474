"""The audit: what was owed, what was done, and every difference explained."""
