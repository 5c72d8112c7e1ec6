#!/bin/sh
# Makes .venv with what one purpose needs, from the hashed lock file, and says what it does.
#   scripts/setup.sh run    to run noirmail
#   scripts/setup.sh test   to run and to test it; as root or under CI=true with the Debian packages that tests use
# A second call with nothing changed does nothing.
set -eu
cd "$(dirname "$0")/.."

purpose=$1
case $purpose in
    run) lock=requirements.lock ;;
    test) lock=requirements-dev.lock ;;
    *) echo "setup.sh: run or test, not $purpose" >&2; exit 2 ;;
esac

say() { echo "noirmail: $*" >&2; }

find_python() {
    for candidate in ${PYTHON:-} python3.11 python3 python3.12 python3.13 python3.14; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
                echo "$candidate"
                return
            fi
            lacking=${lacking:-$candidate}
        fi
    done
    if [ -n "${lacking:-}" ]; then
        say "$lacking has no venv module. On Debian and Ubuntu: apt-get install python3-venv"
    else
        say "Python 3.11 or newer is needed. On Debian and Ubuntu: apt-get install python3 python3-venv"
    fi
    exit 1
}

make_venv() {
    if .venv/bin/python -m pip --version >/dev/null 2>&1; then return; fi
    python=$(find_python)
    say "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
}

# uv takes seconds where pip takes a minute; where it cannot be had, or does not find the registry, pip does it.
install_packages() {
    say "installing $(grep -c '^[a-z0-9].*==' "$lock") packages from $lock into .venv"
    if .venv/bin/python -m pip install -qq uv &&
        .venv/bin/uv pip install --python .venv/bin/python --require-hashes -r "$lock" >.venv/install.log 2>&1; then
        return
    fi
    .venv/bin/python -m pip install -qq --require-hashes -r "$lock"
}

install_noirmail() {
    say "installing noirmail itself, editable"
    .venv/bin/python -m pip install -qq --no-deps --editable .
}

# What tests use and no wheel has: a browser, and a mail system.
install_servers() {
    packages=
    lacks chromium chromium-browser google-chrome && packages="chromium fonts-dejavu-core"
    # Debian's mail systems exclude each other; Postfix and Dovecot need no service to be running.
    PATH="$PATH:/usr/sbin" lacks postfix && packages="$packages postfix"
    PATH="$PATH:/usr/sbin" lacks dovecot && packages="$packages dovecot-imapd"
    packages=${packages# }
    if [ -z "$packages" ]; then return; fi
    if ! command -v apt-get >/dev/null; then
        say "missing: $packages (Debian's names). The tests that need them cannot run until they are installed"
    elif [ "$(id -u)" = 0 ]; then
        apt_install ""
    elif [ "${CI:-}" = true ]; then
        apt_install "sudo -n"
    else
        say "missing: $packages. The tests that need them are skipped (as root, this would install them)"
    fi
}

lacks() {
    for name in "$@"; do
        if command -v "$name" >/dev/null; then return 1; fi
    done
}

apt_install() {
    say "installing Debian's $packages, for tests"
    $1 apt-get update -qq >&2 || say "apt-get update failed; trying with the lists there are"
    # Postfix is only run from folders of its own: Debian is to configure none.
    echo "postfix postfix/main_mailer_type select No configuration" | $1 debconf-set-selections || true
    $1 env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null ||
        say "$packages could not be installed: the tests that need them cannot run"
}

# The checkout's place belongs to it: a virtual environment cannot be moved. Who can test can run.
wanted=$(pwd; cat pyproject.toml requirements.lock requirements-dev.lock | cksum)
is_current() { [ -x .venv/bin/noirmail ] && [ "$(cat ".venv/noirmail-$1" 2>/dev/null)" = "$wanted" ]; }

if ! is_current "$purpose" && ! is_current test; then
    make_venv
    install_packages
    install_noirmail
    echo "$wanted" >".venv/noirmail-$purpose"
fi
if [ "$purpose" = test ]; then install_servers; fi
