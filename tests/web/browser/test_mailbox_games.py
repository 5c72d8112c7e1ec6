"""Whole games in a real browser, from the mails in the mailbox of the one-process mode to the replay."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Locator, Page

from tests.servers.valkey import free_port
from tests.worker.processes import PYTHON, running

EAGER = ("identity", "kill", "accuse", "exonerate")
MOST_MOVES = 200
# What a game leads to within a few dozen moves is drawn from these.
SEED = 3


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs as `make run` starts it."""
    folder, port = tmp_path_factory.mktemp("mailbox"), free_port()
    env = {"NOIRMAIL_DATA_DIR": str(folder / "var")}
    words = (PYTHON, "-m", "noirmail", "run", "--port", str(port))
    with running(*words, env=env, log=folder / "log") as process:
        process.wait_for("noirmail is running")
        yield f"http://127.0.0.1:{port}"


def test_a_game_is_played_from_the_mailbox_to_its_end(page: Page, home: str) -> None:
    _open_a_table(page, home, "eve@example.test", "fay@example.test")

    assert _play(page, home, ("eve@example.test", "fay@example.test")) > 4
    assert "Everything open" in page.inner_text("main")


def test_without_scripts_and_cookies_it_is_the_same_game(page: Page, plain: Page, home: str) -> None:
    _open_a_table(page, home, "gus@example.test", "hal@example.test", accepting=plain)

    assert _play(plain, home, ("gus@example.test", "hal@example.test")) > 4
    assert "Everything open" in plain.inner_text("main")


def test_a_practice_game_is_played_to_its_end(plain: Page, home: str) -> None:
    plain.goto(f"{home}/practice")
    plain.check("input[value='kvi:2:0']")
    plain.locator("main form button").first.click()
    rng = Random(SEED)
    for _move in range(MOST_MOVES):
        choices = plain.locator("input[name=action]")
        if not choices.count():
            break
        _choose(plain, choices, rng)
    assert re.search(r"\bwins?\b", plain.inner_text("main"))


def test_a_mail_in_the_mailbox_fits_a_small_screen(phone: Page, home: str) -> None:
    _ask_for_a_link(phone, home, "ida@example.test")
    _follow(phone, home, "ida@example.test", "/sign-in/")
    phone.goto(f"{home}/mailbox/{_mails_of(phone, home, 'ida@example.test', 0)[-1]}")
    phone.get_by_text("The mail as text").click()

    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def _open_a_table(page: Page, home: str, opener: str, guest: str, accepting: Page | None = None) -> None:
    """Sign in by a link from a mail, open a table, invite; the guest accepts from the invitation."""
    _ask_for_a_link(page, home, opener)
    _follow(page, home, opener, "/sign-in/")
    page.fill("input[name=name]", "Opener")
    _tick_and_send(page)
    page.goto(f"{home}/new?ruleset=kvi")
    page.fill("input[name=email1]", guest)
    page.locator("main form[method=post] button").last.click()
    other = accepting or page
    _follow(other, home, guest, "/i/")
    other.check("input[name=choice][value=accept]")
    other.fill("input[name=name]", "Guest")
    other.locator("main form button").first.click()


def _ask_for_a_link(page: Page, home: str, person: str) -> None:
    page.goto(f"{home}/sign-in")
    page.fill("input[name=email]", person)
    page.locator("main form button").first.click()


def _play(page: Page, home: str, people: tuple[str, str]) -> int:
    """Answer the mails as they come until one tells the result; open its replay. The number of moves."""
    rng = Random(SEED)
    read: dict[str, int] = dict.fromkeys(people, 0)
    for number in range(MOST_MOVES):
        over = _next_mail(page, home, read)
        if over:
            page.goto(over)
            return number
        _link_of_a_move(page, rng).click()
        _tick_and_send(page)
    raise AssertionError("the game did not end")


def _next_mail(page: Page, home: str, read: dict[str, int]) -> str | None:
    """Open the newest unread mail that asks for a move; or the address of the replay, once a mail tells it."""
    for _try in range(100):
        for person in read:
            for number in _mails_of(page, home, person, read[person]):
                read[person] = number
                page.goto(f"{home}/mailbox/{number}/html")
                replay = page.locator("a[href*='/g/']")
                if replay.count() and "has ended" in page.inner_text("body"):
                    return replay.first.get_attribute("href")
                if page.locator("a[href*='/s/'][href*='/d']").count():
                    return None
        page.wait_for_timeout(100)
    raise AssertionError("no mail came")


def _mails_of(page: Page, home: str, person: str, after: int) -> list[int]:
    """The numbers of a person's mails in the mailbox that are newer than ``after``, oldest first."""
    page.goto(f"{home}/mailbox")
    box = next((box for box in page.content().split("<details")[1:] if person in box.partition("</summary>")[0]), "")
    numbers = {int(number) for number in re.findall(r"/mailbox/(\d+)\"", box)}
    return sorted(number for number in numbers if number > after)


def _link_of_a_move(page: Page, rng: Random) -> Locator:
    for kind in EAGER:
        links = page.locator(f"a[href*='/{kind}-']")
        if links.count():
            return links.nth(rng.randrange(links.count()))
    links = page.locator("a[href*='/d'][href*='-']")
    return links.nth(rng.randrange(links.count()))


def _choose(page: Page, choices: Locator, rng: Random) -> None:
    """On the board page: choose, read, tick, send."""
    for kind in EAGER:
        eager = page.locator(f"input[name=action][value^='{kind} ']")
        if eager.count():
            choices = eager
            break
    choices.nth(rng.randrange(choices.count())).check()
    page.get_by_role("button", name="Look at this move").first.click()
    _tick_and_send(page)


def _tick_and_send(page: Page) -> None:
    page.locator("main input[type=checkbox]").first.check()
    page.locator("main form button").first.click()
    page.wait_for_load_state()


def _follow(page: Page, home: str, person: str, part: str) -> None:
    """Open the link with ``part`` in it from the newest mails of a person."""
    for _try in range(100):
        for number in reversed(_mails_of(page, home, person, 0)):
            page.goto(f"{home}/mailbox/{number}/html")
            link = page.locator(f"a[href*='{part}']")
            if link.count():
                page.goto(str(link.first.get_attribute("href")))
                return
        page.wait_for_timeout(100)
    raise AssertionError(f"no mail with {part} came for {person}")
