package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a window in the device.
 *
 * @param rkey its present R_Key; for a free type-2 window its last one
 * @param type type 1 or type 2
 * @param state FREE or VALID
 * @param pd the PD of the window
 * @param region the region that it is bound to; null when it is not bound
 * @param qpNumber for a bound type-2 window, the QP that it is bound to
 * @param address of its first byte for peers; 0 when it is not bound
 * @param length bytes; 0 when it is not bound
 * @param access rights of peers, with ZERO_BASED if addresses count from its first byte
 */
public record MwState(
        int rkey,
        MwType type,
        State state,
        Pd pd,
        @Nullable MemoryRegion region,
        OptionalInt qpNumber,
        long address,
        long length,
        Set<AccessFlag> access) {

    /** The states of an allocated window (IBA 10.6.7). */
    public enum State {
        /** Not bound; type 2 only. */
        FREE,
        /** Bound, or of type 1. A type-1 window in this state may be bound to no byte. */
        VALID
    }

    /** Keeps a copy of the rights. */
    public MwState {
        access = SortedSets.copyOf(access);
    }

    /** {@return whether it is bound to any byte} */
    public boolean isBound() {
        return length != 0;
    }
}
