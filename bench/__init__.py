"""Our speed compared with two other engines; ``make bench`` measures it."""
