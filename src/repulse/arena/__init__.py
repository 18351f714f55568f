"""Many games: tournaments, ratings, statistics, measurements."""
