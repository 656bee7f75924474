"""What is in force: for a cardroom, a game, an option and a day, with citations and doubts.

The book is the paper; this package is what the paper says once editions, terms, what goes without
saying and the readings of anomalies have been applied. Everybody asks here, and nobody looks at a
term again:

- ``contexts``: every combination that a log holds, each resolved once (``in_force``) against the
  editions that a site pins or the print dates (``editions``, ``configuration``).
- ``readings`` and ``levies``: how each fee of an option is charged, under each reading of the
  print. ``charge_arrays`` and ``ladder_arrays`` are the same for millions of hands at once.
- ``quote``: what one hand owes by these levies, with every admissible amount.
- ``limits``, ``table_limits``: what may be wagered.
- ``rotation`` and ``settlement``: who may bank for how long, and who is paid in which order.
- ``configuration``: what a site says of itself in ``feeaudit.toml``.
"""
