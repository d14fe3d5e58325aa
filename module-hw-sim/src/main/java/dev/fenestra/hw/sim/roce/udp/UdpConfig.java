package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.roce.wire.Gid;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * The place of a port on the network.
 *
 * @param gid of the local port
 * @param bind the socket's own address
 * @param peers socket addresses of GIDs that are not their own address at port 4791, for example two peers behind one
 *     {@code ::1}
 * @param check the check of received packets
 * @param gso whether the system gets, and hands over, several datagrams as one
 */
public record UdpConfig(
        Gid gid, InetSocketAddress bind, Map<Gid, InetSocketAddress> peers, IcrcCheck check, boolean gso) {

    /**
     * Checks the addresses.
     *
     * @throws IllegalArgumentException for a name that has no address
     */
    public UdpConfig {
        Addresses.checkResolved(bind);
        peers.values().forEach(Addresses::checkResolved);
        peers = Map.copyOf(peers);
    }

    /**
     * A port with a system call for each datagram.
     *
     * @param gid of the local port
     * @param bind the socket's own address
     * @param peers socket addresses of GIDs that are not their own address at port 4791
     * @param check the check of received packets
     * @throws IllegalArgumentException for a name that has no address
     */
    public UdpConfig(Gid gid, InetSocketAddress bind, Map<Gid, InetSocketAddress> peers, IcrcCheck check) {
        this(gid, bind, peers, check, false);
    }

    /**
     * {@return a port whose GID is its address, with the check that suits each peer}
     *
     * @param address of a local interface
     */
    public static UdpConfig at(InetAddress address) {
        return new UdpConfig(
                Addresses.gid(address),
                new InetSocketAddress(address, NetworkHeaders.ROCE_PORT),
                Map.of(),
                IcrcCheck.AUTO);
    }

    /**
     * {@return the same port with another check of received packets}
     *
     * @param newCheck the same for all peers, or by what each peer sends
     */
    public UdpConfig withCheck(IcrcCheck newCheck) {
        return new UdpConfig(gid, bind, peers, newCheck, gso);
    }

    /**
     * {@return the same port with or without GSO} With it the system gets datagrams of one length to one peer as one,
     * and cuts them up itself (UDP_SEGMENT of udp(7)); it hands joined ones over as one (UDP_GRO). This needs Linux, an
     * address that is IPv6 or of the loopback network, and {@code --enable-native-access=dev.fenestra.hw.sim}.
     *
     * @param isUsed whether to do so
     */
    public UdpConfig withGso(boolean isUsed) {
        return new UdpConfig(gid, bind, peers, check, isUsed);
    }

    /**
     * {@return the same port with one more known peer}
     *
     * @param peer its GID
     * @param address of its socket
     */
    public UdpConfig withPeer(Gid peer, InetSocketAddress address) {
        Map<Gid, InetSocketAddress> more = new HashMap<>(peers);
        more.put(peer, address);
        return new UdpConfig(gid, bind, more, check, gso);
    }
}
