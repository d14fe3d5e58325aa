#!/bin/sh
# A campaign by GNU parallel: parallel.sh SHARDS FOLDER COMMAND [OPTION...], such as
#     docs/campaigns/parallel.sh 4 campaign soak --seed 7 --plans 100000
# A shard that is killed is begun again, up to 5 times, and resumes its file. So is one that has found something: it has
# nothing left to do, and ends at once. With PARALLEL='--sshloginfile hosts' the shards run on other machines that share
# the folder.
set -eu
shards=$1
folder=$2
shift 2
mkdir -p "$folder"
seq "$shards" | parallel --jobs "${JOBS:-100%}" --retries 5 \
    "${FENESTRA:-./fenestra}" "$@" --shard "{}/$shards" --jobs 1 --quiet --out "$folder"
