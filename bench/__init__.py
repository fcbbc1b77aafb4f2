"""Benchmarks: speed beside the peers and memory, as ratios within one run. `python -m bench` runs them."""
