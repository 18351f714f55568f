"""Several processes that serve one database: who has which room, and how they reach each other."""
