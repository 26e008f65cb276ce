# The four questions: `zfs list`, `zfs get`, `zpool list`, `zpool get`, of all that is ordinary.
note_trail='in a table the space that ends the name of "tank/trail " can not be told from padding'

disks f m1 m2
zpool create tank $D/f
zpool create other mirror $D/m1 $D/m2
zfs set 'org.example:note=plain text' tank
for name in ' lead' -dash a a/c a-b dots.and:colons legacy limited refs 'trail ' 'two  spaces'; do
    # Sorted by creation, these tell themselves apart by seconds.
    case $name in a | a/c) sleep 1.1 ;; esac
    zfs create "tank/$name"
done
sleep 1.1
fill /tank/a/data 2400
at 1
zfs snapshot tank/a@one
sleep 1.1
zfs snapshot 'tank/a@two words'
fill /tank/a/data 700
zfs snapshot 'tank/two  spaces@s'
zfs set mountpoint=legacy tank/legacy
zfs set quota=20M tank/limited
zfs set reservation=5M tank/limited
zfs set mountpoint=none tank/limited
zfs set compression=gzip-9 tank/limited
zfs set refquota=1M tank/refs
zfs set refreservation=512K tank/refs
zfs set atime=off tank/refs
at 2
zfs clone tank/a@one tank/clone
settle tank
settle other

cap --note "$note_trail" zfs_list 'the default table; names with spaces first, last and doubled' zfs list
cap zfs_list_H 'the same with -H' zfs list -H
cap zfs_list_Hp 'the same with -Hp' zfs list -Hp
cap --note "$note_trail" zfs_list_t_all 'filesystems and snapshots; "-" where a snapshot has no value' zfs list -t all
cap zfs_list_H_t_all 'the same with -H' zfs list -H -t all
cap zfs_list_Hp_t_all 'the same with -Hp' zfs list -Hp -t all
cap zfs_list_H_t_snapshot 'snapshots only, a space in a snapshot name' zfs list -H -t snapshot
cap zfs_list_t_volume_none 'no volume exists, no -H: a sentence, exit 0' zfs list -t volume
cap zfs_list_H_t_volume_none 'no volume exists: nothing printed, exit 0' zfs list -H -t volume
cap zfs_list_H_t_long_r_operand 'explicit columns, types and recursion: the portable question' zfs list -H -o name,used,available,referenced,mountpoint -t filesystem,volume,snapshot -r tank
cap zfs_list_H_d_0 'operands alone' zfs list -H -d 0 -o name,type tank other
cap zfs_list_H_d_1 'limits: none, a rounded size; origin of a clone' zfs list -H -d 1 -o name,type,origin,quota,reservation,refquota,refreservation tank
cap zfs_list_Hp_d_1 'limits, exactly: none is 0' zfs list -Hp -d 1 -o name,type,origin,quota,reservation,refquota,refreservation tank
cap --note "$note_trail" zfs_list_o_limits 'the same as a table' zfs list -o name,type,origin,quota,reservation,refquota,refreservation -d 1 tank
cap zfs_list_H_d_1_t_snapshot_operand 'snapshots of one dataset alone' zfs list -H -d 1 -t snapshot tank/a
cap zfs_list_H_r_t_snapshot_operand 'snapshots below one dataset' zfs list -H -r -t snapshot tank/a
cap zfs_list_H_t_snapshot_operand 'neither -r nor -d' zfs list -H -t snapshot tank/a
fail zfs_list_t_snapshot_operand_refused 'without -r or -d a filesystem is no snapshot: exit 1' zfs list -H -t snapshot tank/a
cap zfs_list_H_o_aliases 'columns asked by their short names' zfs list -H -o name,avail,refer,ratio,compress,recsize,rdonly,usedds,usedchild,creation,guid -d 1 tank
cap zfs_list_H_o_name_repeated 'a column may be repeated; an inherited user property prints its value' zfs list -H -o name,used,name,org.example:note,name -r tank
cap zfs_list_H_o_space 'the space columns with -H' zfs list -H -o space -r tank
cap zfs_list_Hp_o_space 'the space columns with -Hp' zfs list -Hp -o space -r tank
cap --note "$note_trail" zfs_list_o_space 'the space columns as a table' zfs list -o space -r tank
cap --note "$note_trail" zfs_list_o_user_table 'a user property as a column of a table' zfs list -o name,org.example:note,used -d 1 tank
cap zfs_list_H_operands_order 'operands come sorted; one is given twice' zfs list -H -o name tank/refs tank/a other tank/a
cap zfs_list_H_path_operand 'a path names the filesystem mounted there' zfs list -H -o name /tank/a
cap zfs_list_H_s_creation 'sorted' zfs list -H -o name,creation -S creation -t all -r tank/a
cap zfs_list_Hp_s_creation 'sorted, exactly' zfs list -Hp -o name,creation -S creation -t all -r tank/a
cap zfs_list_Hp_S_used 'sorted by size, descending' zfs list -Hp -o name,used -S used -t all -r tank
cap zfs_list_H_s_name_t_snapshot 'the question that is fast everywhere' zfs list -H -o name -s name -t snapshot -d 1 tank/a
cap zfs_list_Hp_o_hidden 'columns that are not part of all' zfs list -Hp -o name,guid,createtxg,numclones,objsetid,inconsistent,unique,redacted,prevsnap tank/a tank/a@one tank/clone
cap zfs_list_Hp_o_written 'written, and since a snapshot' zfs list -Hp -o name,written,written@one,logicalused,logicalreferenced tank/a
cap zfs_list_Hp_o_userused 'families as columns' zfs list -Hp -o name,userused@root,userquota@root,groupused@0 tank
cap zfs_list_o_all 'every native column, as a table' zfs list -o all other
cap zfs_list_o_creation_guid 'dates with spaces in a table; hidden columns' zfs list -o name,creation,guid,createtxg,numclones tank/a@one tank
cap zfs_list_json 'as JSON' zfs list -j -r tank
# Not their guids: past 2^63-1 all become that number, and half of them are.
cap zfs_list_json_int 'as JSON with numbers' zfs list -j --json-int -t all -o name,used,available,creation,createtxg,type -r tank
cap zfs_list_json_p 'as JSON, exactly' zfs list -j -p -o name,used,mountpoint -d 1 tank

