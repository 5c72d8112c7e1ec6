"""A mail system of our own in a temporary folder: Postfix takes and passes on, Dovecot shows mailboxes by IMAP.

Mail for players at example.test lands in their mailboxes; mail for games.example.test goes on by LMTP to whoever
listens; mail for box.example.test lands in one mailbox, whatever stands before the @. Nothing leaves this machine,
and nothing outside the folder is touched. Both programs want to be started by root.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import geteuid
from pathlib import Path
from tempfile import mkdtemp

from tests.servers.missing import missing
from tests.servers.valkey import free_port

PLAYERS = "example.test"
GAMES = "games.example.test"
BOX = "box.example.test"
PASSWORD = "correct-horse"
# Whose the mailboxes are; no account of this number is needed.
OWNER = 5000

MAIN = """
compatibility_level = 3.6
config_directory = {folder}/postfix
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
myhostname = mail.{players}
mydestination =
local_recipient_maps =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
default_transport = error:no mail leaves this machine
relay_domains = {games}
transport_maps = inline:{{ {games}=lmtp:inet:127.0.0.1:{lmtp} }}
virtual_mailbox_domains = {players} {box}
virtual_mailbox_base = {folder}/mail
virtual_mailbox_maps = texthash:{folder}/boxes
virtual_uid_maps = static:{owner}
virtual_gid_maps = static:{owner}
"""
MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
DOVECOT = """
base_dir = {folder}/dovecot
state_dir = {folder}/dovecot
log_path = {folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%n
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={owner} gid={owner} home={folder}/mail/%n
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


@dataclass(frozen=True)
class MailSystem:
    """A running mail system; ``lmtp`` is the port to which it brings the games' mail."""

    folder: Path
    smtp: int
    imap: int
    lmtp: int

    @property
    def smtp_url(self) -> str:
        """Where mail is handed in."""
        return f"smtp://127.0.0.1:{self.smtp}"

    def imap_url(self, name: str) -> str:
        """A mailbox, as noirmail's settings take it."""
        return f"imap://{name}:{PASSWORD}@127.0.0.1:{self.imap}"

    @property
    def log(self) -> str:
        """What Postfix noted."""
        return (self.folder / "mail.log").read_text(encoding="utf-8", errors="replace")


@contextmanager
def mail_system(*names: str) -> Iterator[MailSystem]:
    """Start it, with a mailbox for each name; it and its folder are gone afterwards. Skips or fails without it."""
    for program in ("postfix", "dovecot"):
        if shutil.which(program) is None:
            missing(program.capitalize(), "install Debian's postfix and dovecot-imapd")
    if geteuid() != 0:
        missing("A mail system", "Postfix and Dovecot start as root only; run the tests as root")
    folder = Path(mkdtemp(prefix="noirmail-mail-"))
    system = MailSystem(folder, free_port(), free_port(), free_port())
    try:
        _write(system, names)
        with _started("postfix", "-c", f"{folder}/postfix"), _started("dovecot", "-c", f"{folder}/dovecot.conf"):
            yield system
    finally:
        shutil.rmtree(folder)


def _write(system: MailSystem, names: tuple[str, ...]) -> None:
    folder = system.folder
    folder.chmod(0o755)
    for name in ("postfix", "queue", "data", "mail"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix")
    shutil.chown(folder / "mail", OWNER, OWNER)
    words = {"players": PLAYERS, "games": GAMES, "box": BOX, "password": PASSWORD, "owner": OWNER, "folder": folder}
    ports = {"smtp": system.smtp, "imap": system.imap, "lmtp": system.lmtp}
    for name, text in (("postfix/main.cf", MAIN), ("postfix/master.cf", MASTER), ("dovecot.conf", DOVECOT)):
        (folder / name).write_text(text.format(**words, **ports).lstrip())
    boxes = [f"{name}@{PLAYERS} {name}/" for name in names] + [f"@{BOX} box/"]
    (folder / "boxes").write_text("\n".join([*boxes, ""]))


@contextmanager
def _started(*command: str) -> Iterator[None]:
    start = ("start",) if command[0] == "postfix" else ()
    # No pipes: a server that inherits one would keep its reader waiting.
    with open("/dev/null", "w") as nowhere:
        subprocess.run([*command, *start], check=True, stdout=nowhere, stderr=nowhere)
        try:
            yield
        finally:
            subprocess.run([*command, "stop"], check=True, stdout=nowhere, stderr=nowhere)
