"""The parts of Invasion for learners and studies: positions as numbers, actions, rows of data."""
