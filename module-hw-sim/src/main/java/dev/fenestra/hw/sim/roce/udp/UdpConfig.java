package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

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
        PortGid gid, InetSocketAddress bind, Map<PortGid, InetSocketAddress> peers, IcrcCheck check, boolean gso) {

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
     * {@return a port whose GID is its address, at UDP port 4791, with the check that suits each peer, and a system
     * call for each datagram}
     *
     * @param address of a local interface
     */
    public static UdpConfig at(InetAddress address) {
        return at(new InetSocketAddress(address, NetworkHeaders.ROCE_PORT));
    }

    /**
     * {@return a port whose GID is its address, with the check that suits each peer, and a system call for each
     * datagram}
     *
     * @param bind address of a local interface, and UDP port; 0 for any that is free
     * @throws IllegalArgumentException for a name that has no address
     */
    public static UdpConfig at(InetSocketAddress bind) {
        Addresses.checkResolved(bind);
        return new UdpConfig(Addresses.gid(bind.getAddress()), bind, Map.of(), IcrcCheck.AUTO, false);
    }

    /**
     * {@return the same port with a GID that is not its address}
     *
     * @param newGid of the local port
     */
    public UdpConfig withGid(PortGid newGid) {
        return with(draft -> draft.gid = newGid);
    }

    /**
     * {@return the same port with another check of received packets}
     *
     * @param newCheck the same for all peers, or by what each peer sends
     */
    public UdpConfig withCheck(IcrcCheck newCheck) {
        return with(draft -> draft.check = newCheck);
    }

    /**
     * {@return the same port with or without GSO} With it the system gets datagrams of one length to one peer as one,
     * and cuts them up itself (UDP_SEGMENT of udp(7)); it hands joined ones over as one (UDP_GRO). This needs Linux, an
     * address that is IPv6 or of the loopback network, and {@code --enable-native-access=dev.fenestra.hw.sim}.
     *
     * @param isUsed whether to do so
     */
    public UdpConfig withGso(boolean isUsed) {
        return with(draft -> draft.gso = isUsed);
    }

    /**
     * {@return the same port with one more known peer}
     *
     * @param peer its GID
     * @param address of its socket
     * @throws IllegalArgumentException for a name that has no address
     */
    public UdpConfig withPeer(PortGid peer, InetSocketAddress address) {
        Map<PortGid, InetSocketAddress> more = new HashMap<>(peers);
        more.put(peer, address);
        return with(draft -> draft.peers = more);
    }

    private UdpConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.config();
    }

    /** The values of a port, of which one is about to change. */
    private static final class Draft {
        PortGid gid;
        final InetSocketAddress bind;
        Map<PortGid, InetSocketAddress> peers;
        IcrcCheck check;
        boolean gso;

        Draft(UdpConfig from) {
            gid = from.gid;
            bind = from.bind;
            peers = from.peers;
            check = from.check;
            gso = from.gso;
        }

        UdpConfig config() {
            return new UdpConfig(gid, bind, peers, check, gso);
        }
    }
}
