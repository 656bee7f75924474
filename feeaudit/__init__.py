"""feeaudit: audit cardroom tables against their approved collection schedules."""

__version__ = "1.1.0.dev0"
