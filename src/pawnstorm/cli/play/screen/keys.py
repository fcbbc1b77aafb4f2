"""The keys of the full-screen table: what each one does, for Textual and for the help."""

from textual.binding import Binding

KEYS = (
    Binding("f1", "command('help')", "Help", key_display="F1"),
    Binding("f2", "command('moves')", "Orders", key_display="F2"),
    Binding("f3", "command('hint')", "Hint", key_display="F3"),
    Binding("f4", "command('piece')", "Piece", key_display="F4"),
    Binding("ctrl+r", "command('rules')", "Rules", key_display="^R", priority=True),
    Binding("ctrl+z", "command('undo')", "Undo", key_display="^Z", priority=True),
    Binding("f5", "command('flip')", "Flip", key_display="F5"),
    Binding("f6", "command('numbers')", "Numbers", show=False),
    Binding("f7", "command('letters')", "Letters", show=False),
    Binding("f8", "command('draw')", "Draw", show=False),
    Binding("f9", "command('resign')", "Resign", show=False),
    Binding("ctrl+s", "command('save')", "Save", key_display="^S", priority=True),
    Binding("ctrl+o", "command('load')", "Load", show=False, priority=True),
    Binding("ctrl+n", "command('new')", "New", show=False, priority=True),
    Binding("ctrl+q", "command('quit')", "Quit", key_display="^Q", priority=True),
    Binding("ctrl+c", "command('quit')", "Quit", show=False, priority=True),
    Binding("escape", "step_back", show=False),
)
"""The keys with their actions; most stand for a word that may also be typed."""

KEY_HELP = (
    ("arrows, mouse", "point at a square"),
    ("Enter or click", "pick the piece, then its target"),
    ("Tab", "jump to the next piece or target"),
    ("Esc", "one step back"),
    ("any letter", "type an order in the notation of the game"),
    ("F2, F3", "list every order you may give, ask for a hint"),
    ("F4", "what the piece under the cursor can do, and its rules"),
    ("Ctrl+R", "read the rules, chapter by chapter"),
    ("Ctrl+Z", "take back, up to the last die"),
    ("Ctrl+S, Ctrl+O", "save, load"),
    ("F5, F6, F7", "flip board, numbers, letters for figures"),
    ("F8, F9", "agree to a draw, resign"),
    ("Ctrl+N, Ctrl+Q", "new game, quit"),
)
"""The keys with what they do, for the help."""
