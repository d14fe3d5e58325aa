package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.proof.mutate.Campaign;
import dev.fenestra.tools.proof.mutate.MutateJson;
import dev.fenestra.tools.proof.mutate.MutateOptions;
import dev.fenestra.tools.proof.mutate.MutatePage;
import dev.fenestra.tools.proof.mutate.MutateProgress;
import dev.fenestra.tools.proof.mutate.MutateReport;
import dev.fenestra.tools.proof.mutate.MutateText;
import dev.fenestra.tools.proof.mutate.Outcome;
import dev.fenestra.tools.proof.mutate.Verdict;
import dev.fenestra.tools.proof.mutate.operator.Operator;
import dev.fenestra.tools.proof.mutate.worker.ModuleClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Defects in the provider of the template, noticed by one case. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutateTest {
    private static final String SOURCES = "src/main/java/nova/rdma/";
    private static final String CASE = "A7-before-t1";
    private static final String CHECKS = "nova.rdma.AccessChecks";

    @TempDir
    private static Path folder = Path.of("");

    private static CompiledProvider compiled;

    private final List<Integer> recorded = new ArrayList<>();
    private final List<Integer> tried = new ArrayList<>();

    @BeforeAll
    static void compile() throws ProviderException, IOException {
        compiled = provider();
    }

    @Test
    void shouldNoticeThatTheCheckOfARuleIsDroppedAndShowWhatNobodyNotices() throws Exception {
        MutateReport report = run(CHECKS);

        Verdict bounds = report.verdicts().stream()
                .filter(one -> one.point().operator() == Operator.DROP_CHECK)
                .filter(one -> one.seen().startsWith("[A7] expected "))
                .findFirst()
                .orElseThrow();
        assertEquals(Outcome.CASE, bounds.outcome());
        assertEquals(CASE, bounds.by());
        Verdict survivor = report.survivors().getFirst();
        String text = MutateText.of(report);
        assertTrue(text.contains(MutateText.place(survivor.point())), text);
        assertTrue(text.contains(survivor.point().change()), text);
        assertTrue(MutatePage.of(report).contains(survivor.point().method()));
        assertTrue(MutateJson.of(report).contains("\"by\": \"" + bounds.by() + "\""), MutateJson.of(report));
        assertEquals(report.places(), report.verdicts().size());
        assertEquals(report.verdicts().size(), tried.getLast());
        assertEquals(report.cases(), recorded.getLast());
        assertEquals(
                report.verdicts().size(),
                report.total().defects() + report.total().count(Outcome.INVALID));
    }

    @Test
    void shouldEndADefectThatHangsAndCallItNoticed() throws Exception {
        MutateReport report = run("nova.rdma.Nap");

        Verdict hung = report.verdicts().stream()
                .filter(one -> one.outcome() == Outcome.HANG)
                .findFirst()
                .orElseThrow();
        assertEquals(CASE, hung.by());
        assertTrue(hung.outcome().isNoticed());
        assertTrue(report.total().noticed() > 0);
    }

    private MutateReport run(String only) throws Exception {
        ProviderUnderTest provider = compiled.underTest();
        MutateOptions options = new MutateOptions(
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
        return new Campaign(
                        options, ModuleClasses.of(provider, Optional.empty()).orElseThrow(), new Heard())
                .run();
    }

    /** The template, with a loop in a check that a lost store makes endless. */
    private static CompiledProvider provider() throws ProviderException, IOException {
        Map<String, String> project = new TreeMap<>(ProviderTemplate.files(ProviderName.of("nova")));
        project.put(SOURCES + "Nap.java", """
            package nova.rdma;

            final class Nap {
                private static boolean awake;

                private Nap() {}

                static boolean take() {
                    awake = false;
                    while (!awake) {
                        awake = true;
                    }
                    return false;
                }
            }
            """);
        project.computeIfPresent(
                SOURCES + "AccessChecks.java",
                (_, text) -> text.replace("!window.covers", "Nap.take() || !window.covers"));
        return CompiledProvider.of(project, folder);
    }

    /** Notes what a campaign says of its progress. */
    private final class Heard implements MutateProgress {
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
