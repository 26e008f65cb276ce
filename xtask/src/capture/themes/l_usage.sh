# What each command says of how it is used.
for command in create destroy snapshot snap rollback clone promote rename bookmark program list set get \
    inherit upgrade mount unmount share unshare send receive allow unallow hold holds release diff \
    load-key unload-key change-key redact project userspace groupspace projectspace jail wait zone rewrite version; do
    fail "zfs_usage_$command" 'usage' zfs $command -Q
done
for command in create destroy add remove labelclear checkpoint list iostat online offline clear attach \
    detach replace split initialize resilver scrub trim import export upgrade reguid reopen history \
    events get set sync wait prefetch ddtprune status version; do
    fail "zpool_usage_$command" 'usage' zpool $command -Q
done
for command in send receive list get; do
    cap "zfs_help_$command" 'usage that was asked for' zfs $command -h
    cap "zfs_help_of_$command" 'a page of the manual' zfs help $command
done
