"""Players that ask a neural net: numpy, never compiled."""
