"""Players of *Invasion* that are programs."""
