package dev.fenestra.tools.bench;

import dev.fenestra.ib.core.kernel.inspection.RefusalLog;
import dev.fenestra.ib.core.spi.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much each host of a bench had refused at one moment.
 *
 * @param hosts the hosts
 * @param totals refusals until then, by host
 */
record RefusalMark(Collection<BenchHost> hosts, Map<String, Long> totals) {

    /** Of this moment. */
    static RefusalMark of(Collection<BenchHost> hosts) {
        Map<String, Long> totals = new TreeMap<>();
        hosts.forEach(host -> totals.put(host.name(), host.kernel().refusals().total()));
        return new RefusalMark(hosts, totals);
    }

    /** {@return what was refused last since then, with the host; empty when nothing was} */
    String newest() {
        String newest = "";
        for (BenchHost host : hosts) {
            RefusalLog.Contents log = host.kernel().refusals().contents();
            List<Refusal> last = log.last();
            if (log.total() > totals.getOrDefault(host.name(), 0L) && !last.isEmpty()) {
                Refusal refusal = last.getLast();
                newest = String.format(
                        "[%s] %s refused: %s (%s)",
                        refusal.ruleId(), host.name(), refusal.violation(), refusal.values());
            }
        }
        return newest;
    }
}
