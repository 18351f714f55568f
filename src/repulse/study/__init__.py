"""Many games as a Parquet data set, and a report on it; see docs/guides/studies.md."""
