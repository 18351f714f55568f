"""Many games: simulations, leagues, ratings, statistics, measurements."""
