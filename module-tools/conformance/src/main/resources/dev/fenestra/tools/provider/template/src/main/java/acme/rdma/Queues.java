package acme.rdma;

import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;

/** QPs, over queues that the user half has laid out. */
record Queues(RdmaDevice device, Card card, SharedMemory shared) implements QueueOperations {
    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        UserQueues queues = shared.take(udata, UserQueues.class);
        synchronized (card.wire()) {
            Qp qp = new Qp(card.nextQpNumber(), (Pd) pd, request, queues.sends(), queues.receives());
            card.qps().add(qp);
            return qp;
        }
    }

    @Override
    public QpState queryQpState(DriverQp qp) {
        synchronized (card.wire()) {
            return ((Qp) qp).state();
        }
    }

    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes attributes) {
        synchronized (card.wire()) {
            ((Qp) qp).apply(attributes);
        }
    }

    /** Type-2B windows that were bound through it stay bound, and open to nobody. */
    @Override
    public void destroyQp(DriverQp qp) {
        synchronized (card.wire()) {
            card.qps().remove((Qp) qp);
        }
    }
}
