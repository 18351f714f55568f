"""Everything that people read and see of a game: words, screens, rules to look up. Never compiled."""
