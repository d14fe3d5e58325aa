package dev.fenestra.tools.measure.perf;

import dev.fenestra.tools.measure.figures.BareDatagrams;
import java.util.function.LongConsumer;

/** As many bare datagrams between two sockets of the loopback interface: the limit of messages over UDP. */
final class DatagramLimit implements AutoCloseable {
    private final BareDatagrams datagrams = new BareDatagrams();

    /** Sends the datagrams of a number of messages of that size. */
    LongConsumer limit(PerfOptions options, int bytes) {
        int mtu = options.mtu().bytes();
        boolean isLatency = options.test().isLatency();
        return count -> datagrams.messages(count, bytes, mtu, isLatency);
    }

    @Override
    public void close() {
        datagrams.close();
    }
}
