"""A new game with a screen of its own is a folder of the page, and touches no other file."""

from __future__ import annotations

import mimetypes
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Route

FILES: Final = {
    "manifest.ts": """import type { GameManifest } from '..'
import Art from '../generic/Art.svelte'

const manifest: GameManifest = { Art }
export default manifest
""",
    "index.ts": """import type { PlainScreen } from '../../protocol'
import type { Catalog } from '../../lib/i18n.svelte'
import type { GameView } from '..'
import Detail from '../generic/Detail.svelte'
import Table from './Table.svelte'

const toy: GameView<PlainScreen> = { Table, Detail, messages: import.meta.glob<Catalog>('./i18n/*.json', { import: 'default' }) }
export default toy
""",
    "Table.svelte": """<script lang="ts">
  import type { PlainScreen } from '../../protocol'
  import type { TableProps } from '..'
  import { maybe } from '../../lib/i18n.svelte'
  import Frame from '../../components/Frame.svelte'

  let { screen, coach, ask, menu, options }: TableProps<PlainScreen> = $props()
</script>

<Frame {menu} {coach} {ask}>
  {#snippet bar()}<p data-toy>{maybe('toy.title', '')} {screen.round}</p>{/snippet}
  {#snippet center()}{@render options()}{/snippet}
</Frame>
""",
    "i18n/en.json": '{ "toy.title": "The toy, round" }\n',
    "lobby/en.json": '{ "mode.toy": "A toy of its own", "blurb.toy": "For a test." }\n',
}
"""The folder of the game."""


@pytest.fixture
def page_with_toy(root: Path, tmp_path: Path) -> Path:
    """The page as it is built when the folder is added to it."""
    web = tmp_path / "web"
    ignored = shutil.ignore_patterns("node_modules")
    shutil.copytree(root / "web", web, ignore=ignored)
    (web / "node_modules").symlink_to(root / "web" / "node_modules")
    # The page reads the list of languages from there.
    (tmp_path / "src").symlink_to(root / "src")
    for name, text in FILES.items():
        path = web / "src" / "games" / "toy" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    built = tmp_path / "page"
    command = [
        "node",
        "node_modules/vite/bin/vite.js",
        "build",
        "--logLevel",
        "error",
        "--outDir",
        str(built),
    ]
    subprocess.run(command, cwd=web, check=True, timeout=300)
    return built


def test_a_game_brings_its_screen_and_its_texts(toy_visitors: Visitors, page_with_toy: Path) -> None:
    visitor = toy_visitors()

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(visitor.address).partition("?")[0]
        file = page_with_toy / (path[1:] if path.startswith("/assets/") else "index.html")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        route.fulfill(status=200, body=file.read_bytes(), content_type=kind)

    # A page that does not come from the server itself has to be allowed to talk to it.
    visitor.context.grant_permissions(["local-network-access"], origin=visitor.address)
    visitor.page.route(lambda url: "/api/" not in url, serve)
    visitor.visit()
    expect(visitor.page.locator('label:has(input[value="toy/toy"])')).to_contain_text("A toy of its own")
    visitor.start("toy", 2)
    assert visitor.await_question()
    expect(visitor.page.locator("[data-toy]")).to_contain_text("The toy, round")
    visitor.play_to_the_end()
