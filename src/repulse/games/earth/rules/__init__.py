"""The rules of *Invasion*: everything here is compiled."""
