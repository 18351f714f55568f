"""The tables of one person, in a browser that plays by itself: requests and messages in, what to save and show out.

It imports only the standard library. The page's worker (`web/src/solo`) runs it in Pyodide, saves what comes out in the
browser's database, and only then shows it.
"""

from repulse.browser.home import Home

__all__ = ["Home"]
