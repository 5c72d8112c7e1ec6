"""A mail server in a process of its own that takes everything and keeps nothing."""

from asyncio import IncompleteReadError, StreamReader, StreamWriter, run, start_server
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection

_LIMIT = 1 << 20
_ANSWERS = {b"EHLO": b"250-sink\r\n250 8BITMIME\r\n", b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


@contextmanager
def mail_sink() -> Iterator[str]:
    """The SMTP address of a sink on loopback, for as long as the block runs."""
    spawning = get_context("spawn")
    here, there = spawning.Pipe()
    process = spawning.Process(target=_serve, args=(there,), daemon=True)
    process.start()
    try:
        yield f"smtp://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()


def _serve(told: Connection) -> None:
    run(_serving(told))


async def _serving(told: Connection) -> None:
    server = await start_server(_converse, "127.0.0.1", 0, limit=_LIMIT)
    told.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


async def _converse(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write(b"220 sink\r\n")
    try:
        while True:
            command = (await reader.readuntil(b"\r\n"))[:4].upper()
            writer.write(_ANSWERS.get(command, b"250 ok\r\n"))
            if command == b"DATA":
                await reader.readuntil(b"\r\n.\r\n")
                writer.write(b"250 taken\r\n")
            if command == b"QUIT":
                break
    except (IncompleteReadError, ConnectionError):
        pass
    writer.close()
