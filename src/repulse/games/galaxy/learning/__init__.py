"""The parts of the game for learners and studies: positions as numbers, actions, rows of data."""
