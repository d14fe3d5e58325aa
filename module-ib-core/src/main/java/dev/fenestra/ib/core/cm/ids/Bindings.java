package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which ids are bound to which port of a port space. */
final class Bindings {
    /** The range that Linux gives away by default (net.ipv4.ip_local_port_range). */
    private static final int FIRST_FREE = 32768;

    private static final int LAST_FREE = 60999;

    private final Map<Key, List<CmIdObject>> owners = new HashMap<>();
    private int next = FIRST_FREE;

    private record Key(PortSpace space, int port) {}

    /** Binds an id, to a free port if the address has none; refused, nothing has changed. */
    void bind(CmIdObject id, CmAddress address) {
        CmAddress bound = address.port() == 0 ? address.withPort(freePort(id.space)) : address;
        check(id, bound);
        id.source = bound;
        owners.computeIfAbsent(key(id, bound), _ -> new ArrayList<>()).add(id);
    }

    /** Refuses an address that another id holds. */
    void check(CmIdObject id, CmAddress address) {
        for (CmIdObject other : owners.getOrDefault(key(id, address), List.of())) {
            CmAddress taken = other.source;
            if (other != id && taken != null && !mayShare(id, address, other, taken)) {
                String values = "address=" + address + " id=" + other.handle + " has " + taken;
                if (address.isAny() || taken.isAny()) {
                    throw CmRule.PORT_FREE.refused(values);
                }
                throw CmRule.ADDRESS_FREE.refused(values);
            }
        }
    }

    private static boolean mayShare(CmIdObject id, CmAddress address, CmIdObject other, CmAddress taken) {
        if (id.reuseAddress && other.reuseAddress && other.state != IdState.LISTEN) {
            return true;
        }
        if (id.afOnly && other.afOnly && address.isIpv4() != taken.isIpv4()) {
            return true;
        }
        return !address.isAny() && !taken.isAny() && !address.ip().equals(taken.ip());
    }

    void release(CmIdObject id) {
        CmAddress bound = id.source;
        if (bound == null) {
            return;
        }
        Key key = key(id, bound);
        List<CmIdObject> ids = owners.get(key);
        if (ids != null && ids.remove(id) && ids.isEmpty()) {
            owners.remove(key);
        }
    }

    /** Whether any id listens at a port, whatever its address. */
    boolean isListenedTo(PortSpace space, int port) {
        return owners.getOrDefault(new Key(space, port), List.of()).stream().anyMatch(id -> id.state == IdState.LISTEN);
    }

    /** The listening id for an address: one of just this address before one of all. */
    @Nullable
    CmIdObject listener(PortSpace space, Gid ip, int port) {
        @Nullable CmIdObject found = null;
        for (CmIdObject id : owners.getOrDefault(new Key(space, port), List.of())) {
            CmAddress bound = id.source;
            if (id.state == IdState.LISTEN && bound != null) {
                if (bound.ip().equals(ip)) {
                    return id;
                }
                if (bound.isAny() && (bound.isIpv4() == ip.isIpv4() || !bound.isIpv4() && !id.afOnly)) {
                    found = id;
                }
            }
        }
        return found;
    }

    private int freePort(PortSpace space) {
        for (int tries = FIRST_FREE; tries <= LAST_FREE; tries++) {
            int port = next;
            next = next == LAST_FREE ? FIRST_FREE : next + 1;
            if (!owners.containsKey(new Key(space, port))) {
                return port;
            }
        }
        throw CmRule.PORTS_LEFT.refused("port space=" + space);
    }

    private static Key key(CmIdObject id, CmAddress address) {
        return new Key(id.space, address.port());
    }
}
