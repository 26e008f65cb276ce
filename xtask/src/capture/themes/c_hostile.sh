# Values with whatever bytes ZFS lets into them.
disks f
zpool create tank $D/f
for name in a a-b refs; do zfs create "tank/$name"; done
zfs snapshot tank/a@one
zfs set 'org.example:note=plain text' tank

# A table of all columns has user properties in the order of a hash that is salted: make it one.
for try in $(seq 60); do
    remove tank/a
    zfs create tank/a
    zfs set "org.example:lines=first${LF}second" tank/a
    zfs set "org.example:tab=left${TAB}right" tank/a
    zfs get -H -o property -s local all tank/a | grep : | head -n 1 | grep -q lines && break
done
zfs snapshot tank/a@one
cap --expect err zfs_list_o_all_hostile 'every native column, then every user property found on the way: a table torn by the newlines in values' zfs list -o all -d 1 tank

zfs set "org.example:bytes=$(printf 'caf\351 \377\376')" tank/a
zfs set 'org.example:dash=-' tank/a
zfs set "org.example:lines=first${LF}second" tank/a
zfs set 'org.example:spaces=  two before, two after  ' tank/a
zfs set "org.example:tab=left${TAB}right" tank/a
zfs set 'org.example:utf8=é 文' tank/a
zfs set "org.example:esc=$(printf '\033[31mred\033[0m\r')" tank/refs
settle tank

cap zfs_list_H_o_user_bytes 'a value that is not UTF-8' zfs list -H -o name,org.example:bytes tank/a
cap --expect err zfs_list_H_o_user_newline 'a newline within a value: a row cut in two' zfs list -H -o name,org.example:lines tank/a
cap zfs_list_H_o_user_odd 'values: "-", spaces at both ends, UTF-8; an unset one prints "-" too' zfs list -H -o name,org.example:dash,org.example:spaces,org.example:utf8 tank/a tank
cap --expect err zfs_list_H_o_user_tab 'a TAB within a value: one field too many' zfs list -H -o name,org.example:tab tank/a
cap --expect err zfs_get_H_s_local_hostile 'TAB, newline and bytes that are not UTF-8 in values' zfs get -H -s local all tank/a
cap zfs_get_H_user_bytes 'a value that is not UTF-8' zfs get -H org.example:bytes tank/a
cap zfs_get_H_user_control 'an escape sequence and a carriage return in a value' zfs get -H org.example:esc tank/refs
cap --expect err zfs_get_H_user_newline 'a newline within a value' zfs get -H org.example:lines tank/a
cap --expect err zfs_get_H_user_tab 'a TAB within a value' zfs get -H org.example:tab tank/a
cap zfs_get_H_user_odd 'values: "-", spaces at both ends, and one that is not set' zfs get -H org.example:dash,org.example:spaces,org.example:unset tank/a
cap --expect err zfs_get_user_odd_table 'the same as a table: a value that begins with spaces stands where another may have been moved to' zfs get org.example:dash,org.example:spaces,org.example:unset tank/a
cap --expect later --note 'only the question knows that a single value was asked for; read as rows this is two' zfs_get_Hp_o_value_newline 'one value alone: the whole output is the value' zfs get -H -o value org.example:lines tank/a
cap zfs_get_user_bytes_table 'bytes that are not UTF-8 and wide characters in a table: padded by bytes' zfs get org.example:bytes,org.example:utf8 tank/a
cap --expect err zfs_get_user_newline_table 'a newline within a value, as a table' zfs get org.example:lines tank/a
cap --expect err zfs_get_all_snapshot_hostile 'of a snapshot that inherits values with a TAB, a newline and bytes that are not UTF-8' zfs get all tank/a@one
cap zfs_get_p_all '-p without -H; control characters raw in a value' zfs get -p all tank/refs
cap zfs_get_json_hostile 'as JSON: TAB, newline and bytes that are not UTF-8 in values' zfs get -j org.example:bytes,org.example:dash,org.example:lines,org.example:spaces,org.example:tab tank/a
cap zfs_get_json_utf8 'as JSON: characters' zfs get -j org.example:utf8 tank/a
cap zfs_get_json_control 'as JSON: control characters' zfs get -j org.example:esc,org.example:tab,org.example:lines tank/refs tank/a
cap zfs_list_json_hostile 'as JSON: hostile values' zfs list -j -o name,org.example:bytes,org.example:lines,org.example:tab tank/a

zfs set "org.example:row=v${LF}tank/made-up${TAB}0" tank/a-b
zfs set "org.example:forged=x${TAB}local${LF}tank/a${TAB}org.example:made-up${TAB}y" tank/a-b
cap --expect later --note 'nothing in this text alone tells the forged row from an honest one: it waits for guarded framing' zfs_list_H_o_user_forged_row 'a value that holds a whole row of a dataset that does not exist' zfs list -H -o name,org.example:row -r tank
cap --expect later --note 'nothing in this text alone tells the forged row from an honest one; asked for one property of one dataset, two rows are one too many, which guarded framing sees' zfs_get_H_user_forged 'a value that forges a second row' zfs get -H org.example:forged tank/a-b
cap --expect err zfs_get_Hp_o_guarded_forged 'guarded framing of a value that forges rows' zfs get -Hp -o name,property,source,value,name org.example:forged,org.example:row tank/a-b
cap zfs_get_json_forged 'as JSON: a value that forges rows in text' zfs get -j org.example:forged,org.example:row tank/a-b

zfs set "org.example:long=$(fill /dev/stdout 1 | tr -d '\n')" tank/refs
cap zfs_get_Hp_user_long 'a value of a thousand bytes' zfs get -Hp org.example:long tank/refs
if can zfs set 'org.example:empty=' tank/refs; then
    cap zfs_get_Hp_user_empty 'a value of no bytes' zfs get -Hp org.example:empty tank/refs
    cap zfs_list_H_o_user_empty 'a value of no bytes, last and in the middle' zfs list -H -o name,org.example:empty,name,org.example:empty tank/refs
    cap zfs_get_user_empty_table 'a value of no bytes in a table' zfs get org.example:empty,used tank/refs
fi
if can zfs set "mountpoint=/tank/tab${TAB}in it" tank/a-b; then
    cap --expect err zfs_list_H_o_mountpoint_tab 'a TAB in a mount point' zfs list -H -o name,mountpoint,used tank/a-b
    cap zfs_mount_tab 'a TAB in a mount point' zfs mount
fi
