"""Playing in a browser: by the links of mails, with and without scripts, and stepping back by the keyboard."""

from playwright.sync_api import Page, expect

from tests.build import reload
from tests.web.browser.conftest import Scene


def test_from_a_mail_to_a_committed_move_in_three_taps_without_scripts_and_cookies(scene: Scene, plain: Page) -> None:
    (link,) = [link for link in scene.links if link.endswith("/d2/kill-j")]

    plain.goto(link)
    plain.get_by_label("Yes, this move").check()
    plain.get_by_role("button", name="Send it").click()

    expect(plain.get_by_role("status")).to_contain_text("Your move is made. You killed Julian.")
    assert reload(scene.site.ctx, scene.game).number == 3


def test_a_move_is_chosen_on_the_board_page(scene: Scene, plain: Page) -> None:
    plain.goto(scene.alice)
    plain.get_by_role("radio", name="J Julian").check()
    plain.get_by_role("button", name="Look at this move").click()
    plain.get_by_label("Yes, this move").check()
    plain.get_by_role("button", name="Send it").click()

    expect(plain.get_by_role("status")).to_contain_text("You killed Julian.")


def test_the_address_of_a_sent_form_shows_the_board_when_it_is_opened_again(scene: Scene, plain: Page) -> None:
    plain.goto(f"{scene.alice}/d2/kill-j")
    plain.get_by_role("button", name="Send it").click()
    expect(plain.get_by_role("alert")).to_contain_text("Nothing has been sent")

    plain.goto(plain.url)

    expect(plain.get_by_role("heading", name="The board")).to_be_visible()


def test_the_arrow_keys_turn_the_pages_of_a_replay(scene: Scene, phone: Page) -> None:
    game = f"{scene.site.url}/g/{scene.game.code}"
    phone.goto(f"{game}/ply/0")

    for key, ply in [("ArrowRight", 1), ("End", 2), ("ArrowLeft", 1), ("Home", 0)]:
        phone.keyboard.press(key)
        phone.wait_for_url(f"{game}/ply/{ply}")


def test_a_replay_is_stepped_through_without_scripts(scene: Scene, plain: Page) -> None:
    plain.goto(f"{scene.site.url}/g/{scene.game.code}/ply/0")

    plain.get_by_role("link", name="Forward").click()

    expect(plain.get_by_role("heading", name="Move 1 of 2")).to_be_visible()
    expect(plain.locator('[aria-current="step"]')).to_contain_text("Alice killed Neil.")


def test_the_focus_can_be_seen(scene: Scene, phone: Page) -> None:
    phone.goto(scene.alice)
    phone.keyboard.press("Tab")
    phone.keyboard.press("Tab")

    outline = phone.evaluate("getComputedStyle(document.activeElement).outlineWidth")

    assert outline == "3px"


def test_a_link_in_a_mail_leads_out_of_its_frame(scene: Scene, phone: Page) -> None:
    """The mailbox shows a mail in a sandbox; what is clicked there opens in the whole window."""
    from noirmail.service.mailbox import LocalTransport
    from tests.build import create_game

    ctx = scene.site.ctx
    game = create_game(ctx)
    local = LocalTransport(ctx.db)
    for mail in deliver_raw(scene):
        local.send("", "alice@example.test", mail)

    phone.goto(f"{scene.site.url}/mailbox/1")
    phone.frame_locator("iframe").get_by_role("link", name="Open the board and choose").click()

    phone.wait_for_url("**/s/*")
    expect(phone.get_by_role("heading", name="The board")).to_be_visible()
    assert game.code in phone.content()


def deliver_raw(scene: Scene) -> list[bytes]:
    """The mails of a game that has just begun, as they are on the wire."""
    from noirmail.mail.transports import MemoryTransport
    from tests.post import deliver_all

    transport = scene.site.ctx.transport
    assert isinstance(transport, MemoryTransport)
    before = len(transport.sent)
    deliver_all(scene.site.ctx)
    return [sent.raw for sent in transport.sent[before:]]


def test_what_was_said_has_the_room_to_be_read(scene: Scene, phone: Page) -> None:
    phone.goto(scene.alice)
    phone.get_by_label("Your message").fill("Good luck to you, and may the better one win.")
    phone.get_by_role("button", name="Say it").click()

    box = phone.get_by_role("listitem").filter(has_text="Good luck to you").locator("p").last.bounding_box()

    assert box is not None
    assert box["width"] > 250
