"""The rules: what is in force for a cardroom, game, option and day, with citations and doubts."""
