package dev.fenestra.tools.measure.perf;

import dev.fenestra.uverbs.SendBuilder;

/** Messages that move bytes from a QP's piece of memory to that of its peer, or the other way. */
record DataMessages(PerfTest test, PerfEnd from, PerfEnd to, int bytes, boolean isInline) implements Messages {

    @Override
    public void add(SendBuilder builder, int qp, long wrId, int flags) {
        builder.request(wrId, flags);
        int rkey = to.region.rkey();
        switch (test) {
            case WRITE_BW, WRITE_LAT -> builder.rdmaWrite(rkey, to.address(qp));
            case READ_BW, READ_LAT -> builder.rdmaRead(rkey, to.address(qp));
            case ATOMIC_BW -> builder.atomicFetchAndAdd(rkey, to.address(qp), 1);
            default -> builder.send();
        }
        if (isInline) {
            builder.inline(from.memory, from.offset(qp), bytes);
        } else {
            builder.sge(from.region, from.address(qp), bytes);
        }
    }
}
