package acme.rdma;

import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The only port, which has one GID. */
record Port(RdmaDevice device, Card card) implements PortOperations {
    @Override
    public Gid gid(int index) {
        if (index != 0) {
            throw new VerbsException(AcmeRule.GID, "index=" + index);
        }
        return card.gid();
    }
}
