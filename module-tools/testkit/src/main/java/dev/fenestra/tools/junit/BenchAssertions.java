package dev.fenestra.tools.junit;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.Peer;
import java.util.List;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;

/** Assertions about what the hosts of a bench have done. */
public final class BenchAssertions {
    private BenchAssertions() {}

    /**
     * Asserts that the host of a peer has refused something by a rule.
     *
     * @param peer the peer that refuses
     * @param ruleId id of the rule, such as {@code A7}
     * @return the newest such refusal, with the compared values
     * @throws AssertionError that lists what the host has refused instead
     */
    @SuppressWarnings("exports") // the SPI is the kernel's
    public static Refusal assertRefused(Peer peer, String ruleId) {
        return assertRefused(peer.host(), ruleId);
    }

    /**
     * Asserts that a host has refused something by a rule, among the last 256 refusals, which it keeps.
     *
     * @param host the host that refuses
     * @param ruleId id of the rule, such as {@code A7}
     * @return the newest such refusal, with the compared values
     * @throws AssertionError that lists what the host has refused instead
     */
    @SuppressWarnings("exports") // the SPI is the kernel's
    public static Refusal assertRefused(BenchHost host, String ruleId) {
        List<Refusal> refusals = host.refusals();
        return refusals.reversed().stream()
                .filter(refusal -> refusal.ruleId().equals(ruleId))
                .findFirst()
                .orElseThrow(() ->
                        new AssertionFailedError(host.name() + " has not refused by " + ruleId + instead(refusals)));
    }

    private static String instead(List<Refusal> refusals) {
        return refusals.isEmpty()
                ? ", and nothing else"
                : refusals.stream().map(Refusal::reason).collect(Collectors.joining("\n  ", ", but\n  ", ""));
    }
}