zpool set listsnapshots=on tank
cap zfs_list_listsnapshots_on 'the pool property listsnapshots=on adds snapshots to a plain list' zfs list -r tank/a
zpool set listsnapshots=off tank

cap zfs_get_all 'the default table: quotas; sources default, local, inherited' zfs get all tank/limited
cap zfs_get_H_all 'the same with -H' zfs get -H all tank/limited
cap zfs_get_Hp_all 'the same with -Hp: exact sizes and seconds; none is 0' zfs get -Hp all tank/limited
cap zfs_get_all_root 'of the root dataset, with a user property' zfs get all tank
cap zfs_get_Hp_all_root 'the same with -Hp' zfs get -Hp all tank
cap zfs_get_all_clone 'of a clone: origin, inherited values' zfs get all tank/clone
cap zfs_get_all_snapshot 'of a snapshot' zfs get all 'tank/two  spaces@s'
cap zfs_get_Hp_all_of_snapshot 'of a snapshot that has a clone' zfs get -Hp all tank/a@one
cap zfs_get_Hp_all_snapshot 'of a snapshot with a space in its name; a guid is whole' zfs get -Hp type,creation,used,referenced,compressratio,defer_destroy,userrefs,guid 'tank/a@two words'
cap zfs_get_H_inapplicable 'properties that do not apply print "-"' zfs get -H volsize,origin,mountpoint tank/a tank/a@one
cap zfs_get_H_o_all 'five columns with -o all: received is one of them' zfs get -H -o all compression,org.example:note tank/limited
cap zfs_get_o_all_table 'the same as a table' zfs get -o all compression,org.example:note tank/limited
cap zfs_get_H_o_value 'the value alone' zfs get -H -o value used tank
cap zfs_get_H_s_inherited 'only what is inherited' zfs get -H -s inherited all tank/clone
cap zfs_get_H_s_local 'only what was set here' zfs get -H -s local all tank/limited
cap zfs_get_H_s_none 'only what has no source' zfs get -H -s none all tank/a
cap zfs_get_Hp_t_snapshot 'of snapshots' zfs get -Hp -r -t snapshot used,creation tank/a
cap zfs_get_Hp_t_snapshot_operand 'of snapshots, neither -r nor -d' zfs get -Hp -t snapshot used tank/a
cap zfs_get_Hp_d_1 '-d 1 takes snapshots as well' zfs get -Hp -d 1 used tank/a
cap zfs_get_Hp_o_guarded 'columns in any order, the name again at the end' zfs get -Hp -o name,property,source,value,name used,quota,org.example:note tank/limited
cap zfs_get_Hp_r 'three properties of everything; "-" for a snapshot' zfs get -Hp -r used,available,quota tank
cap --note "$note_trail" zfs_get_r_table 'the same as a table, names with spaces' zfs get -r used,quota tank
cap zfs_get_Hp_userused 'families of properties' zfs get -Hp userused@root,userquota@root,groupused@root tank
cap zfs_get_o_two_names_table 'a column repeated in a table' zfs get -o name,property,value,name used tank
cap zfs_get_json 'as JSON' zfs get -j used,quota,compression,org.example:note tank/limited tank/a
cap zfs_get_json_all 'as JSON, everything' zfs get -j all tank/limited
cap zfs_get_json_int 'as JSON with numbers' zfs get -j --json-int used,creation,createtxg,type,compressratio tank/a@one

