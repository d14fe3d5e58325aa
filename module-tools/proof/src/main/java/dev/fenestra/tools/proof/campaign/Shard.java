package dev.fenestra.tools.proof.campaign;

/**
 * One of the parts of a campaign. The shards of a campaign are disjoint, and together they are all of it: shard I of N
 * has the items that leave I - 1 when divided by N.
 *
 * @param number from 1
 * @param of how many there are
 */
public record Shard(int number, int of) {
    /** The whole campaign. */
    public static final Shard ALL = new Shard(1, 1);

    /** Whether an item is in this shard. */
    public boolean has(long item) {
        return item % of == number - 1;
    }

    /** The item at a place of this shard, from 0. */
    public long item(long place) {
        return place * of + number - 1;
    }

    /** How many of the first items are in this shard. */
    public long count(long items) {
        return items / of + (items % of >= number ? 1 : 0);
    }

    /** As it is given on the command line. */
    @Override
    public String toString() {
        return number + "/" + of;
    }
}
