# A pool that stopped: its disk returns nothing any more. Last, because a module may not get rid of it.
disks f g
zpool create tank $D/f
zfs create tank/a
if [ -x /usr/sbin/zinject ] && can zpool create -o failmode=continue other $D/g; then
    zfs create other/a
    fill /other/a/data 300
    settle other
    zinject -d $D/g -e nxio -T all other >/dev/null || zinject -d $D/g -D 10:1 other >/dev/null || :
    (echo x >/other/a/new && sync) >/dev/null 2>&1 &
    may timeout 20 zpool scrub other
    for try in $(seq 20); do
        zpool list -H -o health other | grep -Eq 'SUSPENDED|UNAVAIL|FAULTED' && break
        sleep 1
    done
    if zpool list -H -o health other | grep -Eq 'SUSPENDED|UNAVAIL|FAULTED'; then
        cap zpool_list_suspended 'a pool that stopped' zpool list
        cap zpool_list_Hp_suspended 'the same with -Hp' zpool list -Hp
        cap zpool_get_Hp_suspended 'a pool that stopped' zpool get -Hp size,health,capacity other
        cap zpool_status_suspended 'a pool that stopped' zpool status other
        cap zpool_status_x_suspended 'only what is not well' zpool status -x
        cap zpool_status_json_suspended 'as JSON' zpool status -j other
        either zfs_list_suspended 'datasets of a pool that stopped' zfs list -H -o name,used -r other
    else
        skip 'zpool_list_suspended: it does not stop'
    fi
    may zinject -c all
    may timeout 30 zpool clear other
fi
