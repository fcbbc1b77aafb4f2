"""How `make docs` builds the site: the guides as they are, and the reference from the docstrings of the plain sources.

Sphinx reads the whole checkout, so that a link between two files is the same on the site as in the checkout.
"""

import sys
from pathlib import Path

import mypy_extensions

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "build" / "plain")]

import pawnstorm  # noqa: E402 (from the path above)

# The compiler's name for an integer; readers know it as int.
mypy_extensions.i64.__module__, mypy_extensions.i64.__qualname__ = "builtins", "int"

project = "Pawnstorm"
version = release = pawnstorm.__version__
project_copyright = "Pawnstorm contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "hooks"]

root_doc = "docs/index"
include_patterns = ["docs/**", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
exclude_patterns = [".*", "build", "src", "tests", "web"]

myst_heading_anchors = 6
highlight_language = "text"
default_role = "py:obj"  # A name between backticks becomes a link where the reference has it.
nitpick_ignore_regex = [
    ("py:obj", ".*"),
    ("py:class", r"(collections|enum|fractions|pathlib)\..*|vec|i64|.*\.Position"),  # not described here
]

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints_format = "short"
add_module_names = False
python_maximum_signature_line_length = 150
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Pawnstorm"
html_logo = html_favicon = "../../web/public/favicon.svg"
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fffdf7",
        "color-background-secondary": "#f7efdc",
        "color-background-hover": "#efe3c6",
        "color-background-border": "#e0d0a9",
        "color-foreground-primary": "#2a2017",
        "color-foreground-secondary": "#5b4936",
        "color-foreground-muted": "#6f5a43",
        "color-brand-primary": "#741510",
        "color-brand-content": "#9e2219",
        "color-api-name": "#9e2219",
        "color-api-pre-name": "#5b4936",
        "color-code-background": "#f7efdc",
        "color-inline-code-background": "#f7efdc",
    },
    "dark_css_variables": {
        "color-background-primary": "#1d1711",
        "color-background-secondary": "#241d15",
        "color-background-hover": "#382f24",
        "color-background-border": "#463a28",
        "color-foreground-primary": "#f0e4c8",
        "color-foreground-secondary": "#c9b791",
        "color-foreground-muted": "#b09d78",
        "color-brand-primary": "#d9b45c",
        "color-brand-content": "#d9b45c",
        "color-api-name": "#e6b98a",
        "color-api-pre-name": "#c9b791",
        "color-code-background": "#241d15",
        "color-inline-code-background": "#2d251c",
    },
}
html_static_path = ["static"]
html_css_files = ["style.css"]
html_extra_path = ["extra"]
html_copy_source = False
