"""Play random games through the HTTP API, then hold everything that was shown to the record's explain stream.

Against a running server: python -m tests.web.api.replay_compare --url URL --host-token TOKEN --games 200
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from json import dumps, loads
from random import Random
from sys import exit as leave
from sys import stdout
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from noirmail.engine.record import explain, read_record

Json = dict[str, Any]
NAMES = ("Ada", "Ben", "Cleo", "Dan")
SPECTATOR = None


class Difference(AssertionError):
    """What the API showed is not what the record says."""


class Door(Protocol):
    """A way to the API."""

    def call(self, method: str, path: str, token: str | None = None, body: Json | None = None) -> tuple[int, Any]:
        """The status and the JSON of the answer."""


@dataclass(frozen=True)
class UrlDoor:
    """A running server."""

    url: str

    def call(self, method: str, path: str, token: str | None = None, body: Json | None = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = None
        if body is not None:
            data, headers["Content-Type"] = dumps(body).encode(), "application/json"
        request = Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urlopen(request, timeout=60) as answer:
                return answer.status, loads(answer.read())
        except HTTPError as error:
            with error:
                return error.code, loads(error.read())


@dataclass(frozen=True)
class ClientDoor:
    """Flask's test client."""

    client: Any

    def call(self, method: str, path: str, token: str | None = None, body: Json | None = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.open(path, method=method, headers=headers, json=body)
        return answer.status_code, loads(answer.data)


@dataclass
class Played:
    """A game and what was shown of it, by ply and viewer, while it ran."""

    door: Door
    id: str
    tokens: list[str]
    shown: dict[tuple[int, int | None], Json] = field(default_factory=dict)
    views: int = 0

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.id}"

    def get(self, path: str, viewer: int | None) -> Any:
        """A read that must work."""
        status, body = self.door.call("GET", path, None if viewer is None else self.tokens[viewer])
        expect(status, 200, f"GET {path}: {body}")
        return body

    def look(self) -> dict[int | None, Json]:
        """What each seat and a spectator are shown now."""
        seen = {viewer: self.get(self.path, viewer) for viewer in (SPECTATOR, *range(len(self.tokens)))}
        for viewer, game in seen.items():
            self.shown[game["ply"], viewer] = game
        return seen


def expect(found: object, due: object, where: str) -> None:
    """Raise Difference unless both are equal."""
    if found != due:
        raise Difference(f"{where}\n  shown:  {dumps(found)[:2000]}\n  record: {dumps(due)[:2000]}")


def play(door: Door, host_token: str, random: Random, ruleset: str, players: int, most: int = 300) -> Played:
    """A random game to its end; every seat acts on what it is shown alone. After ``most`` plies all agree to stop."""
    seats = [{"name": name} for name in NAMES[:players]]
    wanted = {"ruleset": ruleset, "seats": seats, "seating": "given"}
    status, opened = door.call("POST", "/api/v1/games", host_token, wanted)
    expect(status, 201, f"POST /api/v1/games: {opened}")
    game = Played(door, opened["id"], [seat["token"] for seat in opened["seats"]])
    seen = game.look()
    while seen[0]["status"] == "running" and seen[0]["ply"] < most:
        move(game, seen, random)
        seen = game.look()
    if seen[0]["status"] == "running":
        for token in game.tokens:
            expect(door.call("POST", f"{game.path}/agree", token, {})[0], 200, f"POST {game.path}/agree")
        game.look()
    return game


def move(game: Played, seen: dict[int | None, Json], random: Random) -> None:
    """One move of a seat that owes one, and the checks on its receipt."""
    seat = random.choice(seen[SPECTATOR]["to_act"])
    mine = seen[seat]
    body = {"action": chosen(mine, random), "decision": mine["decision"], "key": f"{seat}-{mine['ply']}"}
    status, receipt = game.door.call("POST", f"{game.path}/actions", game.tokens[seat], body)
    expect(status, 201, f"{body}: {receipt}")
    expect(receipt["action"], body["action"], "the receipt's action")
    expect(receipt["ply"], mine["ply"] + 1, "the receipt's ply")
    expect(receipt["game"], game.get(game.path, seat), "the receipt's game")


def chosen(mine: Json, random: Random) -> str:
    """A kind of action, then one of that kind; now and then a form, filled in with what the board shows."""
    if "solve IDENTITY DISGUISE" in mine["forms"] and random.random() < 0.02:
        cells = " ".join(mine["board"]).split()
        identity = random.choice([cell[0] for cell in cells if cell[0].isupper()])
        return f"solve {identity} {random.choice([cell[0].upper() for cell in cells if cell[0] != identity])}"
    kind = random.choice(sorted({action.split(" ")[0] for action in mine["legal"]}))
    return str(random.choice([action for action in mine["legal"] if action.split(" ")[0] == kind]))


