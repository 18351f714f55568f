"""Leagues: bots against each other over many configurations, on mirrored deals, with ratings."""
