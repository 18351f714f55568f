"""Self-play and training of the learned bots (extra `learn`). Playing against them does not need it."""
