"""Measurements of our speed beside two peers; ``make bench`` runs them."""
