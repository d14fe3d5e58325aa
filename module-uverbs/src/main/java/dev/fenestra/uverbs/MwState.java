package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the device says of a window.
 *
 * @param rkey its present R_Key; of a free type-2 window the last one it had
 * @param type type 1 or type 2
 * @param state FREE or VALID
 * @param pd the PD of the window
 * @param region what it is bound to; null when it is not bound
 * @param qpNumber the QP it is tied to, of a bound type-2 window
 * @param address by which peers name its first byte; 0 when it is not bound
 * @param length bytes; 0 when it is not bound
 * @param access rights of peers, with ZERO_BASED if addresses count from its first byte
 */
public record MwState(
        int rkey,
        MwType type,
        State state,
        ProtectionDomain pd,
        @Nullable MemoryRegion region,
        OptionalInt qpNumber,
        long address,
        long length,
        Set<AccessFlag> access) {

    /** The states of an allocated window (IBA 10.6.7). */
    public enum State {
        /** Not bound; type 2 only. */
        FREE,
        /** Bound; or of type 1, and then perhaps to no byte. */
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
