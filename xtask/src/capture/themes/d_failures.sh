# Refusals: what is said, where, and with which status.
disks f m1 m2
zpool create tank $D/f
zpool create other mirror $D/m1 $D/m2
zfs create tank/a
zfs create tank/a/c
zfs create tank/refs
zfs snapshot tank/a@one
zfs snapshot tank/a@two
zfs clone tank/a@one tank/clone

fail zfs_list_bad_depth 'a depth that is no number' zfs list -d x
fail zfs_list_bad_name 'a name that can not be' zfs list -H -o name tank/a@b@c
fail zfs_list_bad_option 'an option that no ZFS has' zfs list -Q
fail zfs_list_bad_property 'a property that no ZFS has' zfs list -o name,bogus
fail zfs_list_bad_sort 'a sort key that no ZFS has' zfs list -s bogus
fail zfs_list_bad_type 'a type that no ZFS has' zfs list -t bogus
fail --expect err zfs_list_j_refused 'list has no -j here' zfs list -j
fail zfs_list_p_refused 'list has no -p here' zfs list -H -p -o name,used
fail zfs_list_missing 'a dataset that does not exist' zfs list -H -o name tank/nope
fail zfs_list_missing_among_good 'two rows on stdout, a refusal on stderr' zfs list -H -o name,used tank nope tank/a@one
fail zfs_list_missing_pool 'a pool that does not exist' zfs list -H -o name nope
fail zfs_list_missing_snapshot 'a snapshot that does not exist' zfs list -H -o name tank/a@nope
fail zfs_list_missing_bookmark 'a bookmark that does not exist' zfs list -H -o name -t bookmark 'tank/a#nope'
fail zfs_list_path_missing 'a path that does not exist' zfs list -H -o name /nowhere
fail zfs_list_path_not_zfs 'a path that is not on ZFS' zfs list -H -o name /proc
fail zfs_list_trailing_slash 'a name that can not be' zfs list -H -o name tank/
fail zfs_list_empty_component 'an empty component' zfs list -H -o name tank//a
fail zfs_list_bad_character 'a name with a character that is not allowed' zfs list -H -o name 'tank/a$b'
fail zfs_list_name_too_long 'a name of 300 bytes' zfs list -H -o name "tank/$(printf 'x%.0s' $(seq 300))"
fail zfs_list_t_bookmark_refused 'a type of later systems' zfs list -t bookmark
fail zfs_list_written_refused 'a property of later systems' zfs list -o name,written
fail zfs_list_wrong_type 'a snapshot where filesystems are asked for' zfs list -H -t filesystem tank/a@one
fail zfs_list_json_missing 'no JSON at all when an operand is missing' zfs list -j tank nope
fail zfs_list_json_int_without_j '--json-int alone' zfs list --json-int

fail zfs_get_bad_column 'a column that no ZFS has' zfs get -H -o bogus used tank
fail zfs_get_bad_property 'a property that no ZFS has' zfs get -H bogus tank
fail zfs_get_bad_source 'a source that no ZFS has' zfs get -H -s bogus used tank
fail zfs_get_missing 'a dataset that does not exist' zfs get -Hp used tank/nope
fail zfs_get_missing_among_good 'rows on stdout, a refusal on stderr' zfs get -Hp used tank nope tank/a
fail zfs_get_no_arguments 'usage with the table of properties' zfs get
fail zfs_get_t_refused 'get has no -t here' zfs get -H -t filesystem used tank
fail zfs_get_json_missing 'no JSON at all when an operand is missing' zfs get -j used tank nope

