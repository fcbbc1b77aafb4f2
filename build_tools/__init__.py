"""What setup.py does besides compiling: docstrings for the compiled modules, type stubs for editors."""
