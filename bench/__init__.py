"""Benchmarks: speed compared with other libraries (ratios within one run), and memory. Run with `python -m bench`."""
