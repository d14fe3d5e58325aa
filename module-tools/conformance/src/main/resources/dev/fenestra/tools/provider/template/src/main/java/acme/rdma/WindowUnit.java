package acme.rdma;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import org.jspecify.annotations.Nullable;

/** Binds, unbinds and invalidates windows: all checks first, in the order of the specification, then the change. */
final class WindowUnit {
    private static final int WRITING = AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC);

    private final Card card;

    WindowUnit(Card card) {
        this.card = card;
    }

    /** Binds as a request asks; length 0 unbinds a type-1 window. Null when done, else the rule that refused. */
    @Nullable
    AcmeRule bind(Qp qp, Work work) {
        if (!(card.keys().find(work.oldKey) instanceof Window window)) {
            return AcmeRule.B1;
        }
        AcmeRule refusal = checkWindow(qp, window, work);
        if (refusal != null) {
            return refusal;
        }
        if (work.bindLength == 0) {
            window.release();
        } else {
            if (!(card.keys().find(work.bindLkey) instanceof Region region) || region.key() != work.bindLkey) {
                return AcmeRule.B7;
            }
            refusal = checkRegion(qp, region, work);
            if (refusal != null) {
                return refusal;
            }
            window.bind(region, qp, work.bindAddress, work.bindLength, work.bindAccess);
        }
        window.key(MemoryKey.of(MemoryKey.index(window.key()), MemoryKey.tag(work.newKey)));
        return null;
    }

    private static @Nullable AcmeRule checkWindow(Qp qp, Window window, Work work) {
        boolean isType1 = window.type() == MwType.TYPE_1;
        if (isType1 && window.key() != work.oldKey) {
            return AcmeRule.B1;
        }
        if (!isType1 && window.isBound()) {
            return AcmeRule.B4;
        }
        if (window.pd() != qp.pd()) {
            return AcmeRule.B5;
        }
        return !isType1 && work.bindLength == 0 ? AcmeRule.B6 : null;
    }

    private static @Nullable AcmeRule checkRegion(Qp qp, Region region, Work work) {
        if (region.pd() != qp.pd()) {
            return AcmeRule.B8;
        }
        if (region.grants(AccessFlag.ZERO_BASED)) {
            return AcmeRule.B9;
        }
        if (!region.grants(AccessFlag.MW_BIND)) {
            return AcmeRule.B10;
        }
        if ((work.bindAccess & WRITING) != 0 && !region.grants(AccessFlag.LOCAL_WRITE)) {
            return AcmeRule.B11;
        }
        return region.covers(work.bindAddress, work.bindLength) ? null : AcmeRule.B12;
    }

    /**
     * Invalidates a type-2 window; a free one that last had this key stays as it is. Null when done, else the rule that
     * refused.
     */
    @Nullable
    AcmeRule invalidate(Qp qp, int key) {
        if (!(card.keys().find(key) instanceof Window window) || window.type() != MwType.TYPE_2) {
            return AcmeRule.I1;
        }
        if (window.key() != key) {
            return AcmeRule.I2;
        }
        if (window.isBound() && !window.isBoundThrough(qp)) {
            return AcmeRule.I3;
        }
        window.release();
        return null;
    }
}
