"""Evidence: one hand at a time, in words; what was played, what was collected, what was owed."""
