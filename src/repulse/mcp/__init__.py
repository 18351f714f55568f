"""A seat for assistants: a server of the Model Context Protocol through which they look up rules and cards and play.

`repulse mcp` runs it. It needs the extra `mcp`. An assistant sees what its seat sees, and nothing else.
"""
