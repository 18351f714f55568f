"""The reasoning of a sensible player of galaxy: what cards are worth, which action to take, the small choices."""
