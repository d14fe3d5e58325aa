package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.table.KeyPool;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;

/**
 * What a command takes for a new key: a range of translations, and an index. When a claim is closed that was not
 * committed, the range is free again.
 */
final class MkeyClaim implements AutoCloseable {
    private static final int NO_RANGE = -1;

    private final MttTable mtt;
    private final int entries;
    private final int first;
    private int index = KeyPool.NONE;
    private CommandSyndrome refusal;
    private boolean isCommitted;

    private MkeyClaim(MttTable mtt, int entries, int first, CommandSyndrome refusal) {
        this.mtt = mtt;
        this.entries = entries;
        this.first = first;
        this.refusal = refusal;
    }

    /** Claims an index. */
    static MkeyClaim ofIndex(KeyPool keys, MttTable mtt) {
        return new MkeyClaim(mtt, 0, NO_RANGE, CommandSyndrome.NONE).withIndex(keys);
    }

    /** Claims a range of translations. */
    static MkeyClaim ofRange(MttTable mtt, int entries) {
        int first = mtt.allocate(entries);
        return first == MttTable.NO_ROOM
                ? new MkeyClaim(mtt, entries, NO_RANGE, CommandSyndrome.MKEY_TRANSLATIONS)
                : new MkeyClaim(mtt, entries, first, CommandSyndrome.NONE);
    }

    /** Claims an index, too, unless there was no room for the range. */
    MkeyClaim withIndex(KeyPool keys) {
        if (!isRefused()) {
            index = keys.take();
            refusal = index == KeyPool.NONE ? CommandSyndrome.MKEY_LIMIT : CommandSyndrome.NONE;
        }
        return this;
    }

    boolean isRefused() {
        return refusal != CommandSyndrome.NONE;
    }

    /** {@return what there was no room for, or {@link CommandSyndrome#NONE}} */
    CommandSyndrome refusal() {
        return refusal;
    }

    /** {@return the index of the new key} */
    int index() {
        return index;
    }

    /** {@return the first entry of the range} */
    int first() {
        return first;
    }

    /** {@return how many entries the range has} */
    int entries() {
        return entries;
    }

    /** From now on the key has what was claimed. */
    void commit() {
        isCommitted = true;
    }

    @Override
    public void close() {
        if (!isCommitted && first != NO_RANGE) {
            mtt.free(first, entries);
        }
    }
}
