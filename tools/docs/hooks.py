"""Hooks of the documentation site (mkdocs.yml): pages that are made when it is built, and links that lead there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from tools.docs.commands import command_list
from tools.docs.environment_pages import environment_list, environment_pages
from tools.docs.gallery import earth_components, earth_files, galaxy_cards, galaxy_files
from tools.docs.notebooks import notebook_page
from tools.docs.places import EXAMPLES, FROM_ROOT, NOTEBOOKS, page_of, relocated, sane_lists
from tools.docs.rulebooks import rule_list, rule_pages

ROOT: Final = Path(__file__).resolve().parents[2]

SCRIPTS: Final = ROOT / "build" / "docs-scripts"
"""Where `tools.docs.scripts` has put the scripts of others."""

SHIM: Final = "https://unpkg.com/iframe-worker/shim"
"""The files that the theme would fetch from another host, unless we serve them."""

_SOURCES: dict[str, str] = {}
"""The file of the repository that a page shows, for pages that do not lie in `docs`."""


def project_urls() -> Mapping[str, str]:
    """Return where the project is published; empty while it has no home."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls: Mapping[str, str] = project["urls"]
    return urls


def play_button() -> Iterator[str]:
    """Return the link to the page on which anybody can play, if there is one."""
    if play := project_urls().get("Play"):
        yield f"[▶ Play now]({play}){{ .md-button .md-button--primary }}"


FILLED: Final = {
    "<!-- galaxy -->": galaxy_cards,
    "<!-- earth -->": earth_components,
    "<!-- rules -->": rule_list,
    "<!-- commands -->": command_list,
    "<!-- environments -->": environment_list,
    "<!-- play -->": play_button,
}
"""Marks in pages of `docs`, and what takes their place."""


def on_config(config: Any) -> Any:
    """Tell the theme where the site and the source are."""
    urls = project_urls()
    config.site_url = urls.get("Documentation", config.site_url)
    config.repo_url = urls.get("Source", config.repo_url)
    return config


# Before plugins look at the files: redirects lead to some of these.
@event_priority(100)  # type: ignore[untyped-decorator]
def on_files(files: Files, *, config: Any) -> Files:
    """Add what is made here. The notebooks stay beside their pages, to be downloaded."""
    for path, text in made():
        files.append(File.generated(config, path, content=text))
    return files


def made() -> Iterator[tuple[str, str]]:
    """Return files of the site by their names."""
    yield "assets/logo.svg", (ROOT / "web" / "src" / "icon.svg").read_text(encoding="utf-8")
    for script in sorted(SCRIPTS.glob("*.js")):
        yield f"assets/{script.name}", script.read_text(encoding="utf-8")
    yield from galaxy_files()
    yield from earth_files()
    yield from rule_pages()
    yield from environment_pages()
    examples = [f"{EXAMPLES}{path.name}" for path in sorted((ROOT / EXAMPLES).glob("*.py"))]
    for name in [*FROM_ROOT, *examples]:
        page = page_of(name)
        if page is None or page == "index.md":
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        _SOURCES[page] = name
        yield page, text if name.endswith(".md") else f"# {name}\n\n```python\n{text}```\n"
    for notebook in sorted((ROOT / NOTEBOOKS).glob("*.ipynb")):
        page = page_of(f"{NOTEBOOKS}{notebook.name}") or ""
        _SOURCES[page] = f"{NOTEBOOKS}{notebook.name}"
        yield page, notebook_page(notebook)


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Lead links to where things are in the site."""
    uri = page.file.src_uri
    text = sane_lists(relocated(markdown, _SOURCES.get(uri, f"docs/{uri}")))
    if source := project_urls().get("Source"):
        text = text.replace("git clone ADDRESS", f"git clone {source}")
    for mark, filling in FILLED.items():
        if mark in text:
            text = text.replace(mark, "\n".join(filling()))
    if "```mermaid" in text:
        # Only where there is a diagram, since it is large; the theme would fetch it from another host.
        text += f'\n\n<script src="{"../" * uri.count("/")}assets/mermaid.js"></script>\n'
    return text


def on_post_page(output: str, *, page: Any, **_: Any) -> str:
    """Serve what the theme would fetch from elsewhere."""
    up = "../" * page.file.src_uri.count("/")
    return output.replace(SHIM, f"{up}assets/iframe-worker.js")
