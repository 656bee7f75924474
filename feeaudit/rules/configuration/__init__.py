"""feeaudit.toml: the configuration of a site, validated like the book."""

from feeaudit.rules.configuration.reader import read_config
from feeaudit.rules.configuration.references import checked

__all__ = ["checked", "read_config"]
