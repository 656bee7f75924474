"""What the checks of options share: placards, approvals, rates, and what else the fees fit."""
