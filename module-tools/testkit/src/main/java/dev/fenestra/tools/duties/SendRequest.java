package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A send request that was posted, until its completion was polled. */
final class SendRequest {
    final CheckedQp qp;
    final long wrId;
    final WrOpcode opcode;
    final int flags;
    final boolean isSignaled;
    /** Its local bytes; none of an inline request. */
    final List<AddressRange> pieces;

    final List<CheckedRegion> regions;
    final int rkey;
    final String place;
    /** Its place among all that programs have done. */
    final long sequence;

    /** The bytes of the peer that it names; null when they are not known. */
    @Nullable
    AccessedBytes remote;

    /** Its local bytes when it was posted; null when the device only stores there. */
    @Nullable
    KeptBytes sent;

    /** What devices may have stored into its local bytes since. */
    final List<AddressRange> placed = new ArrayList<>();

    /** The window that it binds; null of other requests. */
    @Nullable
    CheckedWindow window;

    /** The key after a bind, or of an invalidate; that of a type-1 window is only known to the library. */
    final int newKey;

    /** What the bind opens; null of other requests, and of a bind that closes the window. */
    @Nullable
    AddressRange opened;

    /** Address of the first byte of what the bind opens, in the requests of peers. */
    long openedAddress;

    /** By which the side of the program names it; 0 when that has no need to. */
    long number;

    /** It, or a message behind it, has arrived at the peer, and the peer has polled that. */
    boolean isBehindMessage;

    /**
     * A request as it was posted.
     *
     * @param pieces its local bytes, as far as their keys are known
     * @param regions of the pieces
     */
    SendRequest(CheckedQp qp, PostedSend act, List<AddressRange> pieces, List<CheckedRegion> regions, long sequence) {
        this.qp = qp;
        this.pieces = List.copyOf(pieces);
        this.regions = List.copyOf(regions);
        this.sequence = sequence;
        wrId = act.wrId();
        opcode = act.opcode();
        flags = act.flags();
        isSignaled = qp.signalsAll() || (flags & SendFlag.SIGNALED) != 0;
        rkey = act.rkey();
        newKey = act.newKey();
        place = act.place();
    }

    boolean isFenced() {
        return (flags & SendFlag.FENCE) != 0;
    }

    /** {@return whether the device reads its local bytes} */
    boolean gathers() {
        return switch (opcode) {
            case SEND, SEND_WITH_IMM, SEND_WITH_INV, RDMA_WRITE, RDMA_WRITE_WITH_IMM -> true;
            default -> false;
        };
    }

    /** {@return whether the device stores into its local bytes} */
    boolean lands() {
        return opcode == WrOpcode.RDMA_READ || isAtomic();
    }

    boolean isAtomic() {
        return opcode == WrOpcode.ATOMIC_CMP_AND_SWP || opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
    }

    /** {@return whether it consumes a receive of the peer} */
    boolean isMessage() {
        return switch (opcode) {
            case SEND, SEND_WITH_IMM, SEND_WITH_INV, RDMA_WRITE_WITH_IMM -> true;
            default -> false;
        };
    }

    /** {@return whether it changes bytes of the peer by address} */
    boolean writesRemotely() {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, ATOMIC_WRITE -> true;
            default -> isAtomic();
        };
    }

    /** {@return the key of the window after the bind} */
    int keyAfterBind() {
        CheckedWindow bound = window;
        return bound == null || bound.isType2 ? newKey : bound.key();
    }

    /** {@return whether one of its pieces has a byte of this range} */
    boolean touches(AddressRange range) {
        for (AddressRange piece : pieces) {
            if (piece.overlaps(range)) {
                return true;
            }
        }
        return false;
    }

    /** {@return the request as a finding names it} */
    PlacedAct side() {
        return new PlacedAct(opcode + " wrId=" + wrId + " on " + qp, place, qp.shape.number(), wrId);
    }

    @Override
    public String toString() {
        return side().toString();
    }
}
