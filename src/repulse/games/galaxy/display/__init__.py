"""Race for the Galaxy for people: words, pictures, screens. Never compiled."""
