#!/usr/bin/env bash
# Builds a virtual machine with Linux soft-RoCE from Debian's packages: vmlinuz, initrd.gz and root.img in the folder $1. What is
# there already stays, unless these scripts have changed. KERNEL=backports takes the newer kernel of the release. Needs root and
# qemu-system-x86 debootstrap cpio busybox-static xz-utils e2fsprogs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
cd "$1"
release=${RELEASE:-bookworm}
stamp=$(cat "$here"/build-guest.sh "$here"/guest-init.sh | sha256sum)
[ -e root.img ] && [ "$(cat stamp 2>/dev/null)" = "$stamp" ] && exit 0

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep 'debian/$' | head -1)
programs=kmod,iproute2,iptables,procps,rdma-core,ibverbs-utils,ibverbs-providers,rdmacm-utils,perftest,busybox-static
if [ "$(cat root/.complete 2>/dev/null)" != "$programs" ]; then
    rm -rf root
    debootstrap --variant=minbase --include="$programs" "$release" "$PWD/root" "$mirror" >debootstrap.log
    rm -rf root/var/cache/apt/archives/*.deb root/var/lib/apt/lists/*
    echo "$programs" >root/.complete
fi

# The kernel is unpacked from its package, not installed.
if [ ! -e vmlinuz ]; then
    rm -rf package kernel apt
    mkdir -p package kernel apt/state/lists/partial apt/cache/archives/partial
    options=()
    if [ "${KERNEL:-}" = backports ]; then
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release-backports main" >apt/sources.list
        options=(-o "Dir::State=$PWD/apt/state" -o Dir::State::status=/var/lib/dpkg/status -o "Dir::Cache=$PWD/apt/cache"
            -o "Dir::Etc::SourceList=$PWD/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null)
        apt-get "${options[@]}" update >/dev/null
    fi
    image=$(apt-cache "${options[@]}" depends linux-image-amd64 | awk '/Depends: linux-image/ { print $2; exit }')
    (cd package && apt-get "${options[@]}" download "$image" >/dev/null)
    dpkg -x package/linux-image-*.deb kernel
    cp kernel/boot/vmlinuz-* vmlinuz
fi
version=$(basename kernel/boot/vmlinuz-* | sed s/vmlinuz-//)
modules=$(find kernel -type d -path '*/lib/modules/*' -name "$version" | head -1)

# Of 300 MB of modules those that the guest needs.
target=root/usr/lib/modules/$version
rm -rf "$target"
mkdir -p "$target/kernel"
cp "$modules"/modules.{order,builtin,builtin.modinfo} "$target/"
for part in net lib crypto arch/x86/crypto fs/9p fs/ext4 fs/jbd2 fs/netfs fs/fscache fs/configfs drivers/infiniband \
    drivers/virtio drivers/char/hw_random drivers/net/veth drivers/net/ifb drivers/net/tun drivers/net/net_failover \
    drivers/net/virtio_net drivers/block/virtio_blk fs/mbcache; do
    for found in "$modules/kernel/$part" "$modules/kernel/$part".ko "$modules/kernel/$part".ko.xz; do
        if [ -e "$found" ]; then
            mkdir -p "$target/kernel/$(dirname "$part")"
            cp -a "$found" "$target/kernel/$(dirname "$part")/"
        fi
    done
done
chroot root depmod "$version"

install -m 755 "$here/guest-init.sh" root/sbin/guest-init
echo linux-peer >root/etc/hostname

# The initial file system only mounts the disk.
rm -rf early
mkdir -p early/{bin,dev,proc,sys,disk,modules}
cp "$(command -v busybox)" early/bin/busybox
for name in sh mount insmod switch_root sleep; do ln -s busybox "early/bin/$name"; done
for module in virtio_pci virtio_blk ext4 crc32c_generic; do
    chroot root modprobe -S "$version" --show-depends "$module" | awk '/^insmod/ { print "root" $2 }'
done | awk '!seen[$0]++' | while read -r file; do
    name=$(basename "$file" .xz)
    case $file in *.xz) xz -dc "$file" >"early/modules/$name" ;; *) cp "$file" "early/modules/$name" ;; esac
    echo "$name" >>early/modules/order
done
cat >early/init <<'INIT'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module; do insmod "/modules/$module" 2>/dev/null; done </modules/order
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e /dev/vda ] || sleep 0.2; done
mount -t ext4 /dev/vda /disk
mount -t devtmpfs dev /disk/dev
exec switch_root /disk /sbin/guest-init
INIT
chmod +x early/init
(cd early && find . | cpio -o -H newc --quiet | gzip -1) >initrd.gz

rm -f disk.part
mkfs.ext4 -q -F -O ^has_journal -m 0 -d root disk.part 1500M
mv disk.part root.img
echo "$version" >version
echo "$stamp" >stamp
