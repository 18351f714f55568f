"""The contract every game keeps, and what follows from it: records, matches, undo, words, conformance."""