fail zpool_get_H_refused 'zpool get knows no options: -H is taken for a property' zpool get -H all tank
fail zpool_get_o_refused 'zpool get knows no options: -o is taken for a property' zpool get -o name,value all tank
fail zpool_get_p_refused 'zpool get knows no options: -p is taken for a property' zpool get -p all tank
fail zpool_get_all_no_operand 'zpool get wants a pool' zpool get all
fail zpool_get_bad_property 'a property that no ZFS has' zpool get bogus tank
fail zpool_get_missing 'a pool that does not exist' zpool get size nope
fail zpool_get_missing_among_good 'rows on stdout, a refusal on stderr' zpool get size tank nope
fail zpool_get_no_arguments 'usage with the table of properties' zpool get
fail zpool_list_bad_name 'a name that can not be a pool' zpool list -H tank/a
fail zpool_list_bad_property 'a property that no ZFS has' zpool list -o name,bogus
fail zpool_list_bad_option 'an option that no ZFS has' zpool list -Q
fail zpool_list_fragmentation_refused 'a column of later systems' zpool list -o name,fragmentation
fail zpool_list_used_refused 'a column of earlier systems' zpool list -o name,used
fail zpool_list_missing 'a pool that does not exist' zpool list -H nope
either --expect err zpool_list_missing_among_good 'a row on stdout, a refusal on stderr; exit 0 on some systems' zpool list -H tank nope
fail zpool_list_p_refused 'list has no -p here' zpool list -Hp
fail --expect err zpool_list_v_refused 'list has no -v here' zpool list -v
fail zpool_status_missing 'a pool that does not exist' zpool status nope
fail zpool_status_missing_among_good 'one on stdout, a refusal on stderr' zpool status tank nope
fail zpool_status_bad_option 'an option that no ZFS has' zpool status -Q
fail zpool_status_json_missing 'as JSON' zpool status -j nope

