package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates GIDs to socket addresses and back. It keeps the last answers, since packets come in runs.
 */
final class PeerTable {
    private final InetAddress local;
    private final Map<PortGid, InetSocketAddress> addresses;
    private final Map<InetSocketAddress, PortGid> gids = new HashMap<>();
    private volatile @Nullable Peer lastTo;
    private volatile @Nullable Peer lastFrom;

    /**
     * A port on another machine.
     *
     * @param gid the name that QPs use
     * @param address of its socket
     * @param network the address as a GID, which the ICRC covers
     * @param isReachable whether the own socket can send to it
     */
    record Peer(PortGid gid, InetSocketAddress address, PortGid network, boolean isReachable) {}

    /**
     * Makes a table.
     *
     * @param local the own socket's address
     * @param known GIDs that are not their own address at port 4791
     */
    PeerTable(InetAddress local, Map<PortGid, InetSocketAddress> known) {
        this.local = local;
        addresses = new HashMap<>();
        known.forEach(this::put);
    }

    /** Refuses, with {@link IllegalArgumentException}, a name that has no address. */
    synchronized void put(PortGid gid, InetSocketAddress address) {
        Addresses.checkResolved(address);
        addresses.put(gid, address);
        gids.put(address, gid);
        lastTo = null;
        lastFrom = null;
    }

    /** {@return the socket of a GID} */
    Peer at(long gidHigh, long gidLow) {
        Peer last = lastTo;
        if (last != null && last.gid.high() == gidHigh && last.gid.low() == gidLow) {
            return last;
        }
        return look(new PortGid(gidHigh, gidLow));
    }

    private synchronized Peer look(PortGid gid) {
        InetSocketAddress address = addresses.computeIfAbsent(
                gid, asked -> new InetSocketAddress(Addresses.address(asked), NetworkHeaders.ROCE_PORT));
        Peer found = peer(gid, address);
        lastTo = found;
        return found;
    }

    /**
     * A socket throws an unchecked exception for an address of the other family. It takes the unspecified address for
     * the own machine.
     */
    private Peer peer(PortGid gid, InetSocketAddress at) {
        InetAddress address = at.getAddress();
        boolean isReachable =
                at.getPort() > 0 && !address.isAnyLocalAddress() && address.getClass() == local.getClass();
        return new Peer(gid, at, Addresses.gid(address), isReachable);
    }

    /** The GID of an address. An unknown address is its own GID. */
    Peer from(InetSocketAddress address) {
        Peer last = lastFrom;
        // Sockets return the same object for a sender until another one sends.
        if (last != null && (last.address == address || last.address.equals(address))) {
            return last;
        }
        return look(address);
    }

    private synchronized Peer look(InetSocketAddress address) {
        PortGid network = Addresses.gid(address.getAddress());
        Peer found = peer(gids.getOrDefault(address, network), address);
        lastFrom = found;
        return found;
    }
}
