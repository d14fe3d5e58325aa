package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import org.jspecify.annotations.Nullable;

/**
 * A window as the device knows it at this moment.
 *
 * @param rkey its present R_Key; of a free type-2 window the last one it had
 * @param binding what it is bound to, or null
 */
public record WindowState(int rkey, @Nullable Binding binding) {

    /** {@return whether it is bound to any byte} */
    public boolean isBound() {
        return binding != null;
    }

    /**
     * A bind in force.
     *
     * @param lkey L_Key of the region
     * @param qpNumber the QP it is tied to, or -1 for a window that is tied to a PD only
     * @param address by which peers name its first byte
     * @param length bytes
     * @param access rights, mask of {@link AccessFlag}; with ZERO_BASED the address is 0
     */
    public record Binding(int lkey, int qpNumber, long address, long length, int access) {

        /** {@return whether addresses count from its first byte} */
        public boolean isZeroBased() {
            return AccessFlag.ZERO_BASED.in(access);
        }
    }
}
