"""How the table is laid out on the screen."""

STYLE = """
Screen { layout: vertical; }
#table { height: 1fr; }
#top { height: 1; background: $panel; }
#middle { height: 1fr; }
#left { width: auto; height: 100%; overflow: auto auto; scrollbar-size: 0 0; }
#board { width: auto; height: auto; }
#seats { height: auto; }
#side { width: 1fr; height: 100%; padding: 0 0 0 1; }
#seats-aside { display: none; height: auto; }
.crowded #seats { display: none; }
.crowded #seats-aside { display: block; }
#card-room { height: auto; max-height: 65%; background: $boost; scrollbar-size-vertical: 1; }
#card { height: auto; min-height: 4; padding: 0 1; }
#history { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
#log { height: auto; }
#order { height: 1; border: none; background: $surface; }
#order:focus { background: $primary-background; }

ModalScreen { align: center middle; background: $background 55%; }
Curtain { background: $background; }
.box { width: 66; max-width: 100%; height: auto; max-height: 100%; padding: 0 1; }
.box { border: round $accent; background: $surface; }
.body { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }
.above { height: auto; margin: 0 0 1 0; }
.keys { height: 1; margin: 1 0 0 0; color: $text-accent; }
OptionList { height: auto; max-height: 60vh; border: none; background: $surface; }
.box Input { height: 1; border: none; background: $boost; }
"""
"""The style sheet of the full-screen table."""
