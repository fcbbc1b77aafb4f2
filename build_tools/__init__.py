"""How the package is built and released besides compiling: the page, docstrings, type stubs, `make release`."""
