"""A robot such as mail scanners have: it opens every link of every mail and presses every button (TRUST R30)."""

import re

from playwright.sync_api import Locator, Page

from noirmail.mail.kinds import KINDS
from noirmail.service import addresses, people
from tests.cast import BOB, DANA
from tests.conftest import Clock
from tests.servers.web import Site
from tests.web.browser.conftest import Scene
from tests.web.browser.every_mail import NEW, last_link, send_every_kind, tokens
from tests.web.pages.conftest import everything

# What a button would send, as it stands: the same button is pressed once, wherever it is met.
_KEYS = """buttons => buttons.map(button => button.form
    ? [button.form.action, button.form.outerHTML, button.outerHTML].join()
    : [location.href, button.outerHTML].join())"""
_LET_ALL_BE_SENT = "forms => forms.forEach(form => form.noValidate = true)"
_TOKEN = r"/[a-z2-7]{30,}"
# What mails lead to, each in a state in which something could be done there.
PAGES = {"/s", "/s/d0/kill-n", "/s/mail/2", "/u", "/u/reminder", "/m", "/b", "/i", "/sign-in", "/address/address"}


class Robot:
    """It sends forms as they stand, whatever they require, and then what that shows, for so many ``rounds``."""

    def __init__(self, page: Page, rounds: int = 2) -> None:
        self.page = page
        self.rounds = rounds
        self.opened: set[str] = set()
        self.pressed: set[str] = set()

    def visit(self, url: str) -> None:
        """Open an address, and press each of its buttons that was not pressed before."""
        answer = self.page.goto(url, wait_until="domcontentloaded")
        if answer is not None and answer.ok:
            self.opened.add(url)
        self._press_all(url, ())

    def _press_all(self, url: str, way: tuple[int, ...]) -> None:
        """Press what is new on the page to which these buttons lead from ``url``, each from that page."""
        keys = enumerate(self._buttons().evaluate_all(_KEYS))
        for turn, (number, key) in enumerate((number, key) for number, key in keys if key not in self.pressed):
            self.pressed.add(key)
            if turn:
                self.page.goto(url, wait_until="domcontentloaded")
                self._press(*way)
            self._press(number)
            if len(way) + 1 < self.rounds:
                self._press_all(url, (*way, number))

    def _press(self, *numbers: int) -> None:
        for number in numbers:
            self.page.locator("form").evaluate_all(_LET_ALL_BE_SENT)
            with self.page.expect_navigation(wait_until="domcontentloaded"):
                self._buttons().nth(number).dispatch_event("click")

    def _buttons(self) -> Locator:
        return self.page.get_by_role("button")


def test_a_robot_that_presses_everything_in_every_kind_of_mail_changes_nothing(
    site: Site, clock: Clock, phone: Page
) -> None:
    ctx, robot = site.ctx, Robot(phone)
    sent = send_every_kind(ctx, clock)
    before = everything(ctx)

    for link in sent.links:
        robot.visit(link)

    assert sent.kinds == set(KINDS)
    assert {re.sub(_TOKEN, "", link.removeprefix(site.url)) for link in robot.opened} >= PAGES
    assert len(robot.pressed) > 40
    assert everything(ctx) == before
    assert addresses.look_owner(ctx, tokens(ctx, "/address/owner/")[-1], sent.proof) == DANA.email
    assert addresses.look_address(ctx, tokens(ctx, "/address/address/")[-1]) == NEW
    assert people.sign_in(ctx, tokens(ctx, "/sign-in/")[-1]).email == BOB.email


def test_a_robot_in_the_browser_that_asked_for_another_address_leaves_the_link_good(site: Site, phone: Page) -> None:
    robot = Robot(phone)
    people.ask_sign_in(site.ctx, DANA.email)
    _tick(phone, last_link(site.ctx), name=DANA.name)
    _tick(phone, f"{site.url}/me/address")
    link = last_link(site.ctx)
    before = everything(site.ctx)

    robot.visit(link)

    assert link in robot.opened
    assert robot.pressed
    assert everything(site.ctx) == before


def test_a_robot_that_goes_on_pressing_gets_as_far_as_a_preview(scene: Scene, phone: Page) -> None:
    """Two rounds of presses, on the pages of both seats and on what a link of a mail shows."""
    before = everything(scene.site.ctx)
    robot = Robot(phone)

    for url in (scene.alice, scene.bob, scene.room, f"{scene.alice}/d2/kill-j"):
        robot.visit(url)

    assert len(robot.opened) == 4
    assert everything(scene.site.ctx) == before


def test_a_robot_that_follows_every_link_of_a_seats_page_changes_nothing(scene: Scene, phone: Page) -> None:
    before = everything(scene.site.ctx)
    robot = Robot(phone, rounds=1)
    phone.goto(scene.alice)
    found = set(phone.eval_on_selector_all("a[href]", "links => links.map(link => link.href)"))

    for link in found:
        if link.startswith(scene.alice) and "/record" not in link:
            robot.visit(link)

    assert len(robot.pressed) >= 5
    assert everything(scene.site.ctx) == before


def _tick(page: Page, url: str, **typed: str) -> None:
    """What a person does on a page that waits for a tick."""
    page.goto(url)
    for name, text in typed.items():
        page.fill(f"input[name={name}]", text)
    page.check("input[name=yes]")
    page.locator("main form button").first.click()
    page.wait_for_load_state()
