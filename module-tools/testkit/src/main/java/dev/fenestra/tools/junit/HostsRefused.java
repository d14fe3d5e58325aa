package dev.fenestra.tools.junit;

import dev.fenestra.ib.core.kernel.inspection.RefusalLog;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.BenchHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells, among the suppressed exceptions of a failure, what the hosts refused during the test. */
final class HostsRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Of one host; those before are counted. */
    private static final int TOLD = 16;

    private HostsRefused(List<String> lines) {
        super(String.join("\n  ", lines), null, false, false);
    }

    /**
     * What was refused since a moment.
     *
     * @param before how many each host had refused then, by name; none when it is absent
     * @return empty when nothing was
     */
    static Optional<HostsRefused> since(List<BenchHost> hosts, Map<String, Long> before) {
        List<String> lines = new ArrayList<>();
        for (BenchHost host : hosts) {
            RefusalLog.Contents log = host.kernel().refusals().contents();
            long fresh = log.total() - before.getOrDefault(host.name(), 0L);
            int told = (int) Math.min(fresh, Math.min(TOLD, log.last().size()));
            if (fresh > told) {
                lines.add(host.name() + " refused " + (fresh - told) + " times before");
            }
            log.last().stream()
                    .skip(log.last().size() - told)
                    .forEach(refusal -> lines.add(host.name() + " refused: " + text(refusal)));
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(new HostsRefused(lines));
    }

    private static String text(Refusal refusal) {
        return refusal.ruleId() + " " + refusal.violation() + " -> " + refusal.outcome() + " (" + refusal.values()
                + ")";
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
