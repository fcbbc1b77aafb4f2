"""War games played with chess pieces and dice: five rulebooks on one table."""

__version__ = "0.2.0"
