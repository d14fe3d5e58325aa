package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.Reach;
import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * Sends packets for ports of other fabrics as RoCEv2 datagrams, and receives those for the local port. It sends from an
 * unconnected socket that forbids fragments, so that every bit under the ICRC is known: identification 0, DF.
 */
public final class UdpStage implements LinkStage, AutoCloseable {
    /**
     * Datagrams received in one turn. There are few, so that their acknowledgements leave while the sender still sends.
     */
    private static final int TURN = 16;

    private static final int SOCKET_BUFFER = 4 << 20;
    /**
     * Half of what Linux accounts for a datagram of 4 KiB in a socket's buffer, since the kernel doubles the size that
     * a program asks for.
     */
    private static final int BUFFER_PER_PACKET = 4096;

    /** QPs that may send to a socket at full speed. */
    private static final int SHARERS = 4;

    private static final int MIN_WINDOW = 16;
    private static final int MAX_WINDOW = 128;

    private final Fabric fabric;
    private final UdpConfig config;
    private final RoceSocket socket;
    private final SocketWait wait;
    private final int window;
    private final UdpCounters counters = new UdpCounters();
    private final DatagramBuffer incoming = new DatagramBuffer();
    private final DatagramBuffer outgoing = new DatagramBuffer();
    private final DatagramReader reader;
    private final DatagramWriter writer = new DatagramWriter(outgoing);
    private final PeerTable peers;
    private final MachineNetwork machine = new MachineNetwork(MachineNetwork.NEIGHBOURS);
    private final InetAddress own;
    private final PortGid local;
    private final int localPort;
    private @Nullable InetSocketAddress waiting;
    private boolean isBehind;

    private UdpStage(Fabric fabric, UdpConfig config, DatagramChannel channel) throws IOException {
        this.fabric = fabric;
        this.config = config;
        this.socket = config.gso()
                ? new GsoSocket(channel, outgoing, incoming, counters)
                : new PlainSocket(channel, outgoing, incoming, counters);
        this.wait = SocketWait.on(channel);
        int held = channel.getOption(StandardSocketOptions.SO_RCVBUF) / BUFFER_PER_PACKET;
        this.window = Math.clamp(Integer.highestOneBit(held / SHARERS), MIN_WINDOW, MAX_WINDOW);
        this.reader = new DatagramReader(config.check(), counters, incoming);
        this.reader.packet().fromOutside = true;
        InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
        this.own = bound.getAddress();
        this.peers = new PeerTable(own, config.peers());
        this.local = Addresses.gid(bound.getAddress());
        this.localPort = bound.getPort();
    }

