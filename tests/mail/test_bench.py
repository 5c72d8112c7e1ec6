"""The bench of mails runs; how fast is for whoever looks."""

from noirmail.bench.mail import bench_mail


def test_the_bench_sends_its_mails_and_tells_how_fast() -> None:
    told = str(bench_mail(rounds=1, mails=2))
    assert told.startswith("2 turn mails a round, mails per CPU second: ")
