"""Self-play and training of the learned players (extra `learn`). Nobody needs it to play against them."""
