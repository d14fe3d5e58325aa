package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmNetwork;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.protocol.Deadlines;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binding, resolving and listening. */
final class AddressCalls {
    private static final int MOST_BACKLOG = 1024;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long BETWEEN_QUESTIONS = 1_000 * NANOS_PER_MS;

    private final CmNetwork network;
    private final Deadlines deadlines;
    private final Bindings bindings;

    AddressCalls(CmNetwork network, Deadlines deadlines, Bindings bindings) {
        this.network = network;
        this.deadlines = deadlines;
        this.bindings = bindings;
    }

    void bind(CmIdObject id, CmAddress address) {
        id.check(IdState.IDLE);
        @Nullable CmPort port = address.isAny() ? null : own(address);
        bindings.bind(id, address);
        id.port = port;
        id.state = IdState.ADDR_BOUND;
    }

    private CmPort own(CmAddress address) {
        return network.ports().stream()
                .filter(port -> port.gid().equals(address.ip()))
                .findFirst()
                .orElseThrow(() -> CmRule.OWN_ADDRESS.refused("address=" + address));
    }

    void resolveAddr(CmIdObject id, @Nullable CmAddress source, CmAddress destination, int timeoutMs) {
        id.check(IdState.IDLE, IdState.ADDR_BOUND);
        CmAddress bound = id.source;
        CmAddress wanted = bound != null ? bound : source != null ? source : any(destination);
        if (wanted.isIpv4() != destination.isIpv4()) {
            throw CmRule.FAMILY.refused("source=" + wanted + " destination=" + destination);
        }
        List<CmPort> ports = candidates(id, wanted, destination);
        if (!ports.isEmpty() && ports.stream().allMatch(port -> neighbour(port, destination) == Neighbour.NO_ROUTE)) {
            throw CmRule.ROUTE.refused("source=" + wanted + " destination=" + destination);
        }
        if (bound == null) {
            bind(id, wanted);
        }
        id.destination = destination;
        if (ports.isEmpty()) {
            failed(id, Errno.ENODEV);
            return;
        }
        id.state = IdState.ADDR_QUERY;
        ask(id, ports, destination, network.now() + Integer.toUnsignedLong(timeoutMs) * NANOS_PER_MS);
    }

    private static CmAddress any(CmAddress destination) {
        return destination.isIpv4() ? CmAddress.anyIpv4(0) : CmAddress.anyIpv6(0);
    }

    /** The ports that the peer may be reached by, in the order in which they are tried. */
    private List<CmPort> candidates(CmIdObject id, CmAddress wanted, CmAddress destination) {
        @Nullable CmPort bound = id.port;
        if (bound != null) {
            return List.of(bound);
        }
        if (!wanted.isAny()) {
            return List.of(own(wanted));
        }
        return network.ports().stream()
                .filter(port -> port.gid().isIpv4() == destination.isIpv4())
                .toList();
    }

    /** A loopback address is the host's own. A group's needs nobody who answers. */
    private Neighbour neighbour(CmPort port, CmAddress destination) {
        return destination.isAny() || destination.ip().isMulticast()
                ? Neighbour.ANSWERS
                : network.neighbour(port, destination.ip());
    }

    /** Neighbour discovery asks once a second, as that of Linux does. */
    private void ask(CmIdObject id, List<CmPort> ports, CmAddress destination, long end) {
        for (CmPort port : ports) {
            if (neighbour(port, destination) == Neighbour.ANSWERS) {
                resolved(id, port, destination.isAny() ? port.gid() : destination.ip());
                return;
            }
        }
        long now = network.now();
        if (now >= end) {
            failed(id, Errno.ETIMEDOUT);
        } else {
            id.timer = deadlines.at(Math.min(end, now + BETWEEN_QUESTIONS), () -> ask(id, ports, destination, end));
        }
    }

    private static void resolved(CmIdObject id, CmPort port, Gid destination) {
        CmAddress bound = id.source;
        if (bound != null) {
            id.source = new CmAddress(port.gid(), bound.port());
        }
        id.port = port;
        id.destinationGid = destination;
        id.state = IdState.ADDR_RESOLVED;
        Events.tell(id, CmEventType.ADDR_RESOLVED, 0);
    }

    private static void failed(CmIdObject id, Errno errno) {
        id.state = IdState.ADDR_BOUND;
        Events.tell(id, CmEventType.ADDR_ERROR, -errno.code());
    }

    void resolveRoute(CmIdObject id) {
        id.check(IdState.ADDR_RESOLVED);
        id.state = IdState.ROUTE_RESOLVED;
        Events.tell(id, CmEventType.ROUTE_RESOLVED, 0);
    }

    void listen(CmIdObject id, int backlog) {
        id.check(IdState.IDLE, IdState.ADDR_BOUND);
        CmAddress bound = id.source;
        if (bound == null) {
            bind(id, CmAddress.anyIpv4(0));
        } else if (id.reuseAddress) {
            // It may share the port while nobody listens: whoever listens has it alone.
            id.reuseAddress = false;
            try {
                bindings.check(id, bound);
            } finally {
                id.reuseAddress = true;
            }
        }
        id.backlogLeft = backlog > 0 && backlog < MOST_BACKLOG ? backlog : MOST_BACKLOG;
        id.state = IdState.LISTEN;
    }
}
