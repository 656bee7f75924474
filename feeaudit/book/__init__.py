"""The book: the approved schedules as data, how they are read, checked, searched and printed."""
