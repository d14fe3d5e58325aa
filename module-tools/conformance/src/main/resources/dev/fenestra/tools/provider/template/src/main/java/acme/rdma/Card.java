package acme.rdma;

import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One card: its keys, its QPs and the units that work on them. All of it is guarded by the wire's monitor. */
final class Card {
    private final Wire wire;
    private final Gid gid;
    private final KeyTable keys = new KeyTable();
    private final List<Qp> qps = new ArrayList<>();
    private final WindowUnit windows = new WindowUnit(this);
    private final Responder responder = new Responder(this);
    private final Requester requester = new Requester(this);
    private @Nullable KernelServices services;

    Card(Wire wire, Gid gid) {
        this.wire = wire;
        this.gid = gid;
    }

    /** A driver has claimed it: from now on it reaches its host's memory. */
    void plugged(KernelServices host) {
        services = host;
    }

    KernelServices host() {
        return Objects.requireNonNull(services);
    }

    Wire wire() {
        return wire;
    }

    Gid gid() {
        return gid;
    }

    KeyTable keys() {
        return keys;
    }

    List<Qp> qps() {
        return qps;
    }

    WindowUnit windows() {
        return windows;
    }

    Responder responder() {
        return responder;
    }

    Requester requester() {
        return requester;
    }

    /** The lowest number that no QP has. */
    int nextQpNumber() {
        int number = 1;
        while (find(number) != null) {
            number++;
        }
        return number;
    }

    @Nullable
    Qp find(int qpNumber) {
        for (Qp qp : qps) {
            if (qp.number() == qpNumber) {
                return qp;
            }
        }
        return null;
    }

    /** Tells the host which rule refused, and what was compared; a peer never learns it. */
    void refused(AcmeRule rule, Qp qp, String values) {
        host().refused(new Refusal(
                "acme", rule.id(), rule.violation(), rule.outcome(), "QP " + qp.number() + ": " + values));
    }
}
