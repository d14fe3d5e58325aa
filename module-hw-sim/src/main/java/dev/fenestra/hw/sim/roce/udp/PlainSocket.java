package dev.fenestra.hw.sim.roce.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/** A socket with a system call for each datagram. */
final class PlainSocket implements RoceSocket {
    private final DatagramChannel channel;
    private final DatagramBuffer outgoing;
    private final DatagramBuffer incoming;
    private final UdpCounters counters;

    /**
     * Makes a socket.
     *
     * @param channel bound, and does not block
     * @param outgoing holds the datagram to be sent
     * @param incoming gets the datagram that has arrived
     */
    PlainSocket(DatagramChannel channel, DatagramBuffer outgoing, DatagramBuffer incoming, UdpCounters counters) {
        this.channel = channel;
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.counters = counters;
    }

    @Override
    public boolean send(int at, int bytes, InetSocketAddress to) {
        boolean taken;
        try {
            taken = channel.send(outgoing.bytes.limit(at + bytes).position(at), to) > 0;
        } catch (IOException e) {
            taken = false;
        }
        counters.sent += taken ? 1 : 0;
        counters.notSent += taken ? 0 : 1;
        return taken;
    }

    @Override
    public @Nullable InetSocketAddress receive() {
        try {
            return channel.isOpen()
                    ? (InetSocketAddress) channel.receive(incoming.bytes.clear().position(DatagramBuffer.ARRIVAL))
                    : null;
        } catch (IOException e) {
            // A peer's refusal of an earlier datagram, or a socket closed meanwhile: nothing has arrived.
            return null;
        }
    }

    @Override
    public int received() {
        return incoming.bytes.position() - DatagramBuffer.ARRIVAL;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
