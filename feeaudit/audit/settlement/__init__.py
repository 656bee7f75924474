"""Settlement: what each hand moved between the player-dealer and the players."""