cap zpool_list 'the default table, two pools' zpool list
cap zpool_list_H 'the same with -H' zpool list -H
cap zpool_list_Hp 'the same with -Hp' zpool list -Hp
cap zpool_list_one 'one pool' zpool list tank
cap zpool_list_H_o 'explicit columns; here a guid is whole' zpool list -H -o name,size,allocated,free,capacity,dedupratio,health,guid,version,altroot
cap zpool_list_Hp_o 'explicit columns, exactly' zpool list -Hp -o name,size,allocated,free,freeing,leaked,checkpoint,expandsize,fragmentation,capacity,dedupratio,health,guid,load_guid,version,altroot
cap zpool_list_H_o_repeated 'a column may be repeated' zpool list -H -o name,health,name
cap zpool_list_o_table 'columns asked by their short names, as a table' zpool list -o name,size,alloc,free,cap,dedup,health,guid
cap zpool_list_o_all 'every column, as a table' zpool list -o all tank
cap zpool_list_v 'with vdevs' zpool list -v
cap zpool_list_Hpv 'with vdevs, for programs' zpool list -Hpv
cap zpool_list_HPpv 'with vdevs by their whole paths' zpool list -HPpv
cap zpool_list_HLpv 'with vdevs by their real paths' zpool list -HLpv
cap zpool_list_Hgpv 'with vdevs by their guids' zpool list -Hgpv
cap zpool_list_Hpv_o 'with vdevs and explicit columns' zpool list -Hpv -o name,size,health other
cap zpool_list_json 'as JSON' zpool list -j
cap zpool_list_json_v 'as JSON with vdevs' zpool list -jv
cap zpool_list_json_int 'as JSON with numbers' zpool list -jp --json-int
cap zpool_list_json_guid 'as JSON, keyed by guid' zpool list -j --json-pool-key-guid
cap zpool_get_all 'every property of a pool' zpool get all tank
cap zpool_get_Hp_all 'the same with -Hp' zpool get -Hp all tank
cap zpool_get_all_two 'of two pools: one table' zpool get all tank other
cap zpool_get_some 'some properties' zpool get size,health,guid,bootfs,altroot tank
cap zpool_get_Hp_no_operand 'of all pools' zpool get -Hp size,health
cap zpool_get_Hp_o 'columns in any order' zpool get -Hp -o name,property,source,value,name size,comment tank
cap zpool_get_o_all_table 'all columns are four: a pool receives nothing' zpool get -o all size,comment tank
cap zpool_get_Hp_o_all 'the same for programs' zpool get -Hp -o all size,comment tank
cap zpool_get_Hp_feature 'a feature' zpool get -Hp feature@async_destroy tank
cap zpool_get_all_vdev 'of a vdev' zpool get all other $D/m1
cap zpool_get_Hp_all_vdevs 'of all vdevs' zpool get -Hp size,allocated,state,guid,path,checksum_errors,removing other all-vdevs
cap zpool_get_Hp_root 'of the root vdev' zpool get -Hp all other root
cap zpool_get_json 'as JSON' zpool get -j all tank
cap zpool_get_json_vdev 'as JSON, of vdevs' zpool get -j size,state other all-vdevs

cap --as user zfs_list_as_user 'as an ordinary user' zfs list
cap --as user zfs_get_Hp_as_user 'as an ordinary user: what others use is not told' zfs get -Hp used,userused@root tank
cap --as user zpool_list_as_user 'as an ordinary user' zpool list
fail --as user zfs_list_permission 'an ordinary user can not reach the daemon' zfs list
fail --as user zpool_list_permission 'an ordinary user can not reach the daemon' zpool list
cap zfs_mount 'what is mounted where' zfs mount
cap zfs_mount_json 'as JSON' zfs mount -j
