"""feeaudit.toml: the configuration of a site, validated like the book."""

from feeaudit.audit.settings.against_book import checked
from feeaudit.audit.settings.read import read_config

__all__ = ["checked", "read_config"]
