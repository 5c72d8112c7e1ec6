"""A robot such as mail scanners have: it opens every link of every mail, presses every button once (TRUST R30)."""

from playwright.sync_api import Page

from tests.web.browser.conftest import Scene
from tests.web.pages.conftest import everything


def presses(page: Page, url: str) -> int:
    """Open an address and press each of its buttons once, each from the page as it was opened."""
    page.goto(url)
    buttons = page.get_by_role("button").count()
    for number in range(buttons):
        if number:
            page.goto(url)
        page.get_by_role("button").nth(number).click()
        page.wait_for_load_state()
    return buttons


def test_a_robot_that_opens_and_presses_everything_once_changes_nothing(scene: Scene, phone: Page) -> None:
    before = everything(scene.site.ctx)

    pressed = sum(presses(phone, link) for link in scene.links)

    kinds = {link.removeprefix(scene.site.url).split("/")[1] for link in scene.links}
    assert {"s", "i", "u", "sign-in"} <= kinds
    assert pressed > 20
    assert everything(scene.site.ctx) == before


def test_a_robot_that_goes_on_pressing_gets_as_far_as_a_preview(scene: Scene, phone: Page) -> None:
    """Two rounds of presses, on the pages of both seats and on what the first press showed."""
    before = everything(scene.site.ctx)

    for url in (scene.alice, scene.bob, f"{scene.alice}/d2/kill-j"):
        phone.goto(url)
        for _round in range(2):
            if phone.get_by_role("button").count():
                phone.get_by_role("button").first.click()
                phone.wait_for_load_state()

    assert everything(scene.site.ctx) == before


def test_a_robot_that_follows_every_link_of_a_seats_page_changes_nothing(scene: Scene, phone: Page) -> None:
    before = everything(scene.site.ctx)
    phone.goto(scene.alice)
    found = set(phone.eval_on_selector_all("a[href]", "links => links.map(link => link.href)"))

    pressed = sum(presses(phone, link) for link in found if link.startswith(scene.alice) and "/record" not in link)

    assert pressed >= 5
    assert everything(scene.site.ctx) == before