fail zfs_create_exists 'a dataset that is there' zfs create tank/a
fail zfs_create_no_parent 'no parent' zfs create tank/no/such
fail zfs_create_no_pool 'no pool' zfs create nope/a
fail zfs_create_bad_name 'a character that is not allowed' zfs create 'tank/a$b'
fail zfs_create_bad_property 'a property that no ZFS has' zfs create -o bogus=1 tank/new
fail zfs_create_bad_value 'a value that the property does not take' zfs create -o compression=bogus tank/new
fail zfs_create_no_name 'no name' zfs create
fail zfs_create_volume_abort 'volumes do not exist here: an internal error, then the command dies of SIGABRT' zfs create -V 10M tank/vol
fail zfs_create_volume_no_size 'a volume of no size' zfs create -V 0 tank/nothing
fail zfs_snapshot_exists 'a snapshot that is there' zfs snapshot tank/a@one
fail zfs_snapshot_no_dataset 'of a dataset that does not exist' zfs snapshot tank/nope@one
fail zfs_snapshot_bad_name 'no @' zfs snapshot tank/a
fail zfs_destroy_missing 'a dataset that does not exist' zfs destroy tank/nope
fail zfs_destroy_children 'it has children' zfs destroy tank/a
fail zfs_destroy_clones 'it has a clone' zfs destroy tank/a@one
fail zfs_destroy_r_clones 'something below it has a clone' zfs destroy -r tank/a
fail zfs_destroy_snapshot_missing 'a snapshot that does not exist' zfs destroy tank/a@nope
fail zfs_destroy_bookmark_missing 'a bookmark that does not exist' zfs destroy 'tank/a#nope'
fail zfs_rollback_newer 'there is a newer snapshot' zfs rollback tank/a@one
fail zfs_rollback_not_a_snapshot 'a filesystem' zfs rollback tank/a
fail zfs_rename_other_pool 'into another pool' zfs rename tank/a other/a
fail zfs_rename_exists 'onto another' zfs rename tank/a tank/clone
fail zfs_rename_below_itself 'below itself' zfs rename tank/a tank/a/b
fail zfs_clone_exists 'onto another' zfs clone tank/a@one tank/refs
fail zfs_clone_other_pool 'into another pool' zfs clone tank/a@one other/a
fail zfs_clone_missing 'of a snapshot that does not exist' zfs clone tank/a@nope tank/new
fail zfs_promote_no_clone 'no clone' zfs promote tank/refs
fail zfs_set_read_only 'a property that is read-only' zfs set used=1 tank/a
fail zfs_set_bad_value 'a value that the property does not take' zfs set compression=bogus tank/a
fail zfs_set_bad_number 'a size that is none' zfs set quota=12bananas tank/a
fail zfs_set_bad_property 'a property that no ZFS has' zfs set bogus=1 tank/a
fail zfs_set_user_bad_name 'a user property in capitals' zfs set 'org.example:Note=1' tank/a
fail zfs_set_no_value 'no =' zfs set compression tank/a
fail zfs_set_of_snapshot 'a property that snapshots do not have' zfs set quota=1M tank/a@one
fail zfs_set_too_long 'a value that is too long' zfs set "org.example:long=$(printf 'x%.0s' $(seq 9000))" tank/a
fail zfs_set_quota_too_small 'less than is used' zfs set quota=1K tank/a
fail zfs_set_reservation_too_big 'more than there is' zfs set reservation=1T tank/a
fail zfs_set_missing 'a dataset that does not exist' zfs set compression=on tank/nope
fail zfs_inherit_read_only 'a property that can not be inherited' zfs inherit used tank/a
fail zfs_mount_mounted 'a filesystem that is mounted' zfs mount tank/a
fail zfs_mount_snapshot 'a snapshot' zfs mount tank/a@one
zfs unmount tank/refs
fail zfs_unmount_unmounted 'a filesystem that is not mounted' zfs unmount tank/refs
zfs set mountpoint=legacy tank/refs
fail zfs_mount_legacy 'a filesystem with a legacy mount point' zfs mount tank/refs
zfs set mountpoint=none tank/refs
fail zfs_mount_none 'a filesystem with no mount point' zfs mount tank/refs
zfs inherit mountpoint tank/refs
zfs set canmount=off tank/refs
fail zfs_mount_canmount_off 'a filesystem that is not to be mounted' zfs mount tank/refs
fail zfs_send_missing 'a snapshot that does not exist' zfs send tank/a@nope
fail zfs_send_filesystem 'no snapshot' zfs send -i tank/a@one tank/refs
fail zfs_send_wrong_order 'an older snapshot from a newer one' zfs send -i tank/a@two tank/a@one
fail zfs_send_no_source 'from a snapshot that does not exist' zfs send -i @nope tank/a@two
fail zfs_send_bad_token 'a token that is none' zfs send -t 1-bogus
fail zfs_receive_nothing 'an empty stream' zfs receive tank/new
head -c 4096 /dev/zero >$D/zeros
fail --input $D/zeros zfs_receive_zeros 'no stream' zfs receive tank/new
zfs send tank/a@one >$D/full
zfs send -i @one tank/a@two >$D/incremental
fail --input $D/full zfs_receive_exists 'onto a dataset that is there' zfs receive tank/refs
fail --input $D/incremental zfs_receive_no_base 'an incremental stream without its base' zfs receive tank/refs
fail --input $D/incremental zfs_receive_no_dataset 'an incremental stream onto nothing' zfs receive tank/new
head -c 600 $D/full >$D/cut
fail --input $D/cut zfs_receive_cut 'a stream that ends too soon' zfs receive tank/new
zfs receive tank/copy <$D/full
echo changed >/tank/copy/changed
fail --input $D/incremental zfs_receive_modified 'onto a dataset that was changed' zfs receive tank/copy
if can zfs hold keep tank/a@two; then
    fail zfs_hold_exists 'a tag that is there' zfs hold keep tank/a@two
    fail zfs_hold_missing 'a snapshot that does not exist' zfs hold keep tank/a@nope
    fail zfs_hold_dot 'a tag with a leading dot' zfs hold .keep tank/a@two
    fail zfs_release_missing 'a tag that is not there' zfs release nope tank/a@two
    fail zfs_destroy_held 'a snapshot that is held' zfs destroy tank/a@two
    zfs release keep tank/a@two
fi
if can zfs bookmark tank/a@two 'tank/a#mark'; then
    fail zfs_bookmark_exists 'a bookmark that is there' zfs bookmark tank/a@two 'tank/a#mark'
    fail zfs_bookmark_missing 'of a snapshot that does not exist' zfs bookmark tank/a@nope 'tank/a#new'
    fail zfs_get_bookmark_bad_property 'of a bookmark' zfs get -H quota,used,nope 'tank/a#mark'
