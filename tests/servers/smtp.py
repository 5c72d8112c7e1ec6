"""A mail server that does what a test tells it to: refuse at any stage, drop the line, let its bytes drip."""

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

DROP = ""
YES = {
    "connect": "220 here",
    "ehlo": "250 here",
    "mail": "250 ok",
    "rcpt": "250 ok",
    "data": "354 go",
    "end": "250 ok",
}


@dataclass
class Script:
    """What the server says at each stage, DROP to hang up without a word; and what it was handed."""

    says: dict[str, str] = field(default_factory=lambda: dict(YES))
    taken: list[bytes] = field(default_factory=list)
    connections: int = 0
    # Seconds between two bytes of what it says at this stage.
    drips: dict[str, float] = field(default_factory=dict)
    over: Event = field(default_factory=Event)


class _HangUp(Exception):
    """The server ends the conversation."""


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        script: Script = self.server.script  # type: ignore[attr-defined]
        script.connections += 1
        try:
            self._say(script, "connect")
            while line := self.rfile.readline():
                self._answer(script, line[:4].decode("ascii", "replace").strip().lower())
        except (_HangUp, OSError):
            pass

    def _answer(self, script: Script, command: str) -> None:
        if command == "data":
            if self._say(script, "data").startswith("354"):
                lines = iter(self.rfile.readline, b".\r\n")
                script.taken.append(b"".join(line.removeprefix(b".") for line in lines))
                self._say(script, "end")
        elif command in {"ehlo", "helo", "mail", "rcpt"}:
            self._say(script, command.replace("helo", "ehlo"))
        elif command == "quit":
            self.wfile.write(b"221 bye\r\n")
            raise _HangUp
        else:
            self.wfile.write(b"250 ok\r\n")

    def _say(self, script: Script, stage: str) -> str:
        said = script.says[stage]
        if said == DROP:
            raise _HangUp
        for byte in f"{said}\r\n".encode():
            self.wfile.write(bytes([byte]))
            if stage in script.drips and script.over.wait(script.drips[stage]):
                raise _HangUp
        if said.startswith("421"):
            raise _HangUp
        return said


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def scripted_server() -> Iterator[tuple[Script, str]]:
    """A script to write into, and the address of the server that plays it."""
    with _Server(("127.0.0.1", 0), _Conversation) as server:
        script = server.script = Script()  # type: ignore[attr-defined]
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield script, f"smtp://127.0.0.1:{server.server_address[1]}"
        script.over.set()
        server.shutdown()
