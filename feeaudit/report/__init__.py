"""Reports: one module a format; each takes the same AuditResult and decides nothing."""
