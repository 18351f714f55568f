"""Advice of a strong player: hints for a decision, and reviews of finished games."""
