"""Files that people bring: kept apart, read in a process of its own, shown before they count."""
