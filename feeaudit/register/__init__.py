"""The register: runs, inputs, findings over time and what people decided, as a chained history."""
