# What can be imported, and how far what was lost can be told.
show() { either "zpool_import_$1" "$2" zpool import -d $D; }
disks a1 a2 b1 b2 b3 c1 l1
zpool create tank mirror $D/a1 $D/a2
zpool create other raidz $D/b1 $D/b2 $D/b3
zpool export tank
zpool export other
show two 'two pools that are well'
either zpool_import_json 'as JSON' zpool import -d $D -j
rm $D/a2
show degraded 'a mirror without one disk'
rm $D/b1 $D/b2
show unavail 'a raidz without two disks'
fail zpool_import_other_unavail 'not enough is left of it' zpool import -d $D other
rm -f $D/*
disks a1 l1
if can zpool create -f tank $D/a1 log $D/l1; then
    zpool export tank
    rm $D/l1
    show no_log 'a pool without its log'
    fail zpool_import_tank_no_log 'without its log' zpool import -d $D tank
fi
rm -f $D/*
disks a1
zpool create tank $D/a1
destroy tank
either zpool_import_destroyed 'a pool that was destroyed' zpool import -d $D -D
show destroyed_hidden 'the same, not asked for'
rm -f $D/*
disks a1
zpool create tank $D/a1
# A copy of what is being written would be a damaged pool, now and then.
zpool sync tank 2>/dev/null || sleep 6
cp $D/a1 $D/copy
zpool export tank
disks a1
mv $D/copy $D/a1
show in_use 'a pool that was not exported'
either zpool_import_in_use_tank 'it was not exported' zpool import -d $D tank
may zpool export tank
if can zpool create -f -d tank $D/a1 || can zpool create -f -o version=10 tank $D/a1; then
    zpool export tank
    show old 'a pool without features, or of an old version'
    zpool import -d $D tank
    cap zpool_status_old 'a pool without features, or of an old version' zpool status tank
    cap zpool_upgrade 'a pool that can be upgraded' zpool upgrade
    cap zpool_list_Hp_o_version_old 'a pool without features, or of an old version' zpool list -H -o name,version,health
fi
destroy tank
rm -f $D/*

# A pool whose only disk is gone when ZFS starts. The daemon can be started again; a module finds its
# pools only once.
if can pidof zfs-fuse; then
    disks g f m1 m2
    zpool create tank $D/f
    zfs create tank/a
    zpool create other mirror $D/m1 $D/m2
    zpool create sick $D/g
    settle tank
    sleep 1
    rm $D/g
    kill "$(pidof zfs-fuse)"
    for try in $(seq 60); do
        can zpool list || break
        sleep 0.5
    done
    zfs-fuse --no-daemon --no-kstat-mount >/dev/null 2>&1 &
    for try in $(seq 60); do
        can zpool list && break
        sleep 0.5
    done
    cap zpool_list_faulted 'the device of a pool is gone: every number is "-", the health says it' zpool list
    cap zpool_list_H_faulted 'the same with -H' zpool list -H
    cap zpool_list_H_o_faulted 'the same, asked alone: exit 0' zpool list -H -o name,size,allocated,free,capacity,dedupratio,health,guid sick
    cap zpool_get_all_faulted 'every property of a faulted pool' zpool get all sick
    cap zpool_status_faulted 'the status of a faulted pool' zpool status sick
    cap zpool_status_x_faulted 'only what is not well' zpool status -x
    fail zfs_get_faulted 'properties of a faulted pool: said not to exist' zfs get -Hp used sick
    fail zfs_list_faulted 'datasets of a faulted pool: said not to exist' zfs list -H -o name,used sick
    cap zfs_list_with_a_faulted_pool 'everything, while one pool is faulted: it is left out, exit 0, nothing on stderr' zfs list -H -o name,used
    exit 0
fi
skip 'zpool_list_faulted and its like: ZFS can not be started again here'
