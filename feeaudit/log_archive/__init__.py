"""An archive: logs of many nights and rooms, cut by cardroom and gaming day, as Parquet.

``cardroom=mortimers/day=2026-03-06/hands.parquet`` and so on, as DuckDB, Spark and Arrow read it,
on a disk or in an object store. What belongs to the archive is said by the pages of its journal,
``_feeaudit/000001.json`` and so on: a command that adds days writes its page last, at one stroke,
so that they are there whole or not at all. Nothing in an archive is believed: files are held to the
digests of the journal, and their cells are read as those of any log.
"""
