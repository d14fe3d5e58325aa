package dev.fenestra.hw.sim.roce.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Sends and receives datagrams, one at a time. Only one thread at a time uses it; any thread may close it. */
interface RoceSocket extends AutoCloseable {

    /**
     * Sends a datagram, now or with the next {@link #flush}. One that the system refuses is lost and counted.
     *
     * @param at offset of the datagram in the buffer of outgoing ones
     * @param bytes of it
     * @return false when it is known to be lost
     */
    boolean send(int at, int bytes, InetSocketAddress to);

    /** {@return whether datagrams wait for {@link #flush}} */
    default boolean hasUnsent() {
        return false;
    }

    /** Sends the datagrams that wait. */
    default void flush() {}

    /**
     * Puts the next arrived datagram at {@link DatagramBuffer#ARRIVAL} of the buffer of incoming ones.
     *
     * @return its sender; null when none has arrived
     */
    @Nullable
    InetSocketAddress receive();

    /** {@return bytes of the datagram received last} */
    int received();

    @Override
    void close() throws IOException;
}
