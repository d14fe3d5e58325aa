package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;
import java.util.OptionalInt;

/**
 * Sends data, at most one packet, to a receive of a UD QP, behind 40 bytes of GRH. Whether it arrives nobody says.
 *
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

    public Datagram {
        data = List.copyOf(data);
    }

    public static Datagram of(long wrId, AddressHandle to, int qpNumber, int qkey, MemorySlice... data) {
        return new Datagram(wrId, SendFlag.SIGNALED, to, qpNumber, qkey, OptionalInt.empty(), List.of(data));
    }

    public Datagram withImmediate(int value) {
        return new Datagram(wrId, flags, to, qpNumber, qkey, OptionalInt.of(value), data);
    }

    /** Completes visibly only when it fails. */
    public Datagram unsignaled() {
        return new Datagram(wrId, flags & ~SendFlag.SIGNALED, to, qpNumber, qkey, immediate, data);
    }

    /** Asks the receiver for a solicited event. */
    public Datagram solicited() {
        return new Datagram(wrId, flags | SendFlag.SOLICITED, to, qpNumber, qkey, immediate, data);
    }

    /** Copies the data when posted, so that it need not be registered and may change at once. */
    public Datagram inlined() {
        return new Datagram(wrId, flags | SendFlag.INLINE, to, qpNumber, qkey, immediate, data);
    }
}
