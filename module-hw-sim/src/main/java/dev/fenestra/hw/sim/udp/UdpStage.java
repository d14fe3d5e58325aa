package dev.fenestra.hw.sim.udp;

import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.Link;
import dev.fenestra.hw.sim.fabric.LinkStage;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Gid;
import dev.fenestra.hw.sim.wire.RoceFrameWriter;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.HashMap;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * Leads packets for ports that are not on this fabric out as RoCEv2 datagrams, and brings in those for the local port. It sends from
 * an unconnected socket that forbids fragments, so that every bit the ICRC covers is known: identification 0, DF.
 */
public final class UdpStage implements LinkStage, AutoCloseable {
    /** Datagrams taken in one turn, so that a flood does not keep the devices from working. */
    private static final int TURN = 64;

    private static final int SOCKET_BUFFER = 4 << 20;

    private final Fabric fabric;
    private final UdpConfig config;
    private final DatagramChannel channel;
    private final UdpCounters counters = new UdpCounters();
    private final DatagramReader reader;
    private final RoceFrameWriter frames = new RoceFrameWriter();
    private final byte[] frame = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
    private final ByteBuffer outgoing = ByteBuffer.wrap(frame);
    private final byte[] payload = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
    private final Map<Gid, InetSocketAddress> addresses;
    private final Map<InetSocketAddress, Gid> gids = new HashMap<>();
    private final Gid local;
    private final int localPort;
    private @Nullable InetSocketAddress waiting;

    private UdpStage(Fabric fabric, UdpConfig config, DatagramChannel channel) throws IOException {
        this.fabric = fabric;
        this.config = config;
        this.channel = channel;
        this.reader = new DatagramReader(config.check(), counters);
        this.addresses = new HashMap<>(config.peers());
        config.peers().forEach((gid, address) -> gids.put(address, gid));
        InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
        this.local = Addresses.gid(bound.getAddress());
        this.localPort = bound.getPort();
    }

    /**
     * Opens the socket and puts the stage on the fabric.
     *
     * @throws IOException when the address is not ours, the port is taken, or the machine lacks the address family
     */
    public static UdpStage open(Fabric fabric, UdpConfig config) throws IOException {
        boolean ipv4 = config.bind().getAddress() instanceof Inet4Address;
        DatagramChannel channel =
                DatagramChannel.open(ipv4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            channel.bind(config.bind());
            channel.configureBlocking(false);
            UdpStage stage = new UdpStage(fabric, config, channel);
            fabric.through(stage);
            return stage;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The port that the socket is bound to. */
    public int port() {
        return localPort;
    }

    public UdpCounters counters() {
        return counters;
    }

    /** Says where a GID is found that is not its own address at port 4791. */
    public synchronized void peer(Gid gid, InetSocketAddress address) {
        addresses.put(gid, address);
        gids.put(address, gid);
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        if (packet.destinationPort >= 0) {
            next.transmit(packet, now);
        } else {
            next.kept(packet, send(packet) ? Verdict.Plain.LEFT : Verdict.Plain.NOT_SENT, now);
        }
    }

    private synchronized boolean send(Packet packet) {
        InetSocketAddress to = addresses.computeIfAbsent(
                new Gid(packet.destinationGidHigh, packet.destinationGidLow),
                gid -> new InetSocketAddress(
                        Addresses.address(gid), config.bind().getPort()));
        Gid destination = Addresses.gid(to.getAddress());
        packet.copyPayload(payload, 0);
        int bytes = frames.begin(frame, 0, local.high(), local.low(), destination.high(), destination.low(), localPort)
                .headers(packet.header, 0, packet.headerBytes)
                .payload(payload, 0, packet.payloadBytes())
                .end();
        outgoing.limit(bytes).position(frames.bthAt());
        boolean taken;
        try {
            taken = channel.send(outgoing, to) > 0;
        } catch (IOException e) {
            taken = false;
        }
        counters.sent += taken ? 1 : 0;
        counters.notSent += taken ? 0 : 1;
        return taken;
    }

    @Override
    public boolean isReady(long now) {
        if (waiting == null && channel.isOpen()) {
            try {
                waiting = (InetSocketAddress) channel.receive(reader.buffer());
            } catch (IOException e) {
                // A peer's refusal of an earlier datagram, or a socket closed meanwhile: nothing has arrived.
                return false;
            }
        }
        return waiting != null;
    }

    @Override
    public void poll(long now, Link next) {
        for (int i = 0; i < TURN && isReady(now); i++) {
            InetSocketAddress from = waiting;
            waiting = null;
            if (from != null && reader.read(Addresses.gid(from.getAddress()), local, from.getPort())) {
                counters.received++;
                next.transmit(arrived(gidOf(from)), now);
            }
        }
    }

    private synchronized Gid gidOf(InetSocketAddress from) {
        Gid known = gids.get(from);
        return known == null ? Addresses.gid(from.getAddress()) : known;
    }

    private Packet arrived(Gid source) {
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

    /** Closes the socket; packets for other machines are lost from then on. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
