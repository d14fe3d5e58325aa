package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.limits.MkeyLimits;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.Klm;
import dev.fenestra.hw.sim.mlx5.prm.RepeatBlock;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Configures and invalidates indirect mkeys: first all checks, then the effects. */
public final class MkeyUnit {
    /** Bytes of an entry of a list. */
    public static final int ENTRY_BYTES = Klm.BYTES;

    private final Mkey mkey;
    private final MttTable mtt;
    private final HcaCounters counters;
    private final KeyObserver observer;
    private final long longestEntry;

    MkeyUnit(MptTable mpt, MttTable mtt, MkeyLimits limits, HcaCounters counters, KeyObserver observer) {
        mkey = new Mkey(mpt);
        this.mtt = mtt;
        this.counters = counters;
        this.observer = observer;
        longestEntry = 1L << limits.logMaxEntry();
    }

    /**
     * {@return whether a key names an indirect mkey, whatever the tag}
     *
     * @param key any key
     */
    public boolean isIndirect(int key) {
        return mkey.at(Key.index(key)).isIndirect();
    }

    /**
     * Checks M1 to M4, which do not need the list.
     *
     * @param qp the QP of the request
     * @param request the configuration
     * @return the rule that refuses, or null
     */
    public @Nullable HcaRule check(QpView qp, KeyRequest request) {
        mkey.at(Key.index(request.key));
        if (!mkey.isIndirect() || mkey.tag() != Key.tag(request.key)) {
            return HcaRule.M1;
        }
        if (mkey.pd() != qp.pd()) {
            return HcaRule.M2;
        }
        if (request.mustBeFree && !mkey.isFree()) {
            return HcaRule.M3;
        }
        return request.entries > mkey.entries() / MttTable.PER_OCTOWORD ? HcaRule.M4 : null;
    }

    /**
     * Checks M5, the length of each entry of a list. Entries of a repeat block always pass.
     *
     * @param list the entries
     * @param units 16-byte units of the list
     * @return the rule that refuses, or null
     */
    public @Nullable HcaRule checkList(MemorySegment list, int units) {
        boolean repeats = units > 0 && RepeatBlock.OPERATION.get(list, 0) == RepeatBlock.REPEAT;
        for (int i = 0; i < units && !repeats; i++) {
            if (Klm.BYTE_COUNT.getLong(list, (long) i * Klm.BYTES) > longestEntry) {
                return HcaRule.M5;
            }
        }
        return null;
    }

    /**
     * Changes an mkey as a checked request says.
     *
     * @param request the configuration
     * @param list its layout; only read when the length changes
     */
    public void configure(KeyRequest request, MemorySegment list) {
        mkey.at(Key.index(request.key));
        int tag = request.changesTag ? request.tag : Key.tag(request.key);
        if (request.changesLength) {
            writeList(list, request.entries);
        }
        MkeyState.configure(mkey, request, tag);
        observer.keyChanged(KeyChange.CONFIGURED, Key.of(mkey.index(), tag));
    }

    private void writeList(MemorySegment list, int units) {
        int first = mkey.translation();
        for (int i = 0; i < units; i++) {
            int unit = first + i * MttTable.PER_OCTOWORD;
            MemorySegment.copy(list, (long) i * Klm.BYTES, mtt.segment(unit), mtt.offset(unit), Klm.BYTES);
        }
        counters.mttWritten += (long) units * MttTable.PER_OCTOWORD;
    }

    /**
     * Makes an mkey free. An mkey that is free already stays as it is, and that is no error.
     *
     * @param remotely whether a peer asks for it
     * @return null when done; else the rule that refused, and nothing has changed
     */
    @Nullable
    HcaRule invalidate(QpView qp, int key, boolean remotely) {
        mkey.at(Key.index(key));
        if (mkey.tag() != Key.tag(key)) {
            return HcaRule.I2;
        }
        if (mkey.pd() != qp.pd()) {
            return HcaRule.I5;
        }
        if (remotely && !mkey.allowsRemoteInvalidate()) {
            return HcaRule.I6;
        }
        if (!mkey.isFree()) {
            MkeyState.unconfigure(mkey);
            counters.invalidates++;
            observer.keyChanged(KeyChange.INVALIDATED, key);
        }
        return null;
    }
}
