"""Bots for *Invasion*."""
