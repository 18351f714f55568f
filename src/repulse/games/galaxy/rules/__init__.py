"""The rules of Race for the Galaxy: everything here is compiled."""
