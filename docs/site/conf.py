"""How `make docs` builds the site: the guides as they are, and the reference from the docstrings of the plain sources.

Sphinx reads the whole checkout, so that a link between two files is the same on the site as in the checkout.
"""

import sys
from pathlib import Path

import mypy_extensions
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LONGEST_VALUE = 150
sys.path.insert(0, str(ROOT / "build" / "plain"))

import pawnstorm  # noqa: E402 (from the path above)

# The compiler's name for an integer; readers know it as int.
mypy_extensions.i64.__module__, mypy_extensions.i64.__qualname__ = "builtins", "int"

project = "Pawnstorm"
version = release = pawnstorm.__version__
project_copyright = "Pawnstorm contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]

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


def list_decisions(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the decisions into the navigation; in the checkout their table of contents is enough."""
    if page == "docs/decisions/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n*\n```\n"


def mend_links(app: Sphinx, page: nodes.document) -> None:
    """Links to what is no page: a folder leads to its README or is only named, a file can be downloaded."""
    for link in list(page.findall(addnodes.pending_xref)):
        if link["reftype"] != "myst" or link["reftarget"] in app.env.found_docs:
            continue
        target, origin = link["reftarget"], link["refdoc"]
        file = f"{target}.md" if link.get("refdomain") == "doc" else f"{origin}/../{target}"
        path = (ROOT / file).resolve()
        readme = "docs/index" if path == ROOT / "README.md" else str(path / "README").removeprefix(f"{ROOT}/")
        if readme in app.env.found_docs:
            link["refdomain"], link["reftarget"], link["reftargetid"] = "doc", readme, None
        elif path.is_dir():
            link.replace_self(link.children)
        elif path.is_file():
            link.replace_self(addnodes.download_reference("", "", *link.children, reftarget=f"/{file}", refdoc=origin))


def shape_docstring(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Show indented paragraphs and drawn trees as they are, and name the module from which to import."""
    shown = [f":code:`{name}`", ""] if what == "module" else []
    literal = False
    for paragraph in "\n".join(lines).split("\n\n"):
        before, literal = literal, paragraph.startswith("    ") or "\n ├" in paragraph
        shown += ["::", ""] if literal and not before else []
        shown += [f"    {line}" if literal else line for line in paragraph.splitlines()] + [""]
    lines[:] = shown


def simplify_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object, given: str | None, result: str | None
) -> tuple[str, str | None] | None:
    """A signature without the compiler's words."""
    if given is None:
        return None
    return given.replace("<factory>", "...").replace("i64", "int"), result and result.replace("i64", "int")


def trim_constants(app: Sphinx, domain: str, kind: str, content: addnodes.desc_content) -> None:
    """Leave out what says nothing: a bare `Final`, and values that fill several lines."""
    for note in list(content.parent.findall(addnodes.desc_annotation)):
        if note.astext() == ": Final" or len(note.astext()) > LONGEST_VALUE:
            note.parent.remove(note)


def check_exports(app: Sphinx, env: BuildEnvironment) -> None:
    """Everything that `pawnstorm` exports is described somewhere."""
    described = {name.rpartition(".")[2] for name in env.domaindata["py"]["objects"]}
    for name in set(getattr(pawnstorm, "__all__", ())) - described - {"__version__"}:
        logging.getLogger(__name__).warning("pawnstorm exports %s, which no page of docs/api describes", name)


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.connect("source-read", list_decisions)
    app.connect("doctree-read", mend_links, priority=100)  # before downloads are collected
    app.connect("env-check-consistency", check_exports)
    app.connect("autodoc-process-docstring", shape_docstring)
    app.connect("object-description-transform", trim_constants)
    app.connect("autodoc-process-signature", simplify_signature)
