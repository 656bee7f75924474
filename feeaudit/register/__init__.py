"""The register: runs, inputs, findings over time and what people decided, as a chained history."""

from feeaudit.register.verify import verify

__all__ = ["verify"]
