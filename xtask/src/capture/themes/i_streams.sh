# Sending, receiving, and what is said of it.
disks f g
zpool create tank $D/f
zpool create other $D/g
zfs create tank/a
zfs create tank/a/below
fill /tank/a/data 1500
zfs snapshot -r tank/a@one
fill /tank/a/more 300
at 1
zfs snapshot -r tank/a@two
settle tank

cap zfs_send_nvP 'a full stream' zfs send -nvP tank/a@one
cap zfs_send_nP 'a full stream, without -v' zfs send -nP tank/a@one
cap zfs_send_nv 'a full stream, for people' zfs send -nv tank/a@one
cap zfs_send_nvP_i 'an incremental stream' zfs send -nvP -i @one tank/a@two
cap zfs_send_nvP_I 'an incremental stream with what is between' zfs send -nvP -I @one tank/a@two
cap zfs_send_nvP_R 'a replication' zfs send -nvPR tank/a@two
cap zfs_send_nv_R 'a replication, for people' zfs send -nvR tank/a@two
cap zfs_send_nvP_RI 'an incremental replication' zfs send -nvPR -I @one tank/a@two
cap zfs_send_nvP_L 'large blocks, compressed, embedded' zfs send -nvPLce tank/a@one
cap zfs_send_nvP_w 'raw' zfs send -nvPw tank/a@one
if can zfs bookmark tank/a@one 'tank/a#mark'; then
    cap zfs_send_nvP_bookmark 'from a bookmark' zfs send -nvP -i '#mark' tank/a@two
fi
cap --output dropped zfs_send_v 'what is told on the way' zfs send -v tank/a@one
cap --output dropped zfs_send_vP 'the same for programs' zfs send -vP tank/a@one
cap --output dropped zfs_send_vR 'of a replication' zfs send -vR tank/a@two
cap --output late zfs_send_v_progress 'progress, for people' zfs send -v tank/a@one
cap --output late zfs_send_vP_progress 'progress, for programs' zfs send -vP tank/a@one
cap --output late zfs_send_vR_progress 'progress of a replication' zfs send -vR tank/a@two

zfs send tank/a@one >$D/full
zfs send -i @one tank/a@two >$D/incremental
zfs send -R tank/a@two >$D/replication 2>/dev/null
zfs send -R -I @one tank/a@two >$D/newer 2>/dev/null
at 2
cap --input $D/full zfs_receive_nv 'what would be done' zfs receive -nv other/a
cap --input $D/full zfs_receive_v 'what is done' zfs receive -v other/a
cap --input $D/incremental zfs_receive_v_incremental 'an incremental stream' zfs receive -v other/a
cap --input $D/replication zfs_receive_v_replication 'a replication' zfs receive -v other/c
either --input $D/newer zfs_receive_vF_replication 'a replication over what is there' zfs receive -vF other/c
zfs destroy -r tank/a@one
zfs create other/e
cap --input $D/replication zfs_receive_e 'named by its last component' zfs receive -ve other/e
zfs set 'org.example:note=sent' tank/a
zfs set compression=gzip tank/a
zfs snapshot tank/a@three
zfs send -p tank/a@three >$D/properties
zfs receive other/received <$D/properties
cap zfs_get_H_received 'what was received' zfs get -H compression,org.example:note,quota other/received
cap zfs_get_H_s_received 'only what was received' zfs get -H -s received all other/received
cap zfs_get_H_o_all_received 'five columns' zfs get -H -o all compression,org.example:note other/received
zfs set compression=lz4 other/received 2>/dev/null || zfs set compression=lzjb other/received
cap zfs_get_H_o_all_overridden 'what was received, and overridden' zfs get -H -o all compression,org.example:note other/received
cap zfs_get_o_all_overridden_table 'the same as a table' zfs get -o all compression,org.example:note other/received
cap zfs_get_json_received 'as JSON' zfs get -j compression,org.example:note,quota other/received

# A stream that was cut, to be resumed.
fill /tank/a/large 4000
zfs snapshot tank/a@four
zfs send tank/a@four >$D/long
head -c 3000000 $D/long >$D/cut
fail --input $D/cut zfs_receive_s_cut 'cut: what arrived is kept' zfs receive -s other/resumed
token=$(zfs get -H -o value receive_resume_token other/resumed 2>/dev/null) || token=
if [ -n "$token" ]; then
    cap zfs_get_resume_token 'a token to resume with' zfs get -H receive_resume_token other/resumed
    cap zfs_list_partial 'a filesystem that arrived in part' zfs list -H -o name,used,receive_resume_token -r other
    cap zfs_send_nvP_t 'what is left' zfs send -nvP -t "$token"
    cap zfs_send_nv_t 'what is left, for people' zfs send -nv -t "$token"
    fail --input $D/full zfs_receive_partial 'it waits to be resumed' zfs receive other/resumed
    cap zfs_receive_A 'given up' zfs receive -A other/resumed
    fail zfs_receive_A_none 'nothing to give up' zfs receive -A other/a
fi

# What would be destroyed.
at 3
for n in 1 2 3; do zfs snapshot -r tank/a@n$n; done
settle tank
cap zfs_destroy_nvp 'one snapshot' zfs destroy -nvp tank/a@n1
cap zfs_destroy_nv 'the same for people' zfs destroy -nv tank/a@n1
cap zfs_destroy_nvp_range 'a range' zfs destroy -nvp tank/a@n1%n3
cap zfs_destroy_nvp_list 'a list' zfs destroy -nvp tank/a@n1,n3
cap zfs_destroy_nvpr 'a filesystem and all below' zfs destroy -nvpr tank/a
cap zfs_destroy_nvr 'the same for people' zfs destroy -nvr tank/a
either zfs_destroy_nvp_list_missing 'a list with one that does not exist' zfs destroy -nvp tank/a@n1,nope
cap zfs_destroy_v 'what is done' zfs destroy -v tank/a@n2

# Holds.
if can zfs hold keep tank/a@n1; then
    zfs hold 'two words' tank/a@n1
    zfs hold -r below tank/a@n3
    zfs hold "tab${TAB}in it" tank/a@n3
    cap zfs_holds 'a table' zfs holds tank/a@n1
    cap zfs_holds_H 'for programs' zfs holds -H tank/a@n1
    cap zfs_holds_H_tab 'a TAB in a tag' zfs holds -H tank/a@n3
    cap zfs_holds_Hr 'and below' zfs holds -H -r tank/a@n3
    cap zfs_holds_Hp 'times as numbers' zfs holds -Hp tank/a@n1
    cap zfs_holds_two 'of two snapshots' zfs holds -H tank/a@n3 tank/a@n1
    cap zfs_holds_none 'of a snapshot that is not held' zfs holds tank/a@four
    cap zfs_holds_H_none 'the same for programs' zfs holds -H tank/a@four
    cap zfs_get_userrefs 'how many hold it' zfs get -Hp userrefs tank/a@n1 tank/a@n3 tank/a@four
fi
zfs create tank/b
zfs snapshot tank/b@one
zfs snapshot tank/b@two
cap zfs_rollback 'nothing is said' zfs rollback -r tank/b@one
cap zfs_rename 'nothing is said' zfs rename tank/b@one tank/b@renamed
cap zfs_inherit 'nothing is said' zfs inherit -S compression tank/a