fi
fail zfs_diff_missing 'a snapshot that does not exist' zfs diff tank/a@nope
fail zfs_diff_wrong_order 'a newer snapshot first' zfs diff tank/a@two tank/a@one
fail zfs_allow_bad_permission 'a permission that no ZFS has' zfs allow daemon bogus tank/a
fail zfs_userspace_bad_column 'a column that no ZFS has' zfs userspace -o bogus tank
fail zfs_userspace_missing 'a dataset that does not exist' zfs userspace tank/nope
fail zfs_holds_missing 'a snapshot that does not exist' zfs holds tank/a@nope
fail zfs_holds_no_python 'the helper is not packaged' zfs holds tank/a@one
fail zfs_key_load_not_encrypted 'no encryption' zfs load-key tank/a
fail zfs_upgrade_bad_version 'a version that no ZFS has' zfs upgrade -V 99 tank/a

disks free
fail zpool_create_exists 'a pool that is there' zpool create tank $D/free
fail zpool_create_bad_name 'a name that is reserved' zpool create mirror $D/free
fail zpool_create_too_small 'a disk that is too small' zpool create new $D/zeros
fail zpool_create_in_use 'a disk that another pool has' zpool create new $D/f
fail zpool_create_missing_disk 'a disk that does not exist' zpool create new $D/nowhere
fail zpool_create_mirror_of_one 'a mirror of one' zpool create new mirror $D/m1
fail zpool_create_bad_property 'a property that no ZFS has' zpool create -o bogus=1 new $D/free
fail zpool_destroy_missing 'a pool that does not exist' zpool destroy nope
fail zpool_export_missing 'a pool that does not exist' zpool export nope
fail zpool_import_missing 'a pool that does not exist' zpool import -d $D nope
fail zpool_scrub_missing 'a pool that does not exist' zpool scrub nope
fail zpool_scrub_s_none 'nothing to stop' zpool scrub -s tank
fail zpool_scrub_p_none 'nothing to pause' zpool scrub -p tank
fail zpool_offline_last 'the only disk' zpool offline tank $D/f
fail zpool_offline_unknown 'a disk that is not there' zpool offline tank $D/nowhere
fail zpool_detach_last 'the only disk' zpool detach tank $D/f
fail zpool_attach_in_use 'a disk that another pool has' zpool attach tank $D/f $D/m1
fail zpool_replace_unknown 'a disk that is not there' zpool replace tank $D/nowhere $D/free
fail zpool_remove_only 'the only disk' zpool remove tank $D/f
fail zpool_set_read_only 'a property that is read-only' zpool set size=1 tank
fail zpool_set_bad_value 'a value that the property does not take' zpool set failmode=bogus tank
fail zpool_set_bad_property 'a property that no ZFS has' zpool set bogus=1 tank
fail zpool_clear_missing 'a pool that does not exist' zpool clear nope
fail zpool_iostat_missing 'a pool that does not exist' zpool iostat nope
fail zpool_history_missing 'a pool that does not exist' zpool history nope
fail zpool_split_no_mirror 'no mirror' zpool split tank new
fail zpool_checkpoint_none 'no checkpoint to discard' zpool checkpoint -d tank
fail zpool_trim_unsupported 'a disk that can not be trimmed' zpool trim tank
fail zpool_wait_bad 'something that can not be waited for' zpool wait -t bogus tank

fail --as user zfs_create_as_user 'an ordinary user may not' zfs create tank/new
fail --as user zfs_set_as_user 'an ordinary user may not' zfs set compression=on tank/a
fail --as user zfs_snapshot_as_user 'an ordinary user may not' zfs snapshot tank/a@new
fail --as user zfs_destroy_as_user 'an ordinary user may not' zfs destroy tank/refs
fail --as user zpool_scrub_as_user 'an ordinary user may not' zpool scrub tank
fail --as user zpool_history_as_user 'an ordinary user may not' zpool history tank
fail --as user zfs_diff_as_user 'an ordinary user may not' zfs diff tank/a@one tank/a@two
zfs set quota=1M tank/clone
fail --input $D/full zfs_receive_no_space 'a quota is in the way' zfs receive tank/clone/too/deep
