"""What every part stands on: money as cents, problems as data, shapes of YAML."""
