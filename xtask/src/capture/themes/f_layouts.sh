# Pools of every make: what is in them shows in `status`, `list -v` and `iostat -v`.
show() {
    cap "zpool_status_$1" "$2" zpool status tank
    cap "zpool_list_v_$1" "$2" zpool list -v tank
    cap "zpool_list_Hpv_$1" "$2" zpool list -Hpv tank
    cap "zpool_status_json_$1" "$2" zpool status -j tank
}
# Makes something stand still, by a parameter of the module; `$still` is empty where there is none.
still() {
    still=
    if [ -w "$1" ]; then
        still=$1
        echo "$2" >"$1"
    fi
}
again() {
    destroy tank
    rm -rf $D/*
}
make() {
    can zpool create -f tank "$@" && return
    echo "skipped: a pool of $*"
    return 1
}

disks a1 a2 a3 a4 a5 b1 b2 c1 c2
make mirror $D/a1 $D/a2 mirror $D/a3 $D/a4 && show mirrors 'two mirrors' && again
disks a1 a2 a3 a4 a5 b1
make raidz2 $D/a1 $D/a2 $D/a3 $D/a4 $D/a5 spare $D/b1 && show raidz2 'a raidz2 with a spare'
cap zpool_iostat_v_raidz2 'since boot: a raidz2' zpool iostat -v tank
again
disks a1 a2 a3 l1 l2 c1 c2
make raidz $D/a1 $D/a2 $D/a3 log mirror $D/l1 $D/l2 && show log 'with a mirrored log'
cap zpool_iostat_Hv_log 'since boot: with a mirrored log' zpool iostat -Hv tank
again
disks a1 c1
make $D/a1 cache $D/c1 && show cache 'with a cache'
cap zpool_iostat_Hv_cache 'since boot: with a cache' zpool iostat -Hv tank
again
disks a1 a2 s1 s2 d1 d2 l1 b1 b2
make mirror $D/a1 $D/a2 special mirror $D/s1 $D/s2 dedup mirror $D/d1 $D/d2 log $D/l1 spare $D/b1 $D/b2 &&
    show special 'with special and dedup mirrors, a log and two spares' && again
disks a1 a2 a3 a4 a5 a6
make draid1:2d:6c:1s $D/a1 $D/a2 $D/a3 $D/a4 $D/a5 $D/a6 && show draid 'a draid with a distributed spare' && again

# A spare takes over. OpenZFS looks at a spare with O_DIRECT, which a file in memory does not take: its
# disks are files on another pool.
if [ -n "$CLOCK" ]; then
    SIZE=2G disks base
    zpool create other $D/base
    D=/other
fi
disks a1 a2 b1
if make mirror $D/a1 $D/a2 spare $D/b1; then
    fill /tank/data 800
    settle tank
    at 1
    if can zpool replace tank $D/a2 $D/b1; then
        scanned tank
        settle tank
        sleep 1
        show spare 'a spare is in use'
    else
        skip 'spare: it does not take over'
    fi
    destroy tank
fi
if [ -n "$CLOCK" ]; then
    D=/run/zqt
    destroy other
fi
rm -rf $D/*

# A vdev that was removed leaves a mapping.
SIZE=1G disks a1 a2
if make $D/a1 $D/a2; then
    fill /tank/data 400
    settle tank
    at 2
    still /sys/module/zfs/parameters/zfs_removal_suspend_progress 1
    if can zpool remove tank $D/a2; then
        if [ -n "$still" ]; then
            show removing 'a vdev that is being removed'
            still "$still" 0
        fi
        can zpool wait -t remove tank || sleep 5
        settle tank
        show removed 'a vdev that was removed'
    else
        skip 'removed: a vdev can not be removed here'
    fi
fi
again

# A checkpoint.
disks a1
if make $D/a1 && can zpool checkpoint tank; then
    settle tank
    show checkpoint 'with a checkpoint'
    cap zpool_list_checkpoint 'with a checkpoint' zpool list tank
    fail zpool_checkpoint_exists 'there is one already' zpool checkpoint tank
fi
again

# One disk more for a raidz.
disks a1 a2 a3 a4 a5
if make raidz $D/a1 $D/a2 $D/a3; then
    fill /tank/data 400
    settle tank
    at 3
    still /sys/module/zfs/parameters/raidz_expand_max_reflow_bytes 65536
    if can zpool attach tank raidz1-0 $D/a4; then
        if [ -n "$still" ]; then
            show expanding 'a raidz that is being expanded'
            fail zpool_attach_expanding 'it is being expanded already' zpool attach tank raidz1-0 $D/a5
            still "$still" 0
        fi
        can zpool wait -t raidz_expand tank || sleep 5
        settle tank
        show expanded 'a raidz that was expanded'
    else
        skip 'expanded: a raidz can not be expanded here'
    fi
fi
again

# Initialised disks.
disks a1 a2
if make mirror $D/a1 $D/a2 && can zpool initialize tank; then
    can zpool wait -t initialize tank || sleep 5
    cap zpool_status_i_initialized 'disks that were initialised' zpool status -i tank
fi
again

# A scan that stands still: where the module can be told so.
disks a1 a2 a3
still /sys/module/zfs/parameters/zfs_scan_suspend_progress 0
if [ -n "$still" ] && make mirror $D/a1 $D/a2; then
    fill /tank/data 800
    settle tank
    at 4
    still "$still" 1
    zpool scrub tank
    settle tank
    show scrubbing 'a scrub that runs'
    zpool scrub -p tank
    settle tank
    show paused 'a scrub that is paused'
    fail zpool_scrub_p_paused 'paused already' zpool scrub -p tank
    zpool scrub -s tank
    settle tank
    show canceled 'a scrub that was stopped'
    zpool replace tank $D/a2 $D/a3
    settle tank
    show resilvering 'a resilver that runs, a disk that is being replaced'
    fail zpool_scrub_resilvering 'while resilvering' zpool scrub tank
    still "$still" 0
    scanned tank
fi
again

# Where a text lies in a file; one of these tools can tell.
find_text() {
    if can grep -abo x /etc/passwd; then
        grep -abo "$2" "$1" | cut -d : -f 1
        return
    fi
    strings -t d "$1" | awk -v text="$2" 'index($0, text) { print $1 }'
}
hurt() {
    for place in $(find_text "$1" "$2"); do
        head -c 16 /dev/zero | dd of="$1" bs=1 seek="$place" conv=notrunc 2>/dev/null
    done
}

# Damage that a mirror heals, and damage that stays.
disks a1 a2
if make mirror $D/a1 $D/a2; then
    zfs set compression=off tank
    zfs create tank/a
    for file in data a/data 'two words' healed "tab${TAB}in it"; do
        (for n in $(seq 400); do echo "mark of $file, line $n"; done) >"/tank/$file"
    done
    zfs snapshot tank/a@one
    settle tank
    zpool export tank
    for disk in a1 a2; do
        for file in data a/data 'two words' "tab${TAB}in it"; do
            hurt $D/$disk "mark of $file, line 300"
        done
    done
    hurt $D/a1 'mark of healed, line 300'
    zpool import -d $D tank
    at 5
    zpool scrub tank
    scanned tank
    if zpool status tank | grep -q 'errors: No known'; then
        skip 'errors: the damage was not found'
    else
        note='bytes were overwritten on both disks, and in one file on one of them'
        cap --note "$note" zpool_status_errors 'files that are damaged, not named' zpool status tank
        cap --note "$note" zpool_status_v_errors 'files that are damaged, a snapshot as well' zpool status -v tank
        cap --note "$note" zpool_status_json_v_errors 'as JSON' zpool status -jv tank
        cap --note "$note" zpool_status_x_errors 'not well' zpool status -x
        cap --note "$note" zpool_status_e_errors 'only disks with errors' zpool status -e
        rm /tank/data
        settle tank
        cap --note "$note" zpool_status_v_errors_removed 'a damaged file was removed' zpool status -v tank
        cap zpool_clear 'nothing is said' zpool clear tank
        cap --note "$note" zpool_status_v_errors_cleared 'the counts are gone, the damage is not' zpool status -v tank
        fail --output dropped zfs_send_damaged 'a damaged file' zfs send tank/a@one
    fi
fi
again

# Duplicates.
disks a1
if make -O dedup=on $D/a1; then
    for n in 1 2 3; do fill /tank/$n 300; done
    settle tank
    may zpool sync tank
    cap zpool_status_D_dedup 'a table of duplicates' zpool status -D tank
    cap zpool_list_dedup 'with duplicates' zpool list -Hp tank
    cap zpool_status_json_D_dedup 'as JSON' zpool status -jD tank
fi
