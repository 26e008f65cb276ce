# A pool that stopped: what its disk lies on is full. Last, because a module may not get rid of it.
if [ -z "$CLOCK" ]; then
    # The daemon would wait for it when it ends.
    skip 'suspended: only where the whole system is ours'
    exit 0
fi
disks f
zpool create tank $D/f
zfs create tank/a
mkdir $D/small
mount -t tmpfs -o size=80M small $D/small
truncate -s 256M $D/small/g
zpool create other $D/small/g
zfs create other/a
settle other
dd if=/dev/zero of=$D/small/filler bs=1M 2>/dev/null || :
(fill /other/a/data 4000 && sync) >/dev/null 2>&1 &
stopped=
for try in $(seq 60); do
    if zpool list -H -o health other | grep -q SUSPENDED; then
        stopped=yes
        break
    fi
    sleep 1
done
if [ -n "$stopped" ]; then
    cap zpool_list_suspended 'a pool that stopped' zpool list
    cap zpool_list_Hp_suspended 'the same with -Hp' zpool list -Hp
    cap zpool_list_v_suspended 'the same with its vdevs' zpool list -v other
    cap zpool_get_Hp_suspended 'a pool that stopped' zpool get -Hp size,health,capacity other
    cap zpool_status_suspended 'a pool that stopped' zpool status other
    cap zpool_status_x_suspended 'only what is not well' zpool status -x
    cap zpool_status_json_suspended 'as JSON' zpool status -j other
else
    skip 'suspended: the pool does not stop'
fi
rm $D/small/filler
zpool clear other &
sleep 5
