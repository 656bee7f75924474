"""The checks, one family a folder, one check a file; the registry is explicit."""
