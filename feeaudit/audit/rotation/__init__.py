"""Rotation: who held the player-dealer position, to whom it was offered, and who sat there."""
