package acme.rdma;

import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;

/** Completion queues, which the user half has laid out. */
record Completions(RdmaDevice device, SharedMemory shared) implements CompletionOperations {
    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        return shared.take(udata, Cq.class);
    }

    @Override
    public void destroyCq(DriverCq cq) {}
}
