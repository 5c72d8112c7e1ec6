"""What noirmail sends is never a command to it, quoted or not (TRUST R46)."""

from functools import cache

from noirmail.engine.notation import reads_as_action
from noirmail.mail.compose import compose
from noirmail.mail.incoming.commands import Noise, read_commands
from noirmail.mail.incoming.letter import IncomingLetter, read_letter
from noirmail.mail.incoming.markup import text_of_html
from noirmail.mail.letter import Letter
from noirmail.mail.plain import MARKER
from noirmail.mail.rendering import Rendered, render
from tests.mail.letters import gallery


@cache
def letters() -> tuple[tuple[Letter, Rendered], ...]:
    return tuple((letter, render(letter)) for letter in gallery(every=31))


def found_in(text: str, letter: Letter) -> list[str]:
    """What the reader takes for a command in a text, with the position that the letter tells before it."""
    table = getattr(letter.context, "table", None)
    lines = read_commands(
        text, "", ("en", "it", "es", "ru"), lambda line: reads_as_action(line, table and table.view)
    )
    return [line.raw for line in lines if not isinstance(line, Noise)]


def test_the_text_of_no_mail_is_a_command_even_where_marker_and_signature_were_lost() -> None:
    for letter, rendered in letters():
        text = rendered.text.replace(MARKER, "").replace("\n-- \n", "\n\n")
        assert found_in(text, letter) == [], letter.kind


def test_no_line_of_a_text_is_a_command_by_itself() -> None:
    for letter, rendered in letters()[::7]:
        for line in rendered.text.split("\n"):
            assert found_in(line, letter) == []


def test_the_html_of_no_mail_is_a_command_even_where_the_marker_was_lost() -> None:
    for letter, rendered in letters()[::3]:
        text, _quoted = text_of_html(rendered.html.replace(MARKER, ""))
        assert text
        assert found_in(text, letter) == [], letter.kind


def test_no_subject_is_a_command() -> None:
    for letter, rendered in letters():
        lines = read_commands("", rendered.subject, ("en",), lambda line: reads_as_action(line))
        assert lines == [], letter.kind


def test_a_mail_that_comes_back_as_it_went_says_nothing_and_is_automatic() -> None:
    one_of_each = {letter.kind: letter for letter, _rendered in letters()}
    for kind, letter in one_of_each.items():
        back = read_letter(compose(letter), own=("noir@example.test",))
        assert isinstance(back, IncomingLetter)
        assert (back.text, back.quoted_removed) == ("", True), kind
        assert back.automatic in {"auto-submitted", "own"}
