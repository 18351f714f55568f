"""The almanac: what wins, from large studies of a strong bot; see docs/guides/almanac.md.

`make` plays and counts, `pack` condenses the counts to the data that ships with the package, `tables` reads those.
"""
