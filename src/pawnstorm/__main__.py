"""`python -m pawnstorm` is the same as the command `pawnstorm`."""

from pawnstorm.cli.main import main

# Worker processes import this module again, under another name.
if __name__ == "__main__":
    main()
