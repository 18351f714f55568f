"""The outside referee: games recorded by another engine, converted to our records with the expected results.

    python -m tools.referee FOLDER     (or: make referee GAMES=FOLDER)

remakes the fixtures in tests/galaxy/referee from a folder of recorded games.
"""
