package acme.rdma;

import dev.fenestra.ib.core.vocabulary.SgeList;

/** One slot of a receive queue. */
final class Receive {
    long wrId;
    final SgeList pieces = new SgeList();
}
