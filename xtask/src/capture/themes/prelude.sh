# What every theme of cases is written with. `cargo xtask capture` runs each theme in a shell of
# its own, after this one; no pool is there when it begins.
#
#   cap  CASE SHOWS zfs|zpool …    keeps what a command prints, if it ends with 0
#   fail CASE SHOWS zfs|zpool …    the same, if it ends with anything else
#   either CASE SHOWS …            the same, however it ends
#
# A command that ends otherwise is one that this release does not have, or does not refuse: the case
# is skipped, and that is told. Options go before CASE: `--expect ok|err|later` where the default for
# its command does not hold, `--note TEXT`, `--input FILE`, `--output dropped`, `--output late` (a stream that is
# read when some time has gone, so that progress is told), `--as user`.
#
# Names and places are fixed, so that they are the same in every capture: pools live below /run/zqt,
# in an engine that nobody else sees.

export PATH=/usr/sbin:/sbin:/usr/bin:/bin LC_ALL=C TZ=UTC
D=/run/zqt
TAB=$(printf '\t')
LF='
'
# Mon Nov 30 22:00:00 2026
EPOCH=1796076000

cap() { "$RECORD" "$OUT" --want ok "$@" </dev/null; }
fail() { "$RECORD" "$OUT" --want fail "$@" </dev/null; }
either() { "$RECORD" "$OUT" --want any "$@" </dev/null; }

# Whether something works here; it is not told why not.
can() { "$@" >/dev/null 2>&1; }

# Does what can be done.
may() { "$@" >/dev/null 2>&1 || :; }

skip() {
    echo "skipped: $*"
    echo "$*" >>"$OUT/skipped"
}

# Sets the clock, where it is ours: so many hours after the first. All that happens until the next
# call is shown as of that hour.
at() {
    [ -z "$CLOCK" ] || date -s "@$((EPOCH + $1 * 3600))" >/dev/null
}

disks() {
    for disk in "$@"; do
        rm -f "$D/$disk"
        # A file of its own for each: what an earlier pool wrote can't be met again.
        truncate -s "${SIZE:-256M}" "$D/$disk"
    done
}

# Makes the rest of what was written count: a snapshot waits for it on every system.
settle() {
    zfs snapshot "$1@settle" && zfs destroy "$1@settle"
}

# A file of so many KiB that doesn't compress, the same in every run.
fill() {
    awk -v n="$2" 'BEGIN { s = 1; for (i = 0; i < n * 16; i++) { l = "";
        for (j = 0; j < 9; j++) { s = (s * 16807) % 2147483647; l = l sprintf("%07x", s % 268435456) }
        print l } }' >"$1"
}

# zfs-fuse lets go of a pool a moment after its unmounting is done.
destroy() {
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        can zpool list -H "$1" || return 0
        can zpool destroy -f "$1" || sleep 1
    done
    zpool destroy -f "$1"
}

# The same for a filesystem and all that is below it.
remove() {
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        can zfs destroy -r "$1" && return
        sleep 1
    done
    zfs destroy -r "$1"
}

# Waits until a pool's scan is over.
scanned() {
    for try in $(seq 300); do
        zpool status "$1" | grep -q 'in progress' || return 0
        sleep 0.2
    done
    echo "$1 is still being scanned"
    return 1
}

set -e
