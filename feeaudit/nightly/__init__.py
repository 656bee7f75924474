"""The nightly audit: what lies in the inbox is taken, audited once, reported and remembered."""
