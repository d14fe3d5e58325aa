package dev.fenestra.tools.measure.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * The least cost of messages over UDP on this machine. It sends as many datagrams of the same length from one socket of
 * the loopback interface to another, with one system call for each on either side, and does nothing with their content.
 * A thread of its own receives. It answers the datagrams that ask for it, so that those on their way fit into its
 * socket.
 */
public final class BareDatagrams implements AutoCloseable {
    /** The bytes of a RoCEv2 middle packet besides its payload. */
    private static final int OVERHEAD = 16;

    private static final int LONGEST = 1 << 16;
    private static final int SOCKET_BUFFER = 4 << 20;
    /** One of this many datagrams requests an answer. */
    private static final int INTERVAL = 16;
    /** The most unanswered datagrams: they fit into a socket of the usual size. */
    private static final int OWED = 2;

    private static final int PATIENCE_MILLIS = 1_000;
    private static final byte ASKS = 1;

    private final DatagramChannel sender = open();
    private final DatagramChannel receiver = open();
    private final SocketAddress to = address(receiver);
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(LONGEST);
    private final DatagramPacket answer = new DatagramPacket(new byte[1], 1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("bare-datagrams").start(this::receive);

    public BareDatagrams() {
        try {
            sender.socket().setSoTimeout(PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DatagramChannel open() {
        try {
            DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            return channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SocketAddress address(DatagramChannel channel) {
        try {
            return channel.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends a message several times as packets of a path MTU, and waits until the last packet is received.
     *
     * @param count of messages
     * @param bytes of each
     * @param one whether each message waits for the one before, as a test of latency does
     */
    public void messages(long count, int bytes, int mtu, boolean one) {
        int packets = Math.max(1, (bytes + mtu - 1) / mtu);
        int last = bytes - (packets - 1) * mtu;
        long left = count * packets;
        int owed = 0;
        try {
            for (long i = 0; i < count; i++) {
                for (int k = 1; k <= packets; k++) {
                    left--;
                    boolean asks = left % INTERVAL == 0 || one && k == packets;
                    send(OVERHEAD + (k == packets ? last : mtu), asks);
                    owed += asks ? 1 : 0;
                    while (owed > (one || left == 0 ? 0 : OWED)) {
                        sender.socket().receive(answer);
                        owed--;
                    }
                }
            }
        } catch (SocketTimeoutException e) {
            // A datagram can get lost even here. Then the rest is not awaited.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(int bytes, boolean asks) throws IOException {
        datagram.put(0, asks ? ASKS : 0);
        sender.send(datagram.limit(bytes).position(0), to);
    }

    private void receive() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST);
        ByteBuffer empty = ByteBuffer.allocateDirect(1);
        try {
            while (true) {
                SocketAddress from = receiver.receive(buffer.clear());
                if (buffer.get(0) == ASKS) {
                    receiver.send(empty.clear(), from);
                }
            }
        } catch (IOException e) {
            // The socket is closed, which ends the thread.
            return;
        }
    }

    @Override
    public void close() {
        try {
            receiver.close();
            sender.close();
            thread.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
