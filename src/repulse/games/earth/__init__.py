"""Rob Herman's Invasion: its rules, its map and cards, and its words."""
