"""The workbench: the browser's side of a store, or of one audit's results.

Pages lay out what the register and the reports say; every write goes through the register's own
functions, as those of the command line do, so that the two can be mixed freely.
"""
