#!/bin/sh
#SBATCH --job-name=fenestra
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --mem=6G
#SBATCH --time=08:30:00
#SBATCH --requeue
# A campaign of 8 shards as an array: "sbatch docs/campaigns/slurm.sh" from the folder of Fenestra. A task that is
# requeued resumes the file of its shard. Build once before, or the tasks wait for each other.
set -eu
mkdir -p campaign
exec "${FENESTRA:-./fenestra}" soak --seed 7 --for 8h --shard auto --jobs "${SLURM_CPUS_PER_TASK:-1}" --out campaign
