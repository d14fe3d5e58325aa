package dev.fenestra.tools.linux;

import dev.fenestra.tools.observe.capture.CaptureRule;
import dev.fenestra.tools.observe.capture.PacketFinding;
import java.util.Set;

/**
 * Findings of {@code capture check} that are explained.
 *
 * @param impairment of the link
 * @param deviations of soft-RoCE, which packets show too
 * @param provoked what the case broke on purpose
 */
record KnownFindings(Impairment impairment, Set<SoftRoce> deviations, Set<CaptureRule> provoked) {
    private static final Set<CaptureRule> OF_INVALIDATE = Set.of(CaptureRule.MSN, CaptureRule.KEY);

    boolean has(PacketFinding finding) {
        boolean isOfInvalidate = OF_INVALIDATE.contains(finding.rule());
        return impairment.caused().contains(finding.rule())
                || provoked.contains(finding.rule())
                || isOfInvalidate && deviations.contains(SoftRoce.FAILED_INVALIDATE);
    }
}
