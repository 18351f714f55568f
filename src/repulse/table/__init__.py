"""One table being played: commands in, numbered events for each viewer out. No network, no disk, no time of day.

It imports only the standard library, so it runs in a server and in a browser alike.
"""

from repulse.table.room import Refusal
from repulse.table.table import Table, Taken, load_table, new_table

__all__ = ["Refusal", "Table", "Taken", "load_table", "new_table"]
