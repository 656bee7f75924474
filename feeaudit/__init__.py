"""feeaudit: audit cardroom tables against their approved collection schedules."""

__version__ = "0.1.0"
