"""*Invasion* for people: words and screens. Never compiled."""
