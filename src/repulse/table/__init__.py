"""One table being played: commands in, numbered events for each viewer out. No network, no disk, no time of day.

It imports only the standard library, so it runs in a server and in a browser alike.
"""

from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import load_table, new_table

__all__ = ["Commit", "RefusalCode", "RefusalError", "RoomDriver", "load_table", "new_table"]
