package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformancePage;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.demo.Demo;
import dev.fenestra.tools.demo.DemoFiles;
import dev.fenestra.tools.demo.DemoListener;
import dev.fenestra.tools.demo.DemoReport;
import dev.fenestra.tools.junit.BenchSetup;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.tools.measure.perf.Perf;
import dev.fenestra.tools.measure.perf.PerfException;
import dev.fenestra.tools.measure.perf.PerfLink;
import dev.fenestra.tools.measure.perf.PerfMode;
import dev.fenestra.tools.measure.perf.PerfOptions;
import dev.fenestra.tools.measure.perf.PerfResult;
import dev.fenestra.tools.measure.perf.PerfShape;
import dev.fenestra.tools.measure.perf.PerfTest;
import dev.fenestra.tools.observe.report.ReportPage;
import dev.fenestra.tools.proof.replay.FailurePages;
import dev.fenestra.tools.proof.replay.Watched;
import dev.fenestra.tools.testing.SampleRun;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;

/** Hardware with a wire of its own, as new-provider writes it, works in every tool that does not need packets. */
class OwnWireTest {
    private static final String CHECKS = "src/main/java/nova/rdma/AccessChecks.java";
    private static final String CHECK = "if (!window.covers(address, length))";

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static Optional<ProviderUnderTest> compiled = Optional.empty();

    /** Windows of it have no bounds: a case of A7 fails. */
    @BeforeAll
    static void compile() throws Exception {
        Map<String, String> project = new TreeMap<>(ProviderTemplate.CARD.files(ProviderName.of("nova")));
        project.computeIfPresent(CHECKS, (_, text) -> text.replace(CHECK, "if (false)"));
        compiled = Optional.of(CompiledProvider.of(project, shared).underTest());
    }

    private static ProviderUnderTest nova() {
        return compiled.orElseThrow();
    }

    @Test
    void shouldWriteAPageOfEachFailingCase() throws Exception {
        Path page = folder.resolve("nova.html");
        Watched oracle = new Watched("oracle");
        Conformance kit = nova().kit(ConformanceOptions.DEFAULT.withRule("A7")).showing(oracle::watch);
        ConformanceReport report = kit.run(_ -> {});

        FailurePages pages = FailurePages.write(page, nova(), report, oracle);

        assertFalse(report.failures().isEmpty());
        String id = report.failures().getFirst().of().id();
        String written = Files.readString(folder.resolve(pages.of(id).orElseThrow()));
        assertTrue(written.contains("ibv_create_qp"), "the verbs of the case");
        assertTrue(written.contains(id), id);
        assertTrue(
                ConformancePage.of(List.of(report), (_, one) -> pages.of(one)).contains(id), id);
    }

    /** The demo names the step in which the card does not refuse. */
    @Test
    void shouldPlayTheDemoAndTellIt() throws Exception {
        StringWriter told = new StringWriter();
        DemoReport story = new DemoReport(new DemoListener.Text(new PrintWriter(told), () -> {}));
        DemoFiles.Output output = DemoFiles.Output.of(folder.resolve("out"));

        Demo.Result result = new Demo(
                        DemoFiles.Input.bundled(), Optional.of(output), story, (_, _) -> {}, nova().bench()::build)
                .run();

        String text = told.toString();
        assertFalse(result.asExpected(), text);
        assertTrue(text.contains(" -> refused as expected") && text.contains(" -> WRONG"), text);
        assertTrue(text.contains("no capture, as the driver brings a wire of its own"), text);
        assertTrue(ReportPage.of(story.file().orElseThrow()).contains("ibv_reg_mr"));
    }

    @Test
    void shouldMeasureItByItself() {
        List<PerfResult> results = new ArrayList<>();
        new Perf(options(PerfLink.DIRECT, PerfMode.INLINE), nova().bench(), System::nanoTime).run(results::add);
        assertEquals(1, results.size());
    }

    @Test
    void shouldSayInASentenceThatAnAgentNeedsAFabric() {
        Perf perf = new Perf(options(PerfLink.WIRE, PerfMode.INLINE), nova().bench(), System::nanoTime);
        PerfException refused = assertThrows(PerfException.class, () -> perf.run(_ -> {}));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("nova brings a wire of its own, which is no fabric"),
                refused.toString());
    }

    private static PerfOptions options(PerfLink link, PerfMode mode) {
        return new PerfOptions(
                PerfTest.WRITE_BW,
                List.of(64),
                10,
                1,
                16,
                Mtu.MTU_1024,
                0,
                Optional.empty(),
                link,
                mode,
                Duration.ZERO,
                new PerfShape(QpType.RC, 16, false, false, false));
    }

    @Test
    void shouldExplainAFailedJUnitTestByAJournalAndAPage() throws Exception {
        SampleRun run = SampleRun.of(Sample.class, Map.of("fenestra.artefacts", folder.toString()));

        assertEquals(TestExecutionResult.Status.SUCCESSFUL, run.status("shouldWriteThroughAWindow"));
        assertEquals("the card has no bounds", run.failure("shouldFail").getMessage());
        assertTrue(
                run.told("shouldFail").toString().contains("; journal in " + folder), run.told("shouldFail")::toString);
        Path journal = folder.resolve(Sample.class.getName() + ".shouldFail").resolve("journal.txt");
        assertTrue(Files.readString(journal).contains("ibv_reg_mr"));
        assertFalse(Files.exists(journal.resolveSibling("capture.pcapng")));
        assertTrue(Files.exists(folder.resolve(Sample.class.getName() + ".shouldFail.html")));
    }

    /** Puts the hosts on cards of the compiled provider. */
    static final class OnNova implements BenchSetup {
        @Override
        public void configure(TestBenchBuilder builder, long seed) {
            builder.drivers(() -> List.of(nova().driver())).provider("nova");
        }

        @Override
        public void install(TestBench bench) {}
    }

    @Fenestra(setup = OnNova.class)
    static class Sample {
        @Test
        void shouldWriteThroughAWindow(Peer alice, Peer bob) {
            alice.memory().put(0, new byte[] {7});
            var window = bob.window(0, 8, AccessFlag.REMOTE_WRITE);
            alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 8)));
            assertEquals(7, bob.memory().get(0, 1)[0]);
        }

        @Test
        void shouldFail(Peer alice, Peer bob) {
            var window = bob.window(0, 8, AccessFlag.REMOTE_WRITE);
            alice.perform(RdmaWrite.of(1, window.at(8), alice.region().slice(0, 8)));
            throw new AssertionError("the card has no bounds");
        }
    }
}
