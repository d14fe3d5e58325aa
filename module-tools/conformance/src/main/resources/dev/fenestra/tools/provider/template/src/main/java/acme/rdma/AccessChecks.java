package acme.rdma;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a key grants an access, rule by rule. When it does, {@link #region} and {@link #offset} say where it
 * leads.
 */
final class AccessChecks {
    private final Card card;
    private @Nullable Region region;
    private long offset;
    private int asked;
    private long askedAddress;
    private long askedLength;

    AccessChecks(Card card) {
        this.card = card;
    }

    /** The region that the access just granted leads to. */
    Region region() {
        return Objects.requireNonNull(region);
    }

    /** Where in that region. */
    long offset() {
        return offset;
    }

    /** What the last check of local memory compared. */
    String compared() {
        return String.format(
                "lkey=%s, address=0x%x, length=%d; %s",
                MemoryKey.text(asked), askedAddress, askedLength, card.keys().extent(asked));
    }

    /** May requests of a QP use this piece of local memory? Null when they may. */
    @Nullable
    AcmeRule local(Qp qp, int lkey, long address, long length, boolean isWritten) {
        asked = lkey;
        askedAddress = address;
        askedLength = length;
        if (!(card.keys().find(lkey) instanceof Region found)) {
            return AcmeRule.L1;
        }
        if (found.key() != lkey) {
            return AcmeRule.L2;
        }
        if (found.pd() != qp.pd()) {
            return AcmeRule.L4;
        }
        if (isWritten && !found.grants(AccessFlag.LOCAL_WRITE)) {
            return AcmeRule.L5;
        }
        if (!found.covers(address, length)) {
            return AcmeRule.L6;
        }
        region = found;
        offset = found.offsetOf(address);
        return null;
    }

    /** May a request that arrived on this QP reach this memory? Null when it may. */
    @Nullable
    AcmeRule remote(Qp qp, int rkey, long address, long length, AccessFlag right) {
        KeyEntry entry = card.keys().find(rkey);
        if (entry == null) {
            return AcmeRule.R1;
        }
        if (entry.key() != rkey) {
            return AcmeRule.R2;
        }
        return switch (entry) {
            case Region found -> region(qp, found, address, length, right);
            case Window window -> window(qp, window, address, length, right);
        };
    }

    private @Nullable AcmeRule region(Qp qp, Region found, long address, long length, AccessFlag right) {
        if (found.pd() != qp.pd()) {
            return AcmeRule.R3;
        }
        if (!found.grants(right)) {
            return AcmeRule.R4;
        }
        if (!found.covers(address, length)) {
            return AcmeRule.R6;
        }
        region = found;
        offset = found.offsetOf(address);
        return null;
    }

    private @Nullable AcmeRule window(Qp qp, Window window, long address, long length, AccessFlag right) {
        if (window.pd() != qp.pd()) {
            return AcmeRule.A2;
        }
        if (!window.isBound()) {
            return AcmeRule.A4;
        }
        if (window.type() == MwType.TYPE_2 && !window.isBoundThrough(qp)) {
            return AcmeRule.A3;
        }
        if (!window.grants(right)) {
            return AcmeRule.A5;
        }
        // The bounds of the window, not of its region: that is what a window is for.
        if (!window.covers(address, length)) {
            return AcmeRule.A7;
        }
        region = window.region();
        offset = window.offsetOf(address);
        return null;
    }
}
