"""The tables of one person in a browser without a server: requests and messages in, data to save and to show out.

It imports only the standard library. The page's worker (`web/src/offline`) runs it in Pyodide, saves what comes out in
the browser's database, and only then shows it.
"""

from repulse.browser.local_tables import LocalTables

__all__ = ["LocalTables"]
