# No pool, or no ZFS, and what the commands say of themselves.
cap zfs_list_no_pools 'no pool at all: a sentence, exit 0' zfs list
cap zfs_list_H_no_pools 'no pool at all: nothing printed, exit 0' zfs list -H
cap zfs_get_H_no_pools 'no pool at all: nothing printed, exit 0' zfs get -H used
cap zpool_list_no_pools 'no pool at all: the sentence goes to stdout, exit 0' zpool list
cap zpool_list_H_no_pools 'no pool at all: nothing printed, exit 0' zpool list -H
cap zpool_status_no_pools 'no pool at all' zpool status
cap zpool_status_x_no_pools 'no pool at all' zpool status -x
either zpool_import_nothing 'nothing to import' zpool import -d $D
either zpool_iostat_no_pools 'no pool at all' zpool iostat
either zpool_history_no_pools 'no pool at all' zpool history
cap zfs_list_j_no_pools 'no pool at all, as JSON' zfs list -j
cap zpool_list_j_no_pools 'no pool at all, as JSON' zpool list -j
cap zpool_status_j_no_pools 'no pool at all, as JSON' zpool status -j

cap zfs_version 'userland and kernel' zfs version
cap zpool_version 'userland and kernel' zpool version
cap zfs_version_option 'the option' zfs --version
cap zpool_version_option 'the option' zpool --version
cap zfs_version_j 'as JSON' zfs version -j
cap zpool_version_j 'as JSON' zpool version -j
fail zfs_version_refused 'a command of later systems' zfs version
fail zfs_version_option_refused 'an option of later systems' zfs --version
fail zpool_version_refused 'a command of later systems' zpool version
cap zfs_upgrade_v 'which filesystem versions the system knows' zfs upgrade -v
cap zpool_upgrade_v 'which pool versions and features the system knows' zpool upgrade -v
cap zfs_upgrade_no_pools 'no pool at all' zfs upgrade
cap zpool_upgrade_no_pools 'no pool at all' zpool upgrade

fail zfs_no_command 'usage of all commands' zfs
fail zpool_no_command 'usage of all commands' zpool
cap zfs_usage 'usage that was asked for: to stdout, exit 0' zfs '-?'
cap zpool_usage 'usage that was asked for: to stdout, exit 0' zpool '-?'
fail zfs_bad_command 'a command that no ZFS has' zfs bogus
fail zpool_bad_command 'a command that no ZFS has' zpool bogus

# Hiding the way to the engine is as good as ending it.
if [ -e /var/run/zfs/zfs_socket ]; then
    mv /var/run/zfs/zfs_socket /var/run/zfs/hidden
    fail zfs_list_no_daemon 'the daemon does not run' zfs list
    fail zpool_list_no_daemon 'the daemon does not run' zpool list
    mv /var/run/zfs/hidden /var/run/zfs/zfs_socket
elif [ -e /dev/zfs ]; then
    mv /dev/zfs /dev/hidden
    fail zfs_list_no_device 'there is no /dev/zfs' zfs list
    fail zpool_list_no_device 'there is no /dev/zfs' zpool list
    fail zfs_version_option_no_device 'there is no /dev/zfs' zfs --version
    mv /dev/hidden /dev/zfs
    chmod 0600 /dev/zfs
    fail --as user zfs_list_device_of_root 'only root may open /dev/zfs' zfs list
    fail --as user zpool_list_device_of_root 'only root may open /dev/zfs' zpool list
    chmod 0666 /dev/zfs
fi
