# What later systems have: volumes, bookmarks, limits, encryption, quotas of many kinds.
disks f
zpool create tank $D/f
zfs create tank/a
zfs snapshot tank/a@one
if can zfs create -s -V 16M tank/vol; then
    zfs snapshot tank/vol@s
    settle tank
    cap zfs_list_t_volume 'a volume' zfs list -t volume
    cap zfs_list_Hp_volume 'a volume and its snapshot' zfs list -Hp -t volume,snapshot -o name,type,volsize,volblocksize,used,refreservation,mountpoint -r tank/vol
    cap zfs_get_all_volume 'of a volume' zfs get all tank/vol
    cap zfs_get_Hp_all_volume 'the same with -Hp' zfs get -Hp all tank/vol
    cap zfs_get_Hp_all_volume_snapshot 'of a snapshot of a volume' zfs get -Hp all tank/vol@s
    cap zfs_get_json_volume 'as JSON' zfs get -j volsize,type,used tank/vol
else
    skip 'volumes: there are none'
    exit 0
fi
zfs bookmark tank/a@one 'tank/a#mark'
zfs bookmark tank/a@one 'tank/a#two words'
cap zfs_list_Hp_t_bookmark 'bookmarks' zfs list -Hp -t bookmark -o name,type,creation,guid,createtxg -r tank
cap zfs_list_t_all_bookmark 'a bookmark among snapshots' zfs list -t all -r tank/a
cap zfs_list_H_t_bookmark_operand 'of one dataset, neither -r nor -d' zfs list -H -o name -t bookmark tank/a
cap zfs_get_Hp_all_bookmark 'of a bookmark' zfs get -Hp all 'tank/a#mark'
cap zfs_get_all_bookmark 'of a bookmark, as a table' zfs get all 'tank/a#mark'

at 1
zfs create -o filesystem_limit=10 -o snapshot_limit=5 tank/limits
zfs create tank/limits/below
zfs snapshot tank/limits@one
cap zfs_get_Hp_limits 'limits: set, and reached to' zfs get -Hp filesystem_limit,filesystem_count,snapshot_limit,snapshot_count tank/limits
cap zfs_get_Hp_limits_unset 'limits: none is the greatest number on some systems' zfs get -Hp filesystem_limit,filesystem_count,snapshot_limit,snapshot_count tank/a
cap zfs_get_limits_table 'limits as a table' zfs get filesystem_limit,filesystem_count,snapshot_limit,snapshot_count tank/limits tank/a
cap zfs_list_Hp_o_limits 'limits as columns' zfs list -Hp -o name,filesystem_limit,filesystem_count,snapshot_limit,snapshot_count -r tank
zfs set snapshot_limit=1 tank/limits
zfs set filesystem_limit=1 tank/limits
fail --as user zfs_snapshot_limit_as_user 'a limit is reached' zfs snapshot tank/limits@two

zfs set userquota@1000=5M tank
zfs set groupquota@1000=6M tank
zfs set userobjquota@1000=100 tank
zfs set projectquota@7=7M tank
echo x >/tank/owned
chown 1000:1000 /tank/owned
settle tank
may zpool sync tank
cap zfs_get_Hp_quotas 'quotas of users, groups and projects' zfs get -Hp userquota@1000,userused@1000,groupquota@1000,groupused@1000,userobjquota@1000,userobjused@1000,projectquota@7,projectused@7,userquota@root tank
cap zfs_get_quotas_table 'the same as a table' zfs get userquota@1000,groupquota@1000,userobjquota@1000,projectquota@7,userquota@root tank
cap zfs_get_Hp_default_quotas 'default quotas' zfs get -Hp defaultuserquota,defaultgroupquota,defaultprojectquota,defaultuserobjquota tank
cap zfs_get_default_quotas_table 'the same as a table' zfs get defaultuserquota,defaultgroupquota,defaultprojectquota,defaultuserobjquota tank

