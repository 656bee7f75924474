"""Limits: the wagers of a log beside what each may be, alone and beside others."""
