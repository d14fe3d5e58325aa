package dev.fenestra.tools.measure.perf;

import dev.fenestra.uverbs.request.SendBuilder;

/** Messages that move bytes from a QP's piece of memory to that of its peer, or the other way. */
final class DataMessages implements PerfMessages {
    private final PerfTest test;
    private final PerfEnd from;
    private final PerfPeer to;
    private final int bytes;
    private final boolean isInline;

    /**
     * @param from is connected
     */
    DataMessages(PerfOptions options, PerfEnd from, int bytes) {
        test = options.test();
        this.from = from;
        to = from.peer();
        this.bytes = bytes;
        isInline = isInline(options, bytes);
    }

    /** Only outgoing data fits into a work request. */
    private static boolean isInline(PerfOptions options, int bytes) {
        return bytes <= options.inline()
                && switch (options.test()) {
                    case WRITE_BW, WRITE_LAT, SEND_BW, SEND_LAT -> true;
                    default -> false;
                };
    }

    @Override
    public void add(SendBuilder builder, int qp, long wrId, int flags) {
        builder.request(wrId, flags);
        switch (test) {
            case WRITE_BW, WRITE_LAT -> builder.rdmaWrite(to.rkey(), to.address(qp));
            case READ_BW, READ_LAT -> builder.rdmaRead(to.rkey(), to.address(qp));
            case ATOMIC_BW -> builder.atomicFetchAndAdd(to.rkey(), to.address(qp), 1);
            default -> builder.send();
        }
        from.address(builder, qp);
        if (isInline) {
            builder.inline(from.memory, from.offset(qp), bytes);
        } else {
            builder.sge(from.region, from.address(qp), bytes);
        }
    }
}
