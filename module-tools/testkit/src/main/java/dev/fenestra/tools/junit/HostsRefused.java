package dev.fenestra.tools.junit;

import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.RefusalMark;
import java.util.ArrayList;
import java.util.List;
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
     * @return empty when nothing was
     */
    static Optional<HostsRefused> since(RefusalMark before) {
        List<String> lines = new ArrayList<>();
        for (RefusalMark.Since fresh : before.since()) {
            String host = fresh.host().name();
            int told = Math.min(TOLD, fresh.kept().size());
            if (fresh.count() > told) {
                lines.add(host + " refused " + (fresh.count() - told) + " times before");
            }
            fresh.kept().stream()
                    .skip(fresh.kept().size() - told)
                    .forEach(refusal -> lines.add(host + " refused: " + text(refusal)));
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(new HostsRefused(lines));
    }

    private static String text(LoggedRefusal logged) {
        Refusal refusal = logged.refusal();
        return refusal.ruleId() + " " + refusal.violation() + " -> " + refusal.outcome() + " (" + refusal.values() + ")"
                + logged.circumstances();
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
