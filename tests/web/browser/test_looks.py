"""The main pages, looked at by axe and on small screens, light and dark."""

from collections.abc import Iterator
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.browser.conftest import Scene

PAGES = [
    "/",
    "/games",
    "/practice",
    "/sign-in",
    "/me",
    "/rules",
    "/rules/kvi",
    "/promise",
    "/mailbox",
    "SEAT",
    "SEAT/d2/kill-j",
    "SEAT/d9/kill-j",
    "SEAT/ply/1",
    "SEAT/resign",
    "SEAT/mails",
    "GAME",
    "/s/dead",
    "INVITE",
    "ROOM",
    "ROOM/cancel",
]
MEMBERS = ["/", "/me", "/new", "/new?ruleset=kvi&players=2", "/sign-out"]

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")


def address(scene: Scene, path: str) -> str:
    invite = next(link for link in scene.links if "/i/" in link)
    known = {
        "SEAT": scene.alice,
        "GAME": f"{scene.site.url}/g/{scene.game.code}",
        "INVITE": invite,
        "ROOM": scene.room,
    }
    first = path.split("/")[0]
    return path.replace(first, known[first], 1) if first else scene.site.url + path


def test_axe_finds_nothing_by_light_or_in_the_dark(scene: Scene, phone: Page) -> None:
    reports = [report for path in PAGES for report in violations(phone, address(scene, path))]

    assert "\n".join(reports) == ""


def test_axe_finds_nothing_on_the_pages_of_who_is_signed_in(scene: Scene, phone: Page) -> None:
    phone.goto(next(link for link in scene.links if "/sign-in/" in link))
    phone.get_by_label("Yes, sign me in here").check()
    phone.get_by_role("button", name="Sign in").click()
    phone.wait_for_url("**/me")

    reports = [report for path in MEMBERS for report in violations(phone, scene.site.url + path)]

    assert "\n".join(reports) == ""
    assert [path for path in MEMBERS if list(too_wide(phone, scene.site.url + path))] == []


def violations(page: Page, url: str) -> Iterator[str]:
    page.goto(url)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        if found.violations_count:
            yield f"{url} {scheme}: {found.generate_report()}"


def test_no_page_is_wider_than_the_screen(scene: Scene, phone: Page) -> None:
    wide = [place for path in PAGES for place in too_wide(phone, address(scene, path))]

    assert wide == []


def too_wide(page: Page, url: str) -> Iterator[tuple[str, int]]:
    page.goto(url)
    for width in (320, 360, 768, 1200):
        page.set_viewport_size({"width": width, "height": 740})
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            yield url, width


def test_a_page_asks_no_other_host(scene: Scene, phone: Page) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))

    for path in PAGES:
        phone.goto(address(scene, path))

    assert {url for url in asked if not url.startswith(scene.site.url)} == set()


def test_no_address_of_a_token_is_told_to_the_next_page(scene: Scene, phone: Page) -> None:
    asked: list[dict[str, str]] = []
    phone.on("request", lambda request: asked.append(request.headers))

    phone.goto(scene.alice)
    phone.get_by_role("link", name="Rules").first.click()
    phone.wait_for_load_state()

    assert asked
    assert not any(headers.get("referer") for headers in asked)


def test_a_field_for_a_number_is_as_easy_to_hit_as_one_for_words(scene: Scene, phone: Page) -> None:
    phone.goto(f"{scene.alice}/pause")

    box = phone.get_by_label("Days").bounding_box()

    assert box is not None
    assert box["height"] >= 44
