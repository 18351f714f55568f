"""Pictures of cards, drawn by us as SVG; `repulse.games.galaxy.display.picture` is the way in."""
