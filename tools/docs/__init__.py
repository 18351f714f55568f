"""The parts of the documentation site beside the pages in `docs`."""
