"""The outside referee: games recorded by another engine, turned into records of ours with what to expect of them.

    python -m tools.referee FOLDER     (or: make referee GAMES=FOLDER)

remakes the fixtures in tests/galaxy/referee from a folder of recorded games.
"""
