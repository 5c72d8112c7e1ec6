"""Settings: what is taken, what is refused and in which words."""

import stat
from datetime import timedelta
from pathlib import Path
from re import findall

import pytest

from noirmail import config
from noirmail.config import BadSetting, Settings, embedded, keys_file, new_keys

SMTP = "smtp://noir:hunter2@mail.example.test:587"


def hosted(**changes: str | None) -> dict[str, str]:
    """A good environment of a hosted noirmail, with changes; None takes a variable away."""
    good = {
        "NOIRMAIL_MODE": "hosted",
        "NOIRMAIL_BASE_URL": "https://noir.example.test",
        "DATABASE_URL": "postgres://noir:hunter2@db.example.test/noir",
        "REDIS_URL": "redis://broker.example.test:6379/0",
        "NOIRMAIL_MAIL_FROM": "noir@example.test",
        "NOIRMAIL_SMTP_URL": SMTP,
        **new_keys(),
    }
    return {name: value for name, value in (good | changes).items() if value is not None}


def refusal(environ: dict[str, str]) -> str:
    with pytest.raises(BadSetting) as caught:
        Settings.from_environ(environ)
    return str(caught.value)


def test_a_hosted_noirmail_takes_its_settings_from_the_environment() -> None:
    settings = Settings.from_environ(hosted())
    assert settings.mode == "hosted"
    assert settings.database_url == "postgresql+psycopg://noir:hunter2@db.example.test/noir"
    assert settings.redis_url == "redis://broker.example.test:6379/0"
    assert settings.mail_domain == "example.test"
    assert settings.smtp_url == SMTP


def test_noirmails_own_names_win_over_the_platforms() -> None:
    environ = hosted(NOIRMAIL_DATABASE_URL="postgresql:///own", NOIRMAIL_REDIS_URL="redis://own/1")
    settings = Settings.from_environ(environ)
    assert settings.database_url == "postgresql+psycopg:///own"
    assert settings.redis_url == "redis://own/1"


def test_the_mode_can_come_from_the_command() -> None:
    assert Settings.from_environ(hosted(NOIRMAIL_MODE=None), default_mode="hosted").mode == "hosted"


@pytest.mark.parametrize(
    "name",
    ["NOIRMAIL_BASE_URL", "NOIRMAIL_KEYS", "NOIRMAIL_SEAL_KEYS", "NOIRMAIL_SESSION_KEY", "NOIRMAIL_MAIL_FROM"],
)
def test_what_is_missing_is_named(name: str) -> None:
    assert refusal(hosted(**{name: None})) == f"{name} is not set"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NOIRMAIL_MODE", "production"),
        ("NOIRMAIL_BASE_URL", "http://noir.example.test"),
        ("NOIRMAIL_BASE_URL", "http://127.0.0.1:8000"),
        ("NOIRMAIL_BASE_URL", "https://noir.example.test/club"),
        ("NOIRMAIL_BASE_URL", "HTTPS://noir.example.test"),
        ("NOIRMAIL_BASE_URL", "https://noir example.test"),
        ("NOIRMAIL_BASE_URL", "noir.example.test"),
        ("NOIRMAIL_BASE_URL", "https://noir.example.test/?a=b"),
        ("NOIRMAIL_BASE_URL", "https://noir.example.test:99999"),
        ("NOIRMAIL_BASE_URL", "https://" + "n" * 60 + ".test"),
        ("DATABASE_URL", "sqlite:///noirmail.sqlite"),
        ("DATABASE_URL", "mysql://db/noir"),
        ("REDIS_URL", "amqp://broker"),
        ("REDIS_URL", None),
        ("DATABASE_URL", None),
        ("NOIRMAIL_SMTP_URL", None),
        ("NOIRMAIL_SMTP_URL", "https://mail.example.test"),
        ("NOIRMAIL_MAIL_FROM", "Noir <noir@example.test>"),
        ("NOIRMAIL_MAIL_FROM", "noir@example.test\nBcc: eve@example.test"),
        ("NOIRMAIL_MAIL_DOMAIN", "not a domain"),
        # Message-IDs have 35 characters besides, and room for 120.
        ("NOIRMAIL_MAIL_DOMAIN", "n" * 40 + "." + "d" * 35 + ".test"),
        ("NOIRMAIL_LOG_LEVEL", "LOUD"),
        ("NOIRMAIL_DEBUG", "1"),
        ("FLASK_DEBUG", "true"),
        ("NOIRMAIL_FAILPOINT", "after-send"),
        ("NOIRMAIL_TEST_CLOCK", "60"),
        ("NOIRMAIL_TEST_SEED", "00" * 32),
    ],
)
def test_a_hosted_noirmail_refuses_what_is_wrong_or_unsafe(name: str, value: str | None) -> None:
    said = refusal(hosted(**{name: value}))
    assert said.removeprefix("NOIRMAIL_").startswith(name.removeprefix("NOIRMAIL_"))
    assert "\n" not in said


@pytest.mark.parametrize(
    "value",
    [
        "a:c2hvcnQ=",
        "a:" + "A" * 44,
        "a:changeme",
        "A:" + "A" * 44,
        new_keys()["NOIRMAIL_SESSION_KEY"],
        ",".join([f"a:{new_keys()['NOIRMAIL_SESSION_KEY']}"] * 2),
        "a:pässwörd",
    ],
    ids=["short", "one byte", "typed", "letter", "no letter", "twice", "not ASCII"],
)
def test_keys_that_are_short_made_up_or_twice_are_refused(value: str) -> None:
    assert refusal(hosted(NOIRMAIL_KEYS=value)).startswith("NOIRMAIL_KEYS must")


