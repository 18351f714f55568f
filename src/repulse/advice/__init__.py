"""What a strong player would say: hints for a decision, and reviews of finished games."""
