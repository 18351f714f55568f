"""Race for the Galaxy: its rules, its cards and its words."""
