"""What every mail keeps to, of every kind, for every rule set (TRUST R1, R6, R17 to R22, R45, R46)."""

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache

import pytest

from noirmail.engine.actions import Action
from noirmail.engine.errors import EngineError
from noirmail.engine.notation import read_action
from noirmail.engine.view import View
from noirmail.mail.compose import HEADERS, compose
from noirmail.mail.kinds import KINDS, OfNoGame
from noirmail.mail.letter import Letter
from noirmail.mail.plain import COMMANDS, MARKER
from noirmail.mail.rendering import Rendered, render
from tests.mail.letters import gallery
from tests.words.positions import TABLES

_TAGS = re.compile(r"</(?:p|h\d|td|tr|th|div|caption|table)>|<br>")


@cache
def letters() -> tuple[tuple[Letter, Rendered], ...]:
    return tuple((letter, render(letter)) for letter in gallery(every=29))


@cache
def composed() -> tuple[EmailMessage, ...]:
    return tuple(message_from_bytes(compose(letter), policy=SMTP) for letter, _rendered in letters()[::4])


def lines_of_html(html: str) -> list[str]:
    """What a reader makes of an HTML part without its look: a line for each block and, a bad one, for each line."""
    body = re.sub(r"<!doctype.*?</head>", "", html, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", "", _TAGS.sub("\n", body)).replace("&nbsp;", " ")
    return [line for line in (" ".join(line.split()) for line in text.split("\n")) if line]


def test_every_kind_is_in_the_gallery_for_every_rule_set() -> None:
    assert {letter.kind for letter, _rendered in letters()} == set(KINDS)
    shown = {letter.context.table.game.ruleset for letter, _rendered in letters() if letter.kind == "your-turn"}
    assert shown == {name for name, _players, _options in TABLES}


def test_every_mail_has_text_first_and_html_second() -> None:
    for mail in composed():
        parts = [part.get_content_type() for part in mail.walk()]
        assert parts == ["multipart/alternative", "text/plain", "text/html"]
        assert [part.get_content_charset() for part in mail.iter_parts()] == ["utf-8", "utf-8"]
        assert mail.defects == []


def test_both_parts_begin_with_the_marker_and_what_is_new() -> None:
    for _letter, rendered in letters():
        lines = rendered.text.split("\n")
        assert lines[0] == MARKER
        headline = " ".join(rendered.text.split("\n\n")[1].split())
        assert lines_of_html(rendered.html)[:2] == [f"{MARKER}{headline}{'&#847;&#8204;&#160;' * 60}", "NOIR"] or (
            headline in rendered.html
        )


def test_no_line_of_the_text_is_longer_than_76_characters() -> None:
    for letter, rendered in letters():
        for line in rendered.text.split("\n"):
            assert len(line) <= 76 or line.startswith("https://"), (letter.kind, line)


def test_a_mail_has_about_seventy_lines_at_the_most() -> None:
    assert max(rendered.text.count("\n") for _letter, rendered in letters()) <= 80


def test_no_line_of_any_mail_begins_with_a_command() -> None:
    for _letter, rendered in letters():
        for line in (*rendered.text.split("\n"), *lines_of_html(rendered.html)):
            first = line.casefold().split()[:1]
            assert not first or first[0].strip("*_-.:!>") not in COMMANDS, line


def test_no_line_of_any_mail_is_an_action() -> None:
    for view, line in lines_with_views():
        with pytest.raises(EngineError):
            read_action(line, view)


def lines_with_views() -> list[tuple[View, str]]:
    """Every line with a view of the reader who could send it back; the same line once for the same choices."""
    found: dict[tuple[str, tuple[Action, ...]], View] = {}
    for letter, rendered in letters():
        view = None if isinstance(letter.context, OfNoGame) else letter.context.table.view
        if view is not None and view.legal:
            for line in (*rendered.text.split("\n"), *lines_of_html(rendered.html)):
                found[line, view.legal[:3]] = view
    return [(view, line) for (line, _legal), view in found.items()]


def test_links_stand_alone_on_their_line_and_are_short() -> None:
    for _letter, rendered in letters():
        found = [line for line in rendered.text.split("\n") if "https://" in line]
        assert found
        for line in found:
            assert re.fullmatch(r"https://[!-~]{1,142}[a-z0-9]", line)
            assert "#" not in line
            assert "?" not in line


def test_the_html_has_nothing_that_a_common_client_drops() -> None:
    forbidden = r"<svg|var\(|display:\s*(grid|flex)|position:|<script|<form|<link|@import|url\(|<img|<style|data:"
    for _letter, rendered in letters():
        assert re.search(forbidden, rendered.html) is None


def test_every_mail_is_small() -> None:
    assert max(len(rendered.html) for _letter, rendered in letters()) < 80_000
    assert max(len(mail.as_bytes()) for mail in composed()) < 150_000


def test_headers_are_those_that_are_allowed_each_once_and_short() -> None:
    for mail in composed():
        names = mail.keys()
        assert set(names) <= HEADERS
        assert len(names) == len(set(names))
        assert max(map(len, mail.as_bytes().partition(b"\r\n\r\n")[0].split(b"\r\n"))) < 998


def test_the_subject_is_one_for_a_whole_game() -> None:
    running = [
        (rendered.subject, letter.context.table.game.players)
        for letter, rendered in letters()
        if letter.kind in {"game-start", "your-turn", "reminder", "time-ran-out", "game-over"}
    ]
    assert {subject for subject, players in running if players == 2} == {"Noir K7QF2M9A: Alice – Bob"}
    assert len({subject for subject, _players in running}) == 3


def test_every_mail_of_a_game_names_game_and_players() -> None:
    for letter, rendered in letters():
        if not isinstance(letter.context, OfNoGame):
            assert "K7QF2M9A" in rendered.text
            assert "K7QF2M9A" in rendered.html
        if letter.kind == "your-turn":
            for name in letter.context.table.names:
                assert name in rendered.text


def test_the_first_line_tells_no_result() -> None:
    for letter, rendered in letters():
        if letter.kind == "game-over":
            headline = " ".join(rendered.text.split("\n\n")[1].split())
            assert "win" not in headline
            assert headline.endswith(" has ended.")


def test_every_action_of_a_turn_has_its_link_and_forms_one_each() -> None:
    for letter, rendered in letters():
        if letter.kind != "your-turn":
            continue
        view = letter.context.table.view
        targets = re.findall(
            rf'href="{letter.context.links.seat}/d{letter.context.decision}/([a-z0-9-]+)"', rendered.html
        )
        forms = {"collapse"} & {action.kind for action in view.legal} | {form.split()[0] for form in view.forms}
        if any(action.kind == "solve" for action in view.legal):
            forms.add("solve")
        single = {action.text.replace(" ", "-").lower() for action in view.legal if action.kind not in forms}
        assert sorted(targets) == sorted(single | forms)


def test_an_invitation_sets_what_it_tells_apart_from_its_labels() -> None:
    invitations = [rendered.text for letter, rendered in letters() if letter.kind == "invitation"]
    assert invitations
    assert all("\n  Dead suspects for the Killer to win  10\n" in text for text in invitations)


def test_a_sign_in_link_comes_with_all_that_is_to_be_done() -> None:
    text = next(rendered.text for letter, rendered in letters() if letter.kind == "sign-in")
    assert "Open it, tick the box there and press the button." in text
