"""What learners and studies need of the game: positions as numbers, actions, rows of data."""
