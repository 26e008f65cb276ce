# Pools of every make: what is in them shows in `status`, `list -v` and `iostat -v`.
show() {
    cap "zpool_status_$1" "$2" zpool status tank
    cap "zpool_list_v_$1" "$2" zpool list -v tank
    cap "zpool_list_Hpv_$1" "$2" zpool list -Hpv tank
    cap "zpool_status_json_$1" "$2" zpool status -j tank
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
again
disks a1 c1
make $D/a1 cache $D/c1 && show cache 'with a cache'
again
disks a1 a2 s1 s2 d1 d2 l1 b1 b2
make mirror $D/a1 $D/a2 special mirror $D/s1 $D/s2 dedup mirror $D/d1 $D/d2 log $D/l1 spare $D/b1 $D/b2 &&
    show special 'with special and dedup mirrors, a log and two spares' && again
disks a1 a2 a3 a4 a5 a6
make draid1:2d:6c:1s $D/a1 $D/a2 $D/a3 $D/a4 $D/a5 $D/a6 && show draid 'a draid with a distributed spare' && again

# A spare takes over.
disks a1 a2 b1
if make mirror $D/a1 $D/a2 spare $D/b1; then
    fill /tank/data 800
    settle tank
    at 1
    if can zpool replace tank $D/a2 $D/b1; then
        scanned tank
        settle tank
        show spare 'a spare is in use'
    fi
    again
fi

# A vdev that was removed leaves a mapping.
disks a1 a2
if make $D/a1 $D/a2; then
    fill /tank/data 400
    settle tank
    at 2
    if can zpool remove tank $D/a2; then
        can zpool wait -t remove tank || sleep 5
        settle tank
        show removed 'a vdev that was removed'
    fi
    again
fi

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
disks a1 a2 a3 a4
if make raidz $D/a1 $D/a2 $D/a3; then
    fill /tank/data 400
    settle tank
    at 3
    if can zpool attach tank raidz1-0 $D/a4; then
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
still=/sys/module/zfs/parameters/zfs_scan_suspend_progress
disks a1 a2 a3
if [ -w $still ] && make mirror $D/a1 $D/a2; then
    fill /tank/data 800
    settle tank
    at 4
    echo 1 >$still
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
    echo 0 >$still
    scanned tank
fi
again

# Errors that the module is told to find.
disks a1 a2
if [ -x /usr/sbin/zinject ] && make mirror $D/a1 $D/a2; then
    fill /tank/data 800
    fill '/tank/two words' 100
    settle tank
    zpool export tank
    zpool import -d $D tank
    at 5
    for file in data 'two words'; do
        zinject -t data -e checksum -f 100 "/tank/$file" >/dev/null
    done
    may cat /tank/data '/tank/two words'
    zinject -c all >/dev/null
    may zpool sync tank
    cap --note 'errors that were injected' zpool_status_errors 'files that are damaged, not named' zpool status tank
    cap --note 'errors that were injected' zpool_status_v_errors 'files that are damaged' zpool status -v tank
    cap --note 'errors that were injected' zpool_status_json_v_errors 'as JSON' zpool status -jv tank
    cap --note 'errors that were injected' zpool_status_x_errors 'not well' zpool status -x
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