    /**
     * Opens the socket and adds the stage to the fabric.
     *
     * @param fabric has the local port
     * @param config its place on the network
     * @return the open stage
     * @throws IOException when the address is not local or unspecified, the port is taken, the machine lacks the
     *     address family, or GSO is asked for where it cannot be had
     */
    public static UdpStage open(Fabric fabric, UdpConfig config) throws IOException {
        if (config.bind().getAddress().isAnyLocalAddress()) {
            throw new BindException("the ICRC covers the own address: it must be one, not all");
        }
        if (config.gso()) {
            checkGso(config.bind().getAddress());
        }
        boolean ipv4 = config.bind().getAddress() instanceof Inet4Address;
        DatagramChannel channel =
                DatagramChannel.open(ipv4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            channel.bind(config.bind());
            ZeroChecksums.accept(channel);
            channel.configureBlocking(false);
            UdpStage stage = new UdpStage(fabric, config, channel);
            fabric.through(stage);
            return stage;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Over IPv4 a kernel that cuts a datagram up counts identifications, which the ICRC covers. The loopback interface
     * does not cut it up, and IPv6 has no identifications.
     */
    private static void checkGso(InetAddress own) throws BindException {
        if (!SocketCalls.areKnown()) {
            throw new BindException("UDP_SEGMENT is an option of Linux: leave GSO out");
        }
        if (own instanceof Inet4Address && !own.isLoopbackAddress()) {
            throw new BindException(
                    "UDP_SEGMENT over IPv4 changes IP identifications, which the ICRC covers: GSO is for"
                            + " IPv6 and for addresses of 127.0.0.0/8");
        }
    }

    /** {@return the UDP port that the socket is bound to} */
    public int port() {
        return localPort;
    }

    /** {@return what the link counted} */
    public UdpCounters counters() {
        return counters;
    }

    /**
     * Sets the socket address of a GID that is not its own address at port 4791. Packets to an address that the socket
     * cannot name are lost and counted.
     *
     * @param gid of the peer
     * @param address of its socket
     * @throws IllegalArgumentException for a name that has no address
     */
    public void peer(PortGid gid, InetSocketAddress address) {
        peers.put(gid, address);
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        if (packet.toGroup || packet.destinationPort != Packet.NO_PORT || !isLocal(packet)) {
            next.transmit(packet, now);
        } else {
            next.kept(packet, send(packet) ? Verdict.Plain.LEFT : Verdict.Plain.NOT_SENT, now);
        }
    }

    @Override
    public Reach reach(long sourceHigh, long sourceLow, long gidHigh, long gidLow) {
        if (!isLocal(sourceHigh, sourceLow)) {
            return Reach.SILENT;
        }
        PeerTable.Peer to = peers.at(gidHigh, gidLow);
        return to.isReachable() ? machine.reach(own, to.address()) : Reach.NO_ROUTE;
    }

    private boolean isLocal(Packet packet) {
        return isLocal(packet.sourceGidHigh, packet.sourceGidLow);
    }

    /** Answers come to the local port only, so packets of other ports of the fabric stay on it. */
    private boolean isLocal(long gidHigh, long gidLow) {
        return gidHigh == config.gid().high() && gidLow == config.gid().low();
    }

    private boolean send(Packet packet) {
        PeerTable.Peer to = peers.at(packet.destinationGidHigh, packet.destinationGidLow);
        if (!to.isReachable()) {
            counters.unreachable++;
            return false;
        }
        PortGid destination = to.network();
        int bytes = writer.write(packet, local.high(), local.low(), destination.high(), destination.low(), localPort);
        return socket.send(writer.start(), bytes, to.address());
    }

    @Override
    public boolean isReady(long now) {
        return socket.hasUnsent() || hasArrived();
    }

    private boolean hasArrived() {
        if (waiting == null) {
            waiting = socket.receive();
        }
        return waiting != null;
    }

    @Override
    public void poll(long now, Link next) {
        socket.flush();
        isBehind = false;
        for (int i = 0; hasArrived(); i++) {
            if (i == TURN) {
                isBehind = true;
                return;
            }
            InetSocketAddress from = waiting;
            waiting = null;
            if (from != null && isGood(from)) {
                counters.received++;
                next.transmit(arrived(peers.from(from).gid()), fabric.now());
            }
        }
    }

    @Override
    public boolean isBehind() {
        return isBehind;
    }

    private boolean isGood(InetSocketAddress from) {
        PortGid network = peers.from(from).network();
        return reader.read(
                DatagramBuffer.ARRIVAL,
                socket.received(),
                network.high(),
                network.low(),
                local.high(),
                local.low(),
                from.getPort());
    }

    private Packet arrived(PortGid source) {
        Packet packet = reader.packet();
        packet.sourceGidHigh = source.high();
        packet.sourceGidLow = source.low();
        packet.destinationGidHigh = config.gid().high();
        packet.destinationGidLow = config.gid().low();
        packet.destinationPort = fabric.portOf(config.gid().high(), config.gid().low());
        return packet;
    }

    @Override
    public long nextDeadline() {
        return Long.MAX_VALUE;
    }

    @Override
    public WaitPoint waitPoint() {
        return wait;
    }

    /**
     * Assumes that the peer's socket has as large a buffer as ours, which the system may have made smaller than we
     * asked for.
     */
    @Override
    public int window() {
        return window;
    }

    /** Closes the socket; packets for other machines are lost from then on. */
    @Override
    public void close() throws IOException {
        socket.close();
        wait.close();
    }
}
