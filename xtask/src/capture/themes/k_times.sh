# History, events, and figures of input and output.
# What earlier themes did is no part of this one.
may zpool events -c
disks f m1 m2
zpool create tank $D/f
zpool create other mirror $D/m1 $D/m2
zfs create -o compression=on tank/a
zfs set 'org.example:note=plain text' tank/a
zfs snapshot tank/a@one
zfs rename tank/a@one tank/a@two
may zfs create 'tank/two  words'
may zfs destroy tank/nope
settle tank
cap zpool_history 'what was done' zpool history tank
cap zpool_history_l 'by whom' zpool history -l tank
cap zpool_history_i 'and what was done inside' zpool history -i tank
cap zpool_history_il 'everything' zpool history -il tank
cap zpool_history_all 'of all pools' zpool history

cap zpool_iostat 'since boot' zpool iostat
cap zpool_iostat_v 'with vdevs' zpool iostat -v
cap zpool_iostat_H 'for programs' zpool iostat -H
cap zpool_iostat_Hp 'exactly' zpool iostat -Hp
cap zpool_iostat_Hpv 'exactly, with vdevs' zpool iostat -Hpv
cap zpool_iostat_l 'with latencies' zpool iostat -l tank
cap zpool_iostat_q 'with queues' zpool iostat -q tank
cap zpool_iostat_lq 'with latencies and queues' zpool iostat -lq tank
cap zpool_iostat_Hplq 'the same, for programs' zpool iostat -Hplq tank
cap zpool_iostat_w 'histograms of latency' zpool iostat -w tank
cap zpool_iostat_r 'histograms of sizes' zpool iostat -r tank
cap zpool_iostat_P 'whole paths' zpool iostat -vP other
cap zpool_iostat_g 'guids for names' zpool iostat -vg other
cap zpool_iostat_twice 'twice: since boot, and in between' zpool iostat tank 1 2
cap zpool_iostat_y_once 'not since boot' zpool iostat -y tank 1 1
cap zpool_iostat_n_twice 'the headers once' zpool iostat -n tank 1 2
cap zpool_iostat_T 'a time in front' zpool iostat -T u tank
cap zpool_iostat_T_d 'a date in front' zpool iostat -T d tank

cap zpool_events 'events' zpool events
cap zpool_events_H 'for programs' zpool events -H
cap zpool_events_v 'with all that they tell' zpool events -v
cap zpool_events_c 'cleared' zpool events -c
cap zpool_events_none 'none' zpool events
cap zpool_scrub_w 'nothing is said' zpool scrub -w other
cap zpool_sync 'nothing is said' zpool sync other
cap zpool_reguid 'nothing is said' zpool reguid other
cap zpool_wait 'nothing is said' zpool wait -t scrub other
cap zfs_upgrade 'versions of filesystems' zfs upgrade
cap zpool_upgrade_current 'nothing to upgrade' zpool upgrade
cap zpool_split_n 'what would be split off' zpool split -n other third
cap zpool_create_n 'what would be made' zpool create -n third $D/m9
disks m9
cap zpool_create_n_one 'what would be made' zpool create -n third $D/m9
cap zpool_add_n 'what would be added' zpool add -n tank $D/m9
cap zpool_remove_n 'what would be removed' zpool remove -n tank $D/f
cap zpool_prefetch 'the tables of duplicates' zpool prefetch -t ddt tank
cap zpool_ddtprune 'nothing to prune' zpool ddtprune -p 10 tank
cap zfs_program 'a channel program' zfs program tank $D/m9 x
echo 'return {c={true, 2, "x"}}' >$D/script
cap zfs_program_table 'what a channel program returns' zfs program tank $D/script
cap zfs_program_json 'as JSON' zfs program -j tank $D/script
echo 'error("no")' >$D/script
fail zfs_program_error 'a channel program that fails' zfs program tank $D/script
