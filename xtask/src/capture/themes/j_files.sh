# Differences of files, space by owner, and what was allowed to whom.
disks f
zpool create tank $D/f
zfs create tank/a
cd /tank/a
mkdir kept gone renamed
echo 1 >changed
echo 1 >removed
echo 1 >moved
echo 1 >linked
echo 1 >unlinked
ln unlinked unlinked.too
echo 1 >gone/file
echo 1 >renamed/file
echo 1 >'two words'
ln -s changed link
mkfifo pipe
zfs snapshot tank/a@one
at 1
echo 2 >>changed
rm removed
mv moved 'moved there'
ln linked linked.too
ln linked linked.three
rm unlinked.too
rm -r gone
mv renamed renamed.too
echo 2 >>'two words'
rm link pipe
echo n >new
mkdir new.folder
mkfifo new.pipe
ln -s new new.link
echo n >"tab${TAB}in it"
echo n >"line${LF}in it"
echo n >'back\slash'
echo n >'é 文'
echo n >"$(printf 'caf\351')"
echo n >'new -> looks like a rename'
echo n >'(+1)'
echo n >"$(printf 'esc\033[31m')"
zfs snapshot tank/a@two
cd /
settle tank
cap zfs_diff 'every kind of change, odd names, link counts' zfs diff tank/a@one tank/a@two
cap zfs_diff_H 'for programs' zfs diff -H tank/a@one tank/a@two
cap zfs_diff_F 'with kinds of files' zfs diff -F tank/a@one tank/a@two
cap zfs_diff_FH 'with kinds, for programs' zfs diff -FH tank/a@one tank/a@two
cap zfs_diff_FHt 'with times' zfs diff -FHt tank/a@one tank/a@two
cap zfs_diff_h 'names as they are' zfs diff -h tank/a@one tank/a@two
cap zfs_diff_FHth 'everything, names as they are' zfs diff -FHth tank/a@one tank/a@two
echo later >>/tank/a/new
can zpool sync tank || settle tank
cap zfs_diff_now 'against the filesystem as it is' zfs diff -FH tank/a@two
either zfs_diff_none 'no difference' zfs diff tank/a@two tank/a@two
zfs clone tank/a@one tank/clone
fill /tank/clone/own 10
zfs snapshot tank/clone@s
cap zfs_diff_clone 'of a clone against its origin' zfs diff -FH tank/a@one tank/clone@s

at 2
# The host may have any user 1000; our own machines have one called user.
[ -z "$CLOCK" ] && named= || named=1000:1000
cd /tank/a
for owner in 0:0 1:1 $named 4242:4343; do
    fill "of.$owner" 40
    chown $owner "of.$owner"
done
cd /
may zfs set userquota@1=10M tank/a
may zfs set groupquota@1=20M tank/a
settle tank
may zpool sync tank
cap zfs_userspace 'by user' zfs userspace tank/a
cap zfs_userspace_H 'for programs' zfs userspace -H tank/a
cap zfs_userspace_Hp 'exactly' zfs userspace -Hp tank/a
cap zfs_userspace_Hpn 'numbers for names' zfs userspace -Hpn tank/a
cap zfs_userspace_Hp_o 'explicit columns' zfs userspace -Hp -o type,name,used,quota tank/a
cap zfs_userspace_Hp_S 'by size, descending' zfs userspace -Hp -S used tank/a
cap zfs_groupspace 'by group' zfs groupspace tank/a
cap zfs_groupspace_Hp 'by group, exactly' zfs groupspace -Hp tank/a
cap zfs_projectspace 'by project' zfs projectspace tank/a
cap zfs_projectspace_Hp 'by project, exactly' zfs projectspace -Hp tank/a
cap zfs_userspace_snapshot 'of a snapshot' zfs userspace -Hp tank/a@one
cap zfs_project 'of files' zfs project /tank/a/new

cap zfs_allow_none 'nothing was allowed' zfs allow tank/a
if can zfs allow daemon create,mount,snapshot tank/a; then
    zfs allow -g daemon send tank
    zfs allow -e hold tank/a
    zfs allow -c destroy tank/a
    zfs allow -s @backup send,hold,release tank
    zfs allow -s @more @backup,create tank
    zfs allow -l daemon @backup tank/a
    zfs allow -d daemon rollback tank/a
    zfs allow -u 4242 userprop,compression tank/a
    cap zfs_allow 'every kind of permission, inherited ones as well' zfs allow tank/a
    cap zfs_allow_root 'of the pool' zfs allow tank
    cap zfs_unallow 'nothing is said' zfs unallow -e tank/a
fi
fail zfs_allow_usage 'the list of permissions' zfs allow
