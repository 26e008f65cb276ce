# Pools in whatever state, and all that `zpool status` and its kin say of them.
disks f m1 m2
zpool create tank $D/f
zpool create other mirror $D/m1 $D/m2
fill /tank/data 2000
settle tank

cap zpool_status 'two pools that are well' zpool status
cap zpool_status_x 'all pools are well' zpool status -x
cap zpool_status_x_one 'one pool that is well' zpool status -x tank
cap zpool_status_v 'with what is damaged: nothing' zpool status -v
cap zpool_status_P 'whole paths' zpool status -P
cap zpool_status_L 'real paths' zpool status -L
cap zpool_status_g 'guids for names' zpool status -g
cap zpool_status_p 'exact numbers' zpool status -p
cap zpool_status_s 'slow operations' zpool status -s
cap zpool_status_i 'initialised or not' zpool status -i
cap zpool_status_t 'trimmed or not' zpool status -t
cap zpool_status_e 'only what is unhealthy: nothing' zpool status -e
cap zpool_status_d 'direct writes' zpool status -d
cap zpool_status_D 'the table of duplicates' zpool status -D tank
cap zpool_status_T 'a time in front' zpool status -T u tank
cap zpool_status_json 'as JSON' zpool status -j
cap zpool_status_json_all 'as JSON with all that may be added' zpool status -jpPstid --json-int
cap zpool_status_json_flat 'as JSON without nesting' zpool status -j --json-flat-vdevs
cap zpool_status_json_guid 'as JSON, keyed by guid' zpool status -j --json-pool-key-guid
cap zpool_status_json_D 'as JSON with the table of duplicates' zpool status -jD tank

at 1
zpool scrub tank
scanned tank
zpool scrub other
scanned other
cap zpool_status_scrubbed 'after a scrub' zpool status
cap zpool_status_json_scrubbed 'as JSON after a scrub' zpool status -j tank

# Degraded by hand, and back.
zpool offline other $D/m2
cap zpool_status_offline 'a mirror with a disk offline' zpool status other
cap zpool_status_x_offline 'only what is not well' zpool status -x
cap zpool_status_e_offline 'only disks that are not well' zpool status -e
cap zpool_list_degraded 'a degraded pool' zpool list
cap zpool_list_v_degraded 'a degraded pool with its vdevs' zpool list -v other
cap zpool_get_degraded 'a degraded pool' zpool get health,size other
cap zpool_status_json_offline 'as JSON' zpool status -j other
fill /other/data 1500
settle other
at 2
zpool online other $D/m2
scanned other
settle other
sleep 1
cap zpool_status_resilvered 'after a resilver' zpool status other

# A disk that is gone: its guid stands for it.
zpool export other
rm $D/m2
zpool import -d $D other
cap zpool_status_missing_disk 'a disk that is gone' zpool status other
cap zpool_status_g_missing_disk 'the same, guids for names' zpool status -g other
cap zpool_list_v_missing_disk 'a disk that is gone' zpool list -v other
cap zpool_list_Hpv_missing_disk 'the same, for programs' zpool list -Hpv other
cap zpool_iostat_v_missing_disk 'a disk that is gone' zpool iostat -v other
cap zpool_status_json_missing_disk 'as JSON' zpool status -j other
disks m3
at 3
gone=$(zpool status other | awk '/was/ { print $1 }')
if [ -n "$gone" ] && can zpool replace -f other "$gone" $D/m3; then
    scanned other
    settle other
    cap zpool_status_replaced 'after a replacement' zpool status other
else
    skip 'zpool_status_replaced: it can not be replaced'
fi
