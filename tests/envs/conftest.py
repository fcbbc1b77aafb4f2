"""Environments draw without a screen."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
