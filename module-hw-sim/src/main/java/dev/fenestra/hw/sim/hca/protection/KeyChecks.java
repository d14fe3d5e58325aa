package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.prm.SpecialKeys;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a key grants an access, rule by rule in the order of the specification. A check returns the rule that
 * forbids the access, or null when none does. Then the grant has the memory. A check changes nothing else.
 */
public final class KeyChecks {
    /** The key that the access names. */
    private final Mkey mkey;
    /** The region of the window that it names. */
    private final Mkey region;

    private final LayoutWalk layouts;
    /** 2B windows belong to a PD and a QP; 2A windows to a QP alone. */
    private final boolean typeTwoHasPd;

    KeyChecks(MptTable mpt, WindowSupport windows, LayoutWalk layouts) {
        mkey = new Mkey(mpt);
        region = new Mkey(mpt);
        this.layouts = layouts;
        typeTwoHasPd = windows != WindowSupport.TYPES_1_AND_2A;
    }

    /**
     * Checks L1 to L6 for a piece of local memory of a request. A layout is followed to memory by the rules K.
     *
     * @param pd of the QP, or of the SRQ that a receive came from
     * @param lkey the key
     * @param address first byte
     * @param length bytes
     * @param grant gets the answer when nothing is refused
     * @return the rule that refuses; null for none
     */
    @Nullable
    public HcaRule local(int pd, int lkey, long address, int length, Grant grant) {
        mkey.find(lkey);
        int right = grant.writes ? Rights.LOCAL_WRITE : Rights.NONE;
        if (!mkey.namesMemory()) {
            return isHole(lkey, length, grant) ? null : HcaRule.L1;
        }
        if (mkey.tag() != Key.tag(lkey)) {
            return HcaRule.L2;
        }
        if (mkey.isFree()) {
            return HcaRule.L3;
        }
        if (mkey.pd() != pd) {
            return HcaRule.L4;
        }
        if (!mkey.grants(right)) {
            return HcaRule.L5;
        }
        if (!mkey.contains(address, length)) {
            return HcaRule.L6;
        }
        return lead(pd, address, length, right, grant);
    }

    /**
     * Grants access to the null key, which names memory that does not exist: it reads as zeros, and writes to it are
     * lost.
     */
    private static boolean isHole(int lkey, int length, Grant grant) {
        boolean isHole = lkey == SpecialKeys.NULL_KEY;
        if (isHole) {
            grant.leadsToRuns(length);
            grant.runs.add(LayoutRuns.HOLE, 0, length);
        }
        return isHole;
    }

    /**
     * Checks R1 to R6 for a region or an mkey, R2 and A2 to A7 for a window, for a request that arrived on this QP. A
     * layout is followed to memory by the rules K.
     *
     * @param qp the QP on which the request arrived
     * @param rkey the key
     * @param address first byte
     * @param length of the message from here on
     * @param right union of {@link Rights}
     * @param part bytes to move now; through a layout only these are followed to memory
     * @param grant gets the answer when nothing is refused
     * @return the rule that refuses; null for none
     */
    @Nullable
    public HcaRule remote(QpView qp, int rkey, long address, long length, int right, int part, Grant grant) {
        mkey.find(rkey);
        if (mkey.isWindow()) {
            return window(mkey, qp, rkey, address, length, right, part, grant);
        }
        if (!mkey.namesMemory()) {
            return HcaRule.R1;
        }
        if (mkey.tag() != Key.tag(rkey)) {
            return HcaRule.R2;
        }
        if (mkey.pd() != qp.pd()) {
            return HcaRule.R3;
        }
        if (mkey.isFree()) {
            return HcaRule.R5;
        }
        if (!mkey.grants(right)) {
            return HcaRule.R4;
        }
        if (!mkey.contains(address, length)) {
            return HcaRule.R6;
        }
        return lead(qp.pd(), address, part, right, grant);
    }

    private @Nullable HcaRule window(
            Mkey window, QpView qp, int rkey, long address, long length, int right, int part, Grant grant) {
        if (window.tag() != Key.tag(rkey)) {
            return HcaRule.R2;
        }
        if ((window.isTypeOneWindow() || typeTwoHasPd) && window.pd() != qp.pd()) {
            return HcaRule.A2;
        }
        if (window.isFree()) {
            return HcaRule.A4;
        }
        if (window.isTypeTwoWindow() && !window.isBoundTo(qp)) {
            return HcaRule.A3;
        }
        if (!window.grants(right)) {
            return HcaRule.A5;
        }
        region.find(window.regionKey());
        if (!region.isRegion() || region.tag() != Key.tag(window.regionKey())) {
            return HcaRule.A6;
        }
        if (!window.contains(address, length)) {
            return HcaRule.A7;
        }
        long offset = window.addressInRegion() - region.start() + (address - window.start());
        grant.leadsTo(region.translation(), region.position(offset), part);
        return null;
    }

    /** Finds the memory of a key that has passed the rules. */
    private @Nullable HcaRule lead(int pd, long address, int length, int right, Grant grant) {
        long offset = address - mkey.start();
        if (!mkey.isRegion()) {
            return layouts.follow(mkey, pd, offset, length, right, grant);
        }
        grant.leadsTo(mkey.translation(), mkey.position(offset), length);
        return null;
    }

    /** {@return whether the process sees the region of a key at the addresses by which requests name it} */
    boolean isVirtual(int key) {
        return mkey.at(Key.index(key)).isVirtual();
    }

    /** {@return how often the region or mkey of a key has changed; 0 for a window or an unknown key} */
    int version(int key) {
        mkey.at(Key.index(key));
        return mkey.isRegion() || mkey.isFastRegion() || mkey.isIndirect() ? mkey.version() : 0;
    }

    /**
     * {@return a value without meaning, after the entry of a key was read}
     *
     * @param key any key
     */
    public int readAhead(int key) {
        return mkey.at(Key.index(key)).rights();
    }

    /**
     * {@return the address by which a key names its first byte; 0 for an unknown key}
     *
     * @param key any key
     */
    public long start(int key) {
        return mkey.at(Key.index(key)).isAlive() ? mkey.start() : 0;
    }

    /**
     * {@return bytes that a key covers}
     *
     * @param key a key that was checked
     */
    public long length(int key) {
        return mkey.at(Key.index(key)).length();
    }
}
