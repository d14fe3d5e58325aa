#!/bin/sh
# Builds the last commit twice, in two folders, at two times and in two time zones, and compares what would be released:
# jars of classes, sources and javadoc, and SBOMs.
#   reproducible.sh [OPTION_OF_MAVEN...]
set -eu

# A jar keeps the rights of its files, which the umask decides.
umask 022
root=$(CDPATH='' cd -P "$(dirname "$0")/../../.." && pwd)
commit=$(git -C "$root" rev-parse HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for build in first second-in-a-longer-folder; do
    mkdir "$work/$build"
    git -C "$root" archive "$commit" | tar -x -C "$work/$build"
    (
        cd "$work/$build"
        # Phase "install" makes sources and javadoc; nothing is installed.
        mvn -q -B -Prelease -DskipTests -Dmaven.install.skip=true "$@" install >&2
        find module-*/target \( -name 'module-*.jar' -o -name '*-sbom.*' \) -exec sha256sum {} + | sort -k 2
    ) >"$work/$build.sums"
    export TZ=Asia/Kolkata
done

cat "$work/first.sums"
diff "$work/first.sums" "$work/second-in-a-longer-folder.sums" || {
    echo "reproducible.sh: the two builds differ" >&2
    exit 1
}
files=$(wc -l <"$work/first.sums")
[ "$files" -ge 20 ] || { echo "reproducible.sh: only $files files were made" >&2; exit 1; }
echo "$files files are the same in both builds"
