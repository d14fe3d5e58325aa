package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Checks the path from an own GID to another one. */
final class PathChecks {
    private static final Gid ANY_IPV4 = Gid.ofIpv4(0);
    private static final Gid BROADCAST = Gid.ofIpv4(0xffffffff);

    /** Numbers of verbs.h {@code ibv_rate}. */
    private static final int PORT_RATE = 0;

    private static final int SLOWEST_RATE = 2;
    private static final int FASTEST_RATE = 22;

    private PathChecks() {}

    /** Checks that a path leaves by a port of the device. */
    static void port(KernelDevice device, AhAttributes path) {
        int ports = device.attributes().physPortCnt();
        if (path.port() < 1 || path.port() > ports) {
            throw new VerbsException(QueueRule.AH_PORT, "port=" + path.port() + ", ports=" + ports);
        }
    }

    /**
     * Checks the path of a connected QP: EINVAL for an own GID, a port or a rate that the device does not have, or a
     * peer without a path; ENETUNREACH for a peer without a route, ETIMEDOUT for one that does not answer.
     *
     * @param port that the QP has or gets
     */
    static void connected(KernelDevice device, AhAttributes path, int port) {
        port(device, path);
        if (path.port() != port) {
            throw new VerbsException(QueueRule.PATH_PORT, "port=" + path.port() + ", of the QP " + port);
        }
        if (path.destination().isMulticast()) {
            throw new VerbsException(QueueRule.PATH_UNICAST, "destination=" + path.destination());
        }
        reachable(device, path);
        if (path.rate() != PORT_RATE && (path.rate() < SLOWEST_RATE || path.rate() > FASTEST_RATE)) {
            throw new VerbsException(QueueRule.PATH_RATE, "static_rate=" + path.rate());
        }
    }

    /**
     * Checks a path: EINVAL for an own GID that the device does not have, or a destination without a path; ENETUNREACH
     * for a destination without a route, ETIMEDOUT for one that does not answer.
     */
    static void reachable(KernelDevice device, AhAttributes path) {
        int sourceGidIndex = path.sourceGidIndex();
        Gid destination = path.destination();
        // The device owns the GID table, and refuses an index that it does not have.
        Gid source = device.entering("query_gid").ports().gid(sourceGidIndex);
        if (source.isUnspecified()) {
            throw new VerbsException(QueueRule.PATH_EMPTY, "gid_index=" + sourceGidIndex);
        }
        if (destination.isUnspecified() || destination.equals(ANY_IPV4) || destination.equals(BROADCAST)) {
            throw new VerbsException(QueueRule.PATH_ADDRESS, "destination=" + destination);
        }
        if (source.isIpv4() != destination.isIpv4()) {
            throw new VerbsException(QueueRule.PATH_FAMILY, "source=" + source + ", destination=" + destination);
        }
        if (!destination.isMulticast()) {
            neighbour(device.driver().ports().neighbour(sourceGidIndex, destination), source, destination);
        }
    }

    /** The network stack of the host resolves it: no operation of the driver is entered. */
    private static void neighbour(Neighbour found, Gid source, Gid destination) {
        String values = "source=" + source + ", destination=" + destination;
        if (found == Neighbour.NO_ROUTE) {
            throw new VerbsException(QueueRule.PATH_ROUTE, values);
        }
        if (found == Neighbour.SILENT) {
            throw new VerbsException(QueueRule.PATH_NEIGHBOUR, values);
        }
    }
}
