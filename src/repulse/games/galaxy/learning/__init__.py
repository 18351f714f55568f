"""The parts of Race for the Galaxy for learners and studies: positions as numbers, actions, rows of data."""
