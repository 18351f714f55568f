"""A sensible player of *Invasion*."""
