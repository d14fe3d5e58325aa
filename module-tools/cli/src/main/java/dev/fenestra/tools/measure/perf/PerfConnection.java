package dev.fenestra.tools.measure.perf;

import dev.fenestra.tools.bench.CmPair;
import dev.fenestra.tools.bench.TestBench;
import java.util.ArrayList;
import java.util.List;

/** The connection of two ends of one process. RDMA CM has ids for it until it is closed. */
final class PerfConnection implements AutoCloseable {
    private final List<CmPair> pairs = new ArrayList<>();

    /** Connects all QPs. */
    PerfConnection(TestBench bench, PerfEnd one, PerfEnd other, PerfOptions options) {
        if (!options.shape().byCm()) {
            one.connect(other.asPeer(), options);
            other.connect(one.asPeer(), options);
            return;
        }
        for (int i = 0; i < one.qps.length; i++) {
            pairs.add(bench.connectByCm(one.qps[i], other.qps[i]));
        }
        one.connectedByCm(other.asPeer());
        other.connectedByCm(one.asPeer());
    }

    @Override
    public void close() {
        pairs.forEach(CmPair::close);
    }
}
