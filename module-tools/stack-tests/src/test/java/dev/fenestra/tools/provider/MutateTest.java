package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Totals;
import dev.fenestra.tools.proof.mutate.Campaign;
import dev.fenestra.tools.proof.mutate.DefectOutcome;
import dev.fenestra.tools.proof.mutate.DefectVerdict;
import dev.fenestra.tools.proof.mutate.MutateJson;
import dev.fenestra.tools.proof.mutate.MutateOptions;
import dev.fenestra.tools.proof.mutate.MutatePage;
import dev.fenestra.tools.proof.mutate.MutateProgress;
import dev.fenestra.tools.proof.mutate.MutateReport;
import dev.fenestra.tools.proof.mutate.MutateText;
import dev.fenestra.tools.proof.mutate.MutateWork;
import dev.fenestra.tools.proof.mutate.operator.Operator;
import dev.fenestra.tools.proof.mutate.worker.ModuleClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Defects in the provider of the template, noticed by one case. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MutateTest {
    private static final String SOURCES = "src/main/java/nova/rdma/";
    private static final String CASE = "A7-before-t1";
    private static final String CHECKS = "nova.rdma.AccessChecks";
    private static final String NAP = "nova.rdma.AccessNap";

    @TempDir
    private static Path folder = Path.of("");

    private static CompiledProvider compiled;
    private static MutateReport report;
    private static final Heard HEARD = new Heard();

    /** A campaign takes seconds, so all tests look at one. */
    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void run() throws Exception {
        compiled = provider();
        ProviderUnderTest provider = compiled.underTest();
        ModuleClasses classes = ModuleClasses.of(provider, Optional.empty()).orElseThrow();
        report = new Campaign(options(List.of(CHECKS, NAP), provider), classes, HEARD).run();
    }

    @Test
    void shouldNoticeThatTheCheckOfARuleIsDroppedAndShowWhatNobodyNotices() {
        DefectVerdict bounds = report.verdicts().stream()
                .filter(one -> one.point().operator() == Operator.DROP_CHECK)
                .filter(one -> one.seen().startsWith("[A7] expected "))
                .findFirst()
                .orElseThrow();
        assertEquals(DefectOutcome.CASE, bounds.outcome());
        assertEquals(CASE, bounds.by());
        DefectVerdict survivor = report.survivors().getFirst();
        String text = MutateText.of(report);
        assertTrue(text.contains(MutateText.place(survivor.point())), text);
        assertTrue(text.contains(survivor.point().change()), text);
        assertTrue(MutatePage.of(report).contains(survivor.point().method()));
        assertTrue(MutateJson.of(report).contains("\"by\": \"" + bounds.by() + "\""), MutateJson.of(report));
        assertEquals(report.places(), report.verdicts().size());
        assertEquals(report.verdicts().size(), HEARD.tried.getLast());
        assertEquals(report.cases(), HEARD.recorded.getLast());
        assertEquals(
                report.verdicts().size(),
                report.total().defects() + report.total().count(DefectOutcome.INVALID));
    }

    @Test
    void shouldEndADefectThatHangsAndCallItNoticed() {
        DefectVerdict hung = of(NAP).filter(one -> one.outcome() == DefectOutcome.HANG)
                .findFirst()
                .orElseThrow();
        assertEquals(CASE, hung.by());
        assertTrue(hung.outcome().isNoticed());
    }

    /** In any order: the later items first. */
    @Test
    void shouldFindAsACampaignWhatTheReportCallsSurvivors() throws Exception {
        ProviderUnderTest provider = compiled.underTest();
        ModuleClasses classes = ModuleClasses.of(provider, Optional.empty()).orElseThrow();
        Totals totals = new Totals();
        try (MutateWork work = new MutateWork("fenestra 1", options(List.of(CHECKS), provider), classes, new Heard());
                CampaignWork.Worker worker = work.worker()) {
            long items = Objects.requireNonNull(work.identity().items());
            for (long item = items - 1; item >= 0; item--) {
                totals.add(item, worker.run(item));
            }
            assertEquals(items, totals.count("defects"));
        }

        assertEquals(
                of(CHECKS)
                        .filter(one -> one.outcome().isSurvivor())
                        .map(one -> one.point().operator() + " " + MutateText.place(one.point()) + " #"
                                + one.point().index())
                        .distinct()
                        .sorted()
                        .toList(),
                totals.groups().stream()
                        .map(one -> one.shortest().rule() + " " + one.shortest().place())
                        .distinct()
                        .sorted()
                        .toList());
        assertEquals(of(CHECKS).filter(one -> one.outcome().isNoticed()).count(), totals.count("noticed"));
    }

    private static Stream<DefectVerdict> of(String className) {
        return report.verdicts().stream().filter(one -> one.point().className().equals(className));
    }

    private static MutateOptions options(List<String> only, ProviderUnderTest provider) {
        return new MutateOptions(
                provider.name(),
                List.of(compiled.classes().toString()),
                Optional.empty(),
                only,
                Optional.of(CASE),
                0,
                1,
                1,
                Optional.empty(),
                0,
                Duration.ofSeconds(1));
    }

    /** The template, with a loop in a check that is endless when one call is left out. */
    private static CompiledProvider provider() throws ProviderException, IOException {
        Map<String, String> project = new TreeMap<>(ProviderTemplate.CARD.files(ProviderName.of("nova")));
        project.put(SOURCES + "AccessNap.java", """
            package nova.rdma;

            import java.util.ArrayDeque;
            import java.util.Queue;

            final class AccessNap {
                private static final Queue<String> CALLS = new ArrayDeque<>();

                private AccessNap() {}

                static boolean take() {
                    while (CALLS.poll() == null) {
                        CALLS.add("awake");
                    }
                    return false;
                }
            }
            """);
        project.computeIfPresent(
                SOURCES + "AccessChecks.java",
                (_, text) -> text.replace("!window.covers", "AccessNap.take() || !window.covers"));
        return CompiledProvider.of(project, folder);
    }

    /** Notes what a campaign says of its progress. */
    private static final class Heard implements MutateProgress {
        private final List<Integer> recorded = new ArrayList<>();
        private final List<Integer> tried = new ArrayList<>();

        @Override
        public void recorded(int cases) {
            recorded.add(cases);
        }

        @Override
        public void tried(int done, int of, int survivors) {
            tried.add(done);
        }
    }
}
