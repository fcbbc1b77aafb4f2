"""What Sphinx does differently for us: links that also work in a checkout, docstrings written like Markdown."""

from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import pawnstorm

ROOT = Path(__file__).resolve().parents[2]
LONGEST_VALUE = 150
ROOMS = ("core.", "kit.", "games.", "ai.", "testing.", "lab.")


def list_decisions(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the decisions into the navigation; in the checkout their table of contents is enough."""
    if page == "docs/decisions/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n*\n```\n"


def fix_links(app: Sphinx, page: nodes.document) -> None:
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


def find_short_names(
    app: Sphinx, env: BuildEnvironment, link: addnodes.pending_xref, text: nodes.TextElement
) -> nodes.Element | None:
    """Docstrings name our modules without `pawnstorm`."""
    if link.get("reftype") != "obj" or not link["reftarget"].startswith(ROOMS):
        return None
    name = f"pawnstorm.{link['reftarget']}"
    return env.domains["py"].resolve_xref(env, link["refdoc"], app.builder, "obj", name, link, text)


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
    app.connect("doctree-read", fix_links, priority=100)  # before downloads are collected
    app.connect("missing-reference", find_short_names)
    app.connect("env-check-consistency", check_exports)
    app.connect("autodoc-process-docstring", shape_docstring)
    app.connect("object-description-transform", trim_constants)
    app.connect("autodoc-process-signature", simplify_signature)
