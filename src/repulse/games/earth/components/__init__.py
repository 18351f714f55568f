"""The map and the cards of *Invasion*, as data; `repulse.games.earth.rules.components` reads and checks them."""
