"""How a sensible player of galaxy thinks: what cards are worth, which action to take, the small choices."""