if echo 'correct horse' | can zfs create -o encryption=on -o keyformat=passphrase -o keylocation=prompt -o pbkdf2iters=100000 tank/secret; then
    zfs create tank/secret/below
    zfs snapshot -r tank/secret@one
    encryption=encryption,keyformat,keylocation,keystatus,encryptionroot,pbkdf2iters
    cap zfs_get_Hp_key_loaded 'the key is loaded' zfs get -Hp $encryption tank/secret tank/secret/below tank/secret@one
    fail zfs_load_key_loaded 'the key is loaded' zfs load-key tank/secret
    fail zfs_unload_key_busy 'it is mounted' zfs unload-key tank/secret
    zfs unmount tank/secret/below
    zfs unmount tank/secret
    zfs unload-key tank/secret
    cap zfs_get_Hp_key_unloaded 'the key is not loaded' zfs get -Hp $encryption tank/secret tank/secret/below
    cap zfs_get_all_key_unloaded 'everything, the key is not loaded' zfs get all tank/secret
    cap zfs_get_Hp_all_key_unloaded 'everything, the key is not loaded' zfs get -Hp all tank/secret/below
    cap zfs_list_Hp_encryption 'keys as columns' zfs list -Hp -o name,encryption,keystatus,encryptionroot,keylocation -r tank
    fail zfs_mount_key_unloaded 'the key is not loaded' zfs mount tank/secret
    fail zfs_unload_key_unloaded 'the key is not loaded' zfs unload-key tank/secret
    echo 'wrong horse' >$D/wrong
    fail --input $D/wrong zfs_load_key_wrong 'the wrong key' zfs load-key tank/secret
    fail zfs_create_below_key_unloaded 'the key of its parent is not loaded' zfs create tank/secret/new
    fail zfs_send_key_unloaded 'the key is not loaded' zfs send tank/secret@one
    fail zfs_change_key_unloaded 'the key is not loaded' zfs change-key -i tank/secret
fi

at 2
zfs create -o xattr=sa -o acltype=posix -o dnodesize=auto -o recordsize=1M -o compression=zstd-3 -o relatime=on -o sync=disabled tank/tuned
cap zfs_get_all_tuned 'many properties set' zfs get all tank/tuned
cap zfs_get_Hp_all_tuned 'the same with -Hp' zfs get -Hp all tank/tuned
cap zfs_get_Hp_s_local_tuned 'only what was set' zfs get -Hp -s local all tank/tuned
mount -t zfs -o remount,ro,atime tank/tuned /tank/tuned 2>/dev/null || mount -o remount,ro /tank/tuned || :
cap zfs_get_Hp_s_temporary 'what a mount overrides' zfs get -Hp -s temporary all tank/tuned
cap zfs_list_Hp_o_families 'families as columns' zfs list -Hp -o name,userused@1000,userquota@1000,groupquota@1000,projectquota@7,written@one tank/a tank
cap zfs_get_Hp_all_r 'everything of everything' zfs get -Hp -r -t filesystem,volume,snapshot,bookmark all tank/a
cap zfs_list_json_newer 'as JSON' zfs list -jp -t all -o name,type,used,quota,volsize,encryption,keystatus,filesystem_limit,snapshots_changed -r tank
cap zpool_get_all_newer 'every property and feature' zpool get all tank

# As deep and as long as names can be.
deep=tank
for n in $(seq 1 45); do deep=$deep/d; done
if can zfs create -p "$deep"; then
    cap zfs_list_deep 'names 46 levels deep' zfs list -H -o name,used,mountpoint -r tank/d
    may zfs destroy -r tank/d
fi
long=tank/$(printf 'n%.0s' $(seq 200))
zfs create -o mountpoint=none "$long"
cap zfs_list_long 'a name of 205 bytes in a table' zfs list -d 1 -o name,used tank
zfs create -o mountpoint=none "$long/below"
zfs set org.example:note=x "$long"
cap zfs_get_H_inherited_long 'inherited from a name of 205 bytes' zfs get -H org.example:note "$long/below"