def test_a_refusal_never_repeats_a_secret() -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "NOIRMAIL_SMTP_URL", "NOIRMAIL_KEYS", "NOIRMAIL_SESSION_KEY"):
        assert "hunter2" not in refusal(hosted(**{name: "x://hunter2"}))


def test_settings_can_be_shown_without_their_secrets() -> None:
    environ = hosted()
    shown = repr(Settings.from_environ(environ))
    assert "hunter2" not in shown
    assert environ["NOIRMAIL_SESSION_KEY"] not in shown


def test_keys_are_kept_in_their_order() -> None:
    first, second = (new_keys()["NOIRMAIL_SESSION_KEY"] for _ in range(2))
    settings = Settings.from_environ(hosted(NOIRMAIL_KEYS=f"b:{first}, a:{second}"))
    assert [kid for kid, _ in settings.keys] == ["b", "a"]


def test_a_loopback_host_may_be_served_without_tls_when_asked() -> None:
    environ = hosted(NOIRMAIL_BASE_URL="http://127.0.0.1:8000/", NOIRMAIL_ALLOW_HTTP="1")
    assert Settings.from_environ(environ).base_url == "http://127.0.0.1:8000"
    assert "https" in refusal(hosted(NOIRMAIL_BASE_URL="http://noir.example.test", NOIRMAIL_ALLOW_HTTP="1"))


def test_the_one_process_mode_ignores_what_is_meant_for_a_hosted_one(tmp_path: Path) -> None:
    environ = hosted(NOIRMAIL_MODE=None, NOIRMAIL_DATA_DIR=str(tmp_path))
    settings = Settings.from_environ(environ)
    assert settings.mode == "embedded"
    assert settings.database_url == f"sqlite:///{tmp_path}/noirmail.sqlite"
    assert (settings.redis_url, settings.smtp_url) == (None, None)
    assert settings.base_url == "http://127.0.0.1:8000"


def test_the_one_process_mode_keeps_its_keys_for_its_owner_alone(tmp_path: Path) -> None:
    first = embedded({"NOIRMAIL_DATA_DIR": str(tmp_path / "new")}, port=8123)
    again = embedded({"NOIRMAIL_DATA_DIR": str(tmp_path / "new")}, port=8124)
    assert first.keys == again.keys
    assert stat.S_IMODE((tmp_path / "new" / "keys").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["keys"]


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal({"NOIRMAIL_DATA_DIR": str(tmp_path / "file")}).startswith("NOIRMAIL_DATA_DIR")


def test_keys_are_made_once(tmp_path: Path) -> None:
    assert keys_file(tmp_path) == keys_file(tmp_path)


def test_the_test_mode_takes_all_and_needs_nothing(tmp_path: Path) -> None:
    environ = {"NOIRMAIL_MODE": "test", "NOIRMAIL_DATA_DIR": str(tmp_path)}
    assert Settings.from_environ(environ).database_url.startswith("sqlite:///")
    rich = environ | {
        "NOIRMAIL_DATABASE_URL": "postgresql:///noir",
        "NOIRMAIL_REDIS_URL": "redis://127.0.0.1/0",
        "NOIRMAIL_FAILPOINT": "after-commit",
        "NOIRMAIL_TEST_CLOCK": "-90",
    }
    settings = Settings.from_environ(rich)
    assert settings.failpoint == "after-commit"
    assert settings.clock_offset == timedelta(seconds=-90)


def test_an_unknown_failpoint_is_refused(tmp_path: Path) -> None:
    environ = {"NOIRMAIL_MODE": "test", "NOIRMAIL_DATA_DIR": str(tmp_path), "NOIRMAIL_FAILPOINT": "anywhere"}
    assert refusal(environ).startswith("NOIRMAIL_FAILPOINT must be one of")


def test_every_setting_is_described_for_hosts() -> None:
    source = Path(config.__file__).read_text(encoding="utf-8")
    described = (Path(config.__file__).parents[1] / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [name for name in set(findall(r"NOIRMAIL_[A-Z_]+", source)) if name not in described] == []


def test_limits_can_be_set_one_by_one() -> None:
    usual, changed = Settings.from_environ(hosted()), Settings.from_environ(hosted(NOIRMAIL_RATES="join=5,api=0"))
    assert (usual.rates.join, usual.rates.api, usual.proxies) == (60, 6000, 1)
    assert (changed.rates.sign_in, changed.rates.join, changed.rates.api) == (60, 5, 0)


@pytest.mark.parametrize(
    "rates", ["join", "join=", "join=-1", "join=many", "walk=3", "join=1;api=2", "join=9999999999"]
)
def test_limits_that_make_no_sense_are_refused(rates: str) -> None:
    assert refusal(hosted(NOIRMAIL_RATES=rates)).startswith("NOIRMAIL_RATES must be NAME=NUMBER")


@pytest.mark.parametrize("proxies", ["-1", "6", "many"])
def test_a_number_of_proxies_that_makes_no_sense_is_refused(proxies: str) -> None:
    assert refusal(hosted(NOIRMAIL_PROXIES=proxies)) == "NOIRMAIL_PROXIES must be a number from 0 to 5"
