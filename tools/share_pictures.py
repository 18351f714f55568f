"""Draw the pictures that a link to the page shows where it is shared: `python -m tools.share_pictures`.

They are made of our own drawings and written into `web/public/assets`, from where they become part of the built page: `share.jpg` for the
site, and `share-<game>.jpg` for a game with a picture of its own.
"""

from __future__ import annotations

import base64
import random
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright
from tools.icons import png_icon
from tools.toolchain import find_chromium

from repulse.games import display_of

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "public" / "assets"
FONT: Final = (
    FOLDER.parents[1]
    / "node_modules/@fontsource-variable/encode-sans/files/encode-sans-latin-wdth-normal.woff2"
)
SEED: Final = 2026
SIZE: Final = (1200, 630)
"""The size that Open Graph and Twitter cards show without cutting anything off."""
CARDS: Final = ("New Sparta", "Alien Robot Sentry", "Galactic Imperium", "Xeno Staging Point", "Gem World")
WORDS: Final = {
    "galaxy": "Race the galaxy, repulse the Xenos",
    "earth": "Invasion: Earth",
}
ICON: Final = """<svg viewBox="0 0 64 64" width="150" height="150"><circle cx="32" cy="38" r="17" fill="#7fb2ff"/>
<path d="M15 38a17 17 0 0 0 34 0z" fill="#4a86e0"/><path d="M6 31C13 15 23 8 32 8s19 7 26 23" fill="none" stroke="#ffd166"
stroke-width="5" stroke-linecap="round"/></svg>"""
EARTH: Final = """<defs><radialGradient id="sea" cx=".38" cy=".2" r=".9"><stop offset="0" stop-color="#6db3ff"/>
<stop offset=".55" stop-color="#2a6fc9"/><stop offset="1" stop-color="#0b2450"/></radialGradient>
<radialGradient id="air" cx=".5" cy=".5" r=".5"><stop offset=".9" stop-color="#9fd0ff" stop-opacity=".55"/>
<stop offset="1" stop-color="#9fd0ff" stop-opacity="0"/></radialGradient><clipPath id="ball"><circle cx="760" cy="760" r="460"/>
</clipPath></defs><circle cx="760" cy="760" r="500" fill="url(#air)"/><circle cx="760" cy="760" r="460" fill="url(#sea)"/>
<g clip-path="url(#ball)" fill="#5aa469"><path d="M470 420q60-50 130-40t90 50-30 60 10 70-60 20-50 60-80-30-60-90-20-70z"/>
<path d="M740 345q70-30 150-10t120 60 70 20 40 90-70 50-60-20-60 30-50-40-70-10-60-60 20-50-30-60z"/>
<path d="M800 520q70-20 110 20t10 90-60 60-70-70-40-70z"/><path d="M520 590q60 10 80 60t-40 90-60-70-20-60z"/></g>
<g clip-path="url(#ball)" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="10" stroke-linecap="round">
<path d="M560 470q90-40 180-10M880 470q80-20 140 20M640 400q60-25 120-15"/></g>"""
SHIP: Final = """<g transform="translate({x} {y}) scale({scale})"><path d="M-34 22 -78 170h156L34 22z" fill="#ffe9a8" opacity=".2"/>
<ellipse cy="-14" rx="38" ry="30" fill="#bfe3ff" opacity=".9"/><path d="M-90 8q90-34 180 0-30 30-90 30T-90 8z" fill="{hull}"/>
<path d="M-90 8q90-20 180 0-90 18-180 0z" fill="#fff" opacity=".25"/><g fill="#fff3c4"><circle cx="-50" cy="16" r="5"/>
<circle cx="-17" cy="22" r="5"/><circle cx="17" cy="22" r="5"/><circle cx="50" cy="16" r="5"/></g></g>"""
STYLE: Final = """
body{margin:0;width:1200px;height:630px;overflow:hidden;position:relative;color:#f2f5ff;
 background:radial-gradient(circle at 20% 15%,#2a3f7a 0,#131c3c 45%,#0a0f22 100%);font-family:'Encode Sans',sans-serif}
header{position:absolute;left:70px;top:56px;display:flex;align-items:center;gap:28px}
h1{margin:0;font-size:104px;font-weight:750;letter-spacing:-1px}
p{position:absolute;left:76px;top:212px;margin:0;font-size:42px;color:#c9d5f7}
.card{position:absolute;width:250px;bottom:-70px;filter:drop-shadow(0 14px 26px rgba(0,0,0,.6))}
.card svg{display:block;width:100%;height:auto}
.all{position:absolute;inset:0}
.star{position:absolute;border-radius:50%;background:#fff}
"""


def galaxy_picture() -> str:
    """Return a fan of cards as HTML."""
    display = display_of("galaxy")
    middle = (len(CARDS) - 1) / 2
    return "".join(
        f'<div class="card" style="left:{110 + 185 * place}px;'
        f'transform:rotate({7 * (place - middle):.1f}deg) translateY({14 * abs(place - middle) ** 1.6:.0f}px)">'
        f"{display.card_svg(name, 'dark')}</div>"
        for place, name in enumerate(CARDS)
    )


def earth_picture() -> str:
    """Return the Earth with motherships above it as HTML."""
    ships = "".join(
        SHIP.format(x=x, y=y, scale=scale, hull=hull)
        for x, y, scale, hull in (
            (775, 215, 1.4, "#d1495b"),
            (1030, 150, 1.1, "#e8b339"),
            (330, 380, 1.0, "#43aa8b"),
        )
    )
    return f'<svg class="all" viewBox="0 0 1200 630">{EARTH}{ships}</svg>'


def star_field() -> str:
    """Return stars as HTML, the same every time."""
    dice = random.Random(SEED)
    return "".join(
        f'<i class="star" style="left:{dice.randrange(SIZE[0])}px;top:{dice.randrange(SIZE[1])}px;'
        f'width:{size}px;height:{size}px;opacity:{dice.uniform(0.2, 0.8):.2f}"></i>'
        for size in (dice.choice((2, 2, 3, 4)) for _ in range(90))
    )


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = {"galaxy": galaxy_picture(), "earth": earth_picture()}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        font = f"@font-face{{font-family:'Encode Sans';font-weight:100 900;src:url(data:font/woff2;base64,{_font()})}}"
        for name, picture in pictures.items():
            head = f"<header>{ICON}<h1>Repulse</h1></header><p>{WORDS[name]}</p>"
            page.set_content(f"<style>{font}{STYLE}</style>{star_field()}{picture}{head}")
            page.evaluate("document.fonts.ready")
            path = FOLDER / ("share.jpg" if name == "galaxy" else f"share-{name}.jpg")
            page.screenshot(path=path, type="jpeg", quality=84)
            sys.stdout.write(f"{path} {path.stat().st_size // 1000} kB\n")
        browser.close()
    (FOLDER / "touch-icon.png").write_bytes(png_icon(180))
    (FOLDER / "icon-512.png").write_bytes(png_icon(512))


def _font() -> str:
    return base64.b64encode(FONT.read_bytes()).decode()


if __name__ == "__main__":
    main()
