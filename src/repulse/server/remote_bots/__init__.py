"""Bots on other machines: `repulse bots` answers questions that servers send it, and gets views only."""
