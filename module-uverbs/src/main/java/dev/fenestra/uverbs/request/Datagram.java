package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.List;
import java.util.OptionalInt;

/**
 * Sends at most one packet of data to a UD QP. The receive gets 40 bytes of GRH, then the data. Delivery is not
 * confirmed.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param to path to the peer's port
 * @param qpNumber of the peer, 24 bits
 * @param qkey Q_Key of the peer; with the highest bit set the sender's own is sent
 * @param immediate delivered with the completion, if present
 * @param data what is sent, gathered in order
 */
public record Datagram(
        long wrId, int flags, AddressHandle to, int qpNumber, int qkey, OptionalInt immediate, List<MemorySlice> data)
        implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public Datagram {
        data = List.copyOf(data);
    }

    /**
     * {@return a datagram, signaled}
     *
     * @param wrId the number that its completion carries
     * @param to the path to the peer's port
     * @param qpNumber of the peer's QP; 0xffffff for a multicast group
     * @param qkey the Q_Key of the peer's QP; with another one the peer drops the datagram
     * @param data what is sent, in order; one packet at most
     */
    public static Datagram of(long wrId, AddressHandle to, int qpNumber, int qkey, MemorySlice... data) {
        return new Datagram(wrId, SendFlag.SIGNALED, to, qpNumber, qkey, OptionalInt.empty(), List.of(data));
    }

    /**
     * {@return such a datagram with immediate data}
     *
     * @param value 32 bits for the receiver's completion
     */
    public Datagram withImmediate(int value) {
        return new Datagram(wrId, flags, to, qpNumber, qkey, OptionalInt.of(value), data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public Datagram unsignaled() {
        return new Datagram(wrId, flags & ~SendFlag.SIGNALED, to, qpNumber, qkey, immediate, data);
    }

    /**
     * Asks for a solicited event at the receiver.
     *
     * @return a copy that is solicited
     */
    public Datagram solicited() {
        return new Datagram(wrId, flags | SendFlag.SOLICITED, to, qpNumber, qkey, immediate, data);
    }

    /**
     * Copies the data when the request is posted. The data need not be registered, and the program may change them at
     * once.
     *
     * @return a copy that is inline
     */
    public Datagram inlined() {
        return new Datagram(wrId, flags | SendFlag.INLINE, to, qpNumber, qkey, immediate, data);
    }
}
