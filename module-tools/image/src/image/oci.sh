#!/bin/sh
# Makes an OCI image without a daemon: Debian's base, rdma-core's user libraries and programs, and Fenestra.
#   oci.sh IMAGE OUT.tar    IMAGE is the folder that mvn -Pimage package makes
# Needs mmdebstrap and umoci, and reaches a mirror of Debian. Needs no root where user namespaces are allowed.
set -eu

fail() {
    echo "oci.sh: $1" >&2
    exit 69
}

[ $# = 2 ] || { echo "usage: oci.sh IMAGE OUT.tar" >&2; exit 2; }
[ -x "$1/bin/fenestra" ] || fail "$1 is no image: run mvn -Pimage package first"
for program in mmdebstrap umoci; do
    command -v "$program" >/dev/null || fail "$program is missing: on Debian and Ubuntu install the package $program"
done

suite=${SUITE:-bookworm}
# Time stamps of all files and of the image: the same input makes the same output.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1767225600}
export SOURCE_DATE_EPOCH
made=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# With apt, so that others can build on it.
mmdebstrap --quiet --variant=apt --include=ibverbs-providers,ibverbs-utils,rdmacm-utils,perftest \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    "$suite" "$work/debian.tar"

mkdir -p "$work/layer/opt" "$work/layer/usr/bin"
cp -a "$1" "$work/layer/opt/fenestra"
ln -s ../../opt/fenestra/bin/fenestra "$work/layer/usr/bin/fenestra"
tar -C "$work/layer" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    -cf "$work/fenestra.tar" opt/fenestra usr/bin/fenestra

layout=$work/oci
umoci init --layout "$layout"
umoci new --image "$layout:fenestra"
for layer in debian fenestra; do
    umoci raw add-layer --image "$layout:fenestra" --history.created "$made" --history.comment "$layer" "$work/$layer.tar"
done
umoci config --image "$layout:fenestra" --created "$made" --no-history --config.entrypoint fenestra --config.cmd --help \
    --config.workingdir /root --config.env PATH=/usr/sbin:/usr/bin:/sbin:/bin --config.env HOME=/root \
    --config.label org.opencontainers.image.title=Fenestra --config.label org.opencontainers.image.licenses=Apache-2.0
umoci gc --layout "$layout"
tar -C "$layout" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf "$2" .
echo "made $2"
