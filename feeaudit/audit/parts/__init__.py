"""A log audited part by part: bounded memory, several processes, and the same findings."""
