package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import org.jspecify.annotations.Nullable;

/**
 * A send request, as a program has posted it.
 *
 * @param qpNumber the QP number, 24 bits
 * @param wrId the number of the request
 * @param opcode its operation
 * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
 * @param pieces its local bytes; only read while the act is told
 * @param rkey the R_Key of the peer's bytes
 * @param remoteAddress the address of the peer's bytes
 * @param newKey the key after a bind of a type-2 window; the key of an invalidate
 * @param bind what is bound; null of other requests
 * @param place the line that posted it
 */
public record PostedSend(
        int qpNumber,
        long wrId,
        WrOpcode opcode,
        int flags,
        SgeList pieces,
        int rkey,
        long remoteAddress,
        int newKey,
        @Nullable Bind bind,
        String place) {

    /**
     * A bind.
     *
     * @param window handle of the window
     * @param region handle of the region
     * @param address of the first byte, as requests name it in the region
     * @param length bytes; 0 closes the window
     * @param isZeroBased whether peers name the first byte by 0
     */
    public record Bind(int window, int region, long address, long length, boolean isZeroBased) {}

    /** {@return whether it names bytes of the peer} */
    boolean names() {
        return namesPeer(opcode);
    }

    /** {@return whether a request of this kind names bytes of the peer} */
    static boolean namesPeer(WrOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, ATOMIC_WRITE ->
                true;
            default -> false;
        };
    }

    /** {@return bytes of its data} */
    long bytes() {
        long bytes = 0;
        for (int i = 0; i < pieces.size(); i++) {
            bytes += Integer.toUnsignedLong(pieces.length(i));
        }
        return bytes;
    }
}
