package dev.fenestra.hw.sim.roce.udp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/**
 * A socket that hands the system several datagrams as one, and receives them so (UDP_SEGMENT and UDP_GRO of Linux).
 * Datagrams are joined while they go to the same peer and have the same length. A shorter one is the last.
 *
 * <p>When the system refuses to cut one up, as for a network card without checksums, its datagrams go one by one, and
 * so do all later ones.
 */
final class GsoSocket implements RoceSocket {
    /** The most that Linux before 6.9 cuts one into (UDP_MAX_SEGMENTS). */
    private static final int MOST = 64;
    /** The longest UDP payload over IPv4. */
    private static final int MOST_BYTES = 65_507;

    private final DatagramChannel channel;
    private final DatagramBuffer outgoing;
    private final DatagramBuffer incoming;
    private final UdpCounters counters;
    private final SocketCalls calls = new SocketCalls();
    private final int descriptor;

    private final SocketMessage unsent = new SocketMessage(DatagramBuffer.MAX_DATAGRAM);
    private @Nullable InetSocketAddress to;
    private int unsentCount;
    private int unsentBytes;
    private int unsentPart;
    private int most = MOST;

    private final SocketMessage arrived = new SocketMessage(DatagramBuffer.MAX_DATAGRAM);
    private @Nullable InetSocketAddress from;
    private int arrivedBytes;
    private int arrivedPart;
    private int taken;
    private int received;

    /**
     * Makes a socket.
     *
     * @param channel bound, and does not block
     * @param outgoing holds the datagram to be sent
     * @param incoming gets the datagram that has arrived
     * @throws IOException with a sentence when the system does not support this
     */
    GsoSocket(DatagramChannel channel, DatagramBuffer outgoing, DatagramBuffer incoming, UdpCounters counters)
            throws IOException {
        this.channel = channel;
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.counters = counters;
        descriptor = SocketDescriptor.with((InetSocketAddress) channel.getLocalAddress(), calls, SocketCalls.UDP_GRO);
        if (descriptor < 0) {
            throw new SocketException("GSO needs UDP_GRO, which this system does not have: Linux has it since 5.0");
        }
    }

    @Override
    public synchronized boolean send(int at, int bytes, InetSocketAddress address) {
        if (!channel.isOpen()) {
            counters.notSent++;
            return false;
        }
        if (unsentCount > 0 && !isNext(bytes, address)) {
            flush();
        }
        if (unsentCount == 0) {
            to = address;
            unsentPart = bytes;
        }
        MemorySegment.copy(outgoing.memory, at, unsent.data, unsentBytes, bytes);
        unsentCount++;
        unsentBytes += bytes;
        return true;
    }

    /** Whether a datagram may be joined to those that wait. */
    private boolean isNext(int bytes, InetSocketAddress address) {
        boolean areWhole = unsentBytes == unsentCount * unsentPart;
        return areWhole
                && bytes <= unsentPart
                && unsentCount < most
                && unsentBytes + bytes <= MOST_BYTES
                && (address == to || address.equals(to));
    }

    @Override
    public boolean hasUnsent() {
        return unsentCount > 0;
    }

    @Override
    public synchronized void flush() {
        InetSocketAddress address = to;
        if (unsentCount == 0 || address == null) {
            return;
        }
        int count = unsentCount;
        int bytes = unsentBytes;
        unsentCount = 0;
        unsentBytes = 0;
        int nameBytes = unsent.name.write(address);
        if (count == 1) {
            count(send(0, bytes, nameBytes, 0) >= 0, 1);
            return;
        }
        long result = send(0, bytes, nameBytes, unsentPart);
        if (isRefusal(result)) {
            sendSingly(bytes, nameBytes);
        } else {
            count(result >= 0, count);
            counters.joined += result >= 0 ? count : 0;
        }
    }

    /** When datagrams that are not joined leave, joining was what the system refused, and not their address. */
    private void sendSingly(int bytes, int nameBytes) {
        long before = counters.sent;
        for (int at = 0; at < bytes; at += unsentPart) {
            count(send(at, Math.min(unsentPart, bytes - at), nameBytes, 0) >= 0, 1);
        }
        if (counters.sent > before) {
            most = 1;
            counters.refusedJoins++;
        }
    }

    private long send(int at, int bytes, int nameBytes, int part) {
        unsent.send(at, bytes, nameBytes, part);
        return channel.isOpen() ? calls.send(descriptor, unsent.header) : -1;
    }

    /** Whether the system may refuse to cut the datagram up, rather than have no room for it. */
    private static boolean isRefusal(long result) {
        return result == -SocketCalls.EINVAL
                || result == -SocketCalls.EMSGSIZE
                || result == -SocketCalls.EIO
                || result == -SocketCalls.EOPNOTSUPP;
    }

    private void count(boolean isSent, int datagrams) {
        counters.sent += isSent ? datagrams : 0;
        counters.notSent += isSent ? 0 : datagrams;
    }

    @Override
    public synchronized @Nullable InetSocketAddress receive() {
        if (taken == arrivedBytes && !receiveNext()) {
            return null;
        }
        received = Math.min(arrivedPart, arrivedBytes - taken);
        MemorySegment.copy(arrived.data, taken, incoming.memory, DatagramBuffer.ARRIVAL, received);
        taken += received;
        return from;
    }

    private boolean receiveNext() {
        arrived.clear();
        long bytes = channel.isOpen() ? calls.receive(descriptor, arrived.header) : -1;
        if (bytes < 0) {
            return false;
        }
        from = arrived.name.read();
        taken = 0;
        arrivedBytes = (int) bytes;
        arrivedPart = arrived.part(arrivedBytes);
        return true;
    }

    @Override
    public int received() {
        return received;
    }

    /** No call is under way when the descriptor becomes free for other files. */
    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}