def compare(game: Played) -> None:
    """Hold everything that was shown, and the replay, to the record downloaded after the end."""
    record = game.get(f"{game.path}/record", 0)
    lines = list(explain(read_record(dumps(record).encode())))
    expect(game.shown[len(lines) - 1, 0]["ply"], len(record["actions"]), "the number of plies")
    for ply, viewer in sorted(game.shown, key=str):
        compare_shown(game.shown[ply, viewer], lines[ply], viewer, record, f"{game.id} ply {ply} viewer {viewer}")
    for viewer in (SPECTATOR, *range(len(game.tokens))):
        compare_replay(game, lines, viewer, record)
    game.views += len(game.shown)


def compare_shown(shown: Json, line: Json, viewer: int | None, record: Json, where: str) -> None:
    """One position through one pair of eyes."""
    for name in ("ply", "to_act", "board", "counts", "result"):
        expect(shown[name], line[name], f"{where}: {name}")
    own, legal = None, []
    if viewer is not None:
        own, legal = line["views"][str(viewer)], listed(line["legal"].get(str(viewer), []), record)
    expect(shown["view"], own, f"{where}: view")
    expect(shown["legal"], legal, f"{where}: legal")
    if "log" in shown:
        compare_log(shown["log"], line, viewer, record, where)


def listed(legal: list[str], record: Json) -> list[str]:
    """What the API lists of the stream's legal actions."""
    return [action for action in legal if record["ruleset"] != "kvi" or not action.startswith("solve")]


def compare_log(log: list[Json], line: Json, viewer: int | None, record: Json, where: str) -> None:
    """Every ply up to here; own actions in full, the others' as a beginning of what was done."""
    expect([step["ply"] for step in log], list(range(1, line["ply"] + 1)), f"{where}: plies of the log")
    for step, entry in zip(log, record["actions"], strict=False):
        expect(step["seat"], entry["seat"], f"{where}: seat")
        if viewer == step["seat"]:
            expect(step["action"], entry["action"], f"{where}: own action")
        elif not entry["action"].startswith(step["action"]):
            raise Difference(f"{where}: {step['action']!r} is no public form of {entry['action']!r}")
    if log:
        expect(log[-1]["answers"], line["answers"], f"{where}: answers")
        expect(log[-1]["discards"], line["discards"], f"{where}: discards")


def compare_replay(game: Played, lines: list[Json], viewer: int | None, record: Json) -> None:
    """The replay after the end: all plies at once, one by one, and to a spectator through each seat's eyes."""
    plies = game.get(f"{game.path}/plies", viewer)["plies"]
    expect(len(plies), len(lines), f"{game.id}: plies for viewer {viewer}")
    eyes = "all" if viewer is None else viewer
    for line, listed_ply in zip(lines, plies, strict=True):
        where = f"{game.id} replay of ply {line['ply']} viewer {viewer}"
        one = f"{game.path}/plies/{line['ply']}"
        compare_shown(listed_ply, line, viewer, record, where)
        compare_shown(game.get(one, viewer), line, viewer, record, where)
        seen = game.get(f"{one}?eyes={eyes}", SPECTATOR)
        if viewer is None:
            compare_opened(seen, line, f"{where}, all open")
        else:
            compare_shown(seen, line, viewer, record, f"{where}, by eyes")
        game.views += 3


def compare_opened(shown: Json, line: Json, where: str) -> None:
    """A position with everything open: a line of the stream."""
    for name in ("ply", "to_act", "legal", "board", "counts", "views", "result"):
        expect(shown[name], line[name], f"{where}: {name}")


def games(
    door: Door, host_token: str, number: int, ruleset: str, players: int, *, seed: int = 1, most: int = 300
) -> Iterator[Played]:
    """Play and compare, game by game; raises Difference at the first that is not equal."""
    for index in range(number):
        game = play(door, host_token, Random(f"{seed}/{index}"), ruleset, players, most)
        compare(game)
        yield game


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--host-token", required=True)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--ruleset", default="kvi")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """The command line; leaves with 1 at a difference."""
    asked = _arguments()
    done = plies = views = 0
    door = UrlDoor(asked.url.rstrip("/"))
    try:
        for game in games(door, asked.host_token, asked.games, asked.ruleset, asked.players, seed=asked.seed):
            done, plies, views = done + 1, plies + max(ply for ply, _ in game.shown), views + game.views
            stdout.write(f"\r{done} games, {plies} plies, {views} views compared")
            stdout.flush()
    except Difference as difference:
        leave(f"\n{difference}")
    stdout.write(": all equal\n")


if __name__ == "__main__":
    main()
