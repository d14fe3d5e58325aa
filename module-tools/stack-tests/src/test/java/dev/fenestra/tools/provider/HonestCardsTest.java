package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.ReportText;
import dev.fenestra.tools.testing.Repeats;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cards that do lawfully otherwise than ours pass; what they lack is skipped, by cases and oracle. */
class HonestCardsTest {
    private static final ConformanceOptions SOME_VERBS =
            ConformanceOptions.DEFAULT.withOracleVerbs(Repeats.of(500, 2_000));
    /** Checks that a range is a multiple of 64, after those that the specification has. */
    private static final String COARSE = """
                if (Long.compareUnsigned(length, LONGEST_WINDOW) <= 0 && ((address | length) & 63) != 0) {
                    return NovaRule.COARSE;
                }
                return any(length, access);
        """;

    @TempDir
    private Path folder;

    /** Its keys move by 3, and it looks at the key of a WRITE_WITH_IMM before it takes a receive. */
    @Test
    void shouldPassACardWithTagsAndImmediatesOfItsOwn() throws Exception {
        PatchedProvider card = AtomicCard.provider()
                .with(
                        "SendRing.java",
                        "MemoryKey.next(mw.rkey())",
                        "MemoryKey.of(MemoryKey.index(mw.rkey()), MemoryKey.tag(mw.rkey()) + 3)")
                .with("Responder.java", "(broken != null && (!takesReceive || length > qp.mtu()))", "(broken != null)")
                .with("Responder.java", """
                            if (broken != null && receive != null) {
                                return fail(qp, receive, broken, values(work, length), \
                    WcStatus.LOC_ACCESS_ERR, broken.status());
                            }
                    """, "");

        ConformanceReport report = passes(card);

        assertEquals(Set.of("R-immediate"), skippedFor(report, "receive first"));
    }

    @Test
    void shouldPassACardWhoseWindowsAreMultiplesOf64Bytes() throws Exception {
        PatchedProvider card = PatchedProvider.nova()
                .with("NovaRule.java", "    T5(", """
                        COARSE("NOVA-30", "multiples of 64", "no multiple of 64", "nova", Errno.EOPNOTSUPP),
                        T5(\
                    """)
                .with("PostRules.java", "int newKey, long length,", "int newKey, long address, long length,")
                .with("PostRules.java", "UserMr mr, long length,", "UserMr mr, long address, long length,")
                .with("PostRules.java", "        return any(length, access);\n", COARSE)
                .with("SendRing.java", "type2(mw, newKey, length", "type2(mw, newKey, address, length")
                .with("SendRing.java", "type1(mr, length", "type1(mr, address, length");

        ConformanceReport report = passes(card);

        assertTrue(skippedFor(report, "any byte").contains("B12-end-t1"), () -> ReportText.of(report));
        assertTrue(skippedFor(report, "any byte").size() < 20, () -> ReportText.of(report));
    }

    private ConformanceReport passes(PatchedProvider card) throws Exception {
        ConformanceReport report = card.judged(folder, SOME_VERBS);
        assertEquals(Set.of(), report.failedRules(), () -> ReportText.of(report));
        assertTrue(report.isPassed(), () -> ReportText.of(report));
        return report;
    }

    private static Set<String> skippedFor(ConformanceReport report, String lack) {
        return report.results()
                .filter(CaseResult.Skipped.class::isInstance)
                .map(CaseResult.Skipped.class::cast)
                .filter(skipped -> skipped.reason().endsWith(lack))
                .map(skipped -> skipped.of().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
