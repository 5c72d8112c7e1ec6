"""Take the pictures of the README from the running product: ``make run`` and ``make demo`` first.

    .venv/bin/python scripts/take_pictures.py http://127.0.0.1:8000

A practice table is opened and played a few moves for the board page; the turn mail is one of the demo's. The mail in
all lights is the one that ``noirmail mail preview`` makes.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MOVES = 7
LOOKS = re.compile(r' (?:style|bgcolor|color|width|height)="[^"]*"|<style.*?</style>', re.DOTALL)


def main(url: str) -> None:
    """Write both pictures; raises where the server does not show what is needed."""
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        board_page(browser, url)
        turn_mail(browser, url)
        mail_in_all_lights(browser)
        browser.close()


def board_page(browser: Browser, url: str) -> None:
    """The board page of a practice table in mid-game."""
    page = browser.new_page(viewport={"width": 1000, "height": 1100})
    page.goto(f"{url}/practice")
    page.locator("input[value='kvi:2:1']").check()
    page.locator("main form button").first.click()
    for _move in range(MOVES):
        make_a_move(page)
    page.screenshot(path=PICTURES / "board.png")


def make_a_move(page: Page) -> None:
    """Lay down a card or else make the first move listed: choose, read, tick, send."""
    choices = page.locator("input[name=action]")
    cards = page.locator("input[name=action][value^='exonerate']")
    (cards if cards.count() else choices).first.check()
    page.get_by_role("button", name="Look at this move").first.click()
    page.locator("input[type=checkbox]").first.check()
    page.locator("main form button").first.click()


def turn_mail(browser: Browser, url: str) -> None:
    """A turn mail of the demo as a mail client shows it, a few moves before the end."""
    page = browser.new_page(viewport={"width": 640, "height": 1100})
    page.goto(f"{url}/mailbox")
    mails = [link.get_attribute("href") for link in page.locator("a[href^='/mailbox/']").all()]
    page.goto(f"{url}{mails[6]}/html")
    page.screenshot(path=PICTURES / "turn-mail.png")


def mail_in_all_lights(browser: Browser) -> None:
    """A turn mail on a phone and on a wide screen, as a mail program darkens it, without any style, and as text."""
    html = preview("--html")
    for name, width, source in (
        ("mail-phone", 360, html),
        ("mail-wide", 1200, html),
        ("mail-phone-dark", 360, html),
        (
            "mail-without-style",
            360,
            re.sub(r' (?:style|bgcolor|color|width|height)="[^"]*"|<style.*?</style>', "", html),
        ),
        ("mail-text", 640, f"<pre>{preview()}</pre>"),
    ):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.set_content(source)
        if name.endswith("dark"):
            # What mail programs do that darken by themselves: every colour is turned round.
            page.add_style_tag(content="html { filter: invert(1) hue-rotate(180deg); background: #fff }")
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
        page.close()


def preview(*more: str) -> str:
    """A turn mail about a game that was made up: its text, or its HTML part."""
    command = (sys.executable, "-m", "noirmail", "mail", "preview", "your-turn", *more)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main(sys.argv[1])
