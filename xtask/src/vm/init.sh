#!/bin/busybox sh
# The guest's first process: it loads ZFS, does the job that was packed with it, and hands over
# what the job left in /results on the disk. Its only words to the outside that count go to the
# second serial port; the first one is for people.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ=UTC TERM=linux
b=/bin/busybox
$b mount -t devtmpfs dev /dev
$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
exec 9>/dev/ttyS1
$b stty raw <&9
tell() { echo "$*" >&9; }
fail() { echo "guest: $*"; tell "failed $*"; $b poweroff -n -f; }

tell step modules
# Out of memory means the end, at once, and not that some process is missing.
echo 1 > /proc/sys/vm/panic_on_oom
# Where programs look for the likes of uname; what is there stays.
$b --install -s /usr/bin 2>/dev/null
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=1777 tmp /tmp
mount -t tmpfs -o mode=0755 run /run
mount -t tmpfs -o mode=1777,size=70% scratch /scratch
mkdir -p /results
hostname guest
ip link set lo up 2>/dev/null
while read -r module; do
    # A module's parameters follow its name.
    set -- $module
    file=/modules/$1.ko
    shift
    insmod "$file" "$@" || fail "can't load $file"
done < /modules/order
[ -e /dev/zfs ] || fail "there is no /dev/zfs"
# As the packages' rules for udev have it.
chmod 0666 /dev/zfs
echo "guest: Linux $(uname -r), OpenZFS $(cat /sys/module/zfs/version)"

tell step job
cd /root
/job/run 9>&-
status=$?

tell step results
if [ -b /dev/vda ]; then
    tar -C /results -cf /dev/vda . || fail "can't write the results"
fi
tell verdict $status
# No sync: with a suspended pool it would never return.
poweroff -n -f
