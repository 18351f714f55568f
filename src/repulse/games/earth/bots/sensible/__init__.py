"""The sensible bot for *Invasion*."""
