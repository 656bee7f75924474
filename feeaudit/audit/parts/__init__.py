"""A log audited at once or part by part: bounded memory, and the same findings."""
