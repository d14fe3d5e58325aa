package dev.fenestra.tools.bench;

import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.kernel.inspection.RefusalLog;
import java.util.ArrayList;
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
public record RefusalMark(Collection<BenchHost> hosts, Map<String, Long> totals) {

    /**
     * What a host has refused since the mark.
     *
     * @param host the host
     * @param count how many times, those no longer kept included
     * @param kept those that the host still keeps, oldest first
     */
    @SuppressWarnings("exports") // the log is the kernel's
    public record Since(BenchHost host, long count, List<LoggedRefusal> kept) {

        /** Copies the list. */
        public Since {
            kept = List.copyOf(kept);
        }
    }

    /**
     * {@return the mark of this moment}
     *
     * @param hosts the hosts
     */
    public static RefusalMark of(Collection<BenchHost> hosts) {
        Map<String, Long> totals = new TreeMap<>();
        hosts.forEach(host -> totals.put(host.name(), host.kernel().refusals().total()));
        return new RefusalMark(hosts, totals);
    }

    /** {@return what each host has refused since then; hosts that have refused nothing are left out} */
    public List<Since> since() {
        List<Since> all = new ArrayList<>();
        for (BenchHost host : hosts) {
            RefusalLog.Contents log = host.kernel().refusals().contents();
            long before = totals.getOrDefault(host.name(), 0L);
            if (log.total() > before) {
                all.add(new Since(host, log.total() - before, log.since(before)));
            }
        }
        return all;
    }

    /** {@return what was refused last since then, with the host; empty when nothing was} */
    String newest() {
        String newest = "";
        for (Since since : since()) {
            var refusal = since.kept.getLast().refusal();
            newest = String.format(
                    "[%s] %s refused: %s (%s)",
                    refusal.ruleId(), since.host.name(), refusal.violation(), refusal.values());
        }
        return newest;
    }
}
