"""Pictures of cards, drawn by us as SVG; `repulse.galaxy.picture` is the way in."""
