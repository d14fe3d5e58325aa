package dev.fenestra.tools.proof.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.tools.conformance.kit.CasePages;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformancePage;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.GroupResult;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.report.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailurePagesTest {
    private final ProviderUnderTest mlx5 = ProviderUnderTest.onPath().stream()
            .filter(one -> one.name().equals("mlx5"))
            .findFirst()
            .orElseThrow();

    @TempDir
    private Path folder;

    /** A case that wants what no device does. */
    private static ConformanceCase wrong(String id) {
        return ConformanceCase.of(id, "a WRITE needs no right", b -> {
            var region = b.bob().register(AccessFlag.LOCAL_WRITE);
            b.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 8)));
        });
    }

    private ConformanceReport report(ConformanceCase... cases) {
        List<CaseResult> results = List.of(cases).stream()
                .<CaseResult>map(one -> new CaseResult.Failed(
                        one,
                        one.rules().isEmpty() ? Set.of(one.id()) : Set.copyOf(one.rules()),
                        "SUCCESS",
                        "REM_ACCESS_ERR"))
                .toList();
        return new ConformanceReport(
                "mlx5", "a device", 1, List.of(new GroupResult("Wrong", results)), Optional.empty(), List.of());
    }

    @Test
    void shouldShowTheRefusalThatFailedTheCase() {
        JournalFile recorded = FailurePages.replay(mlx5.benches(), 1, wrong("W"));

        assertEquals("W: a WRITE needs no right", recorded.title());
        assertEquals(List.of("alice", "bob"), recorded.hosts());
        assertTrue(recorded.events().stream()
                .anyMatch(event ->
                        event.refusal() != null && event.refusal().rule().equals("R4")));
    }

    @Test
    void shouldShowTheHostsOnWhichTheCaseRanWhenItHasKernelsThatDoNotLookFirst() {
        ConformanceCase blind = ConformanceCase.of("BLIND", "a device gives up its region", b -> {
                    var window = b.boundWindow(MwType.TYPE_1, 0, 64, AccessFlag.REMOTE_WRITE);
                    b.expect().same("dereg_mr", false, b.bob().isHeld(b.bob().region()));
                    window.mw().close();
                })
                .needing(Requirement.WINDOWS, Requirement.LAST_WORD);

        JournalFile recorded = FailurePages.replay(mlx5.benches(), 1, blind);

        assertTrue(recorded.events().stream()
                .anyMatch(event -> event.errno() != null && event.errno() == Errno.EBUSY.code()));
    }

    @Test
    void shouldLinkEachFailureToItsPage() throws IOException, OutputException {
        Path html = folder.resolve("kit.html");
        ConformanceReport report = report(wrong("W"), wrong("X/<b>"));

        FailurePages pages = FailurePages.write(html, mlx5, report, new Watched("oracle"));
        String text = ConformancePage.of(List.of(report), (_, id) -> pages.of(id));

        assertEquals(Optional.of("kit.html.failures/mlx5-W.html"), pages.of("W"));
        assertEquals(Optional.of("kit.html.failures/mlx5-X__b_.html"), pages.of("X/<b>"));
        assertEquals(Optional.empty(), pages.of("other"));
        assertTrue(text.contains("<a href=\"kit.html.failures/mlx5-W.html\">step by step</a>"), text);
        assertTrue(Files.readString(folder.resolve("kit.html.failures/mlx5-X__b_.html"))
                .startsWith("<!DOCTYPE html>"));
    }

    /** Hosts that offer type 2A when they are asked first, and type 2B after that, cannot be as the model says. */
    @Test
    void shouldShowWhatTheOracleFound() throws IOException, OutputException {
        AtomicInteger built = new AtomicInteger();
        BenchFactory fickle = seed -> {
            WindowSupport windows =
                    built.getAndIncrement() == 0 ? WindowSupport.TYPES_1_AND_2A : WindowSupport.TYPES_1_AND_2B;
            return TestBench.builder()
                    .seed(seed)
                    .hcaConfig(hca -> hca.withOdp(OdpSupport.NONE).withWindows(windows))
                    .build();
        };
        Watched watched = new Watched("what the oracle found");

        OracleResult result = Conformance.of("fickle", fickle, ConformanceOptions.DEFAULT.withOracleVerbs(20_000))
                .showing(watched::watch)
                .oracle()
                .orElseThrow();
        ConformanceReport report =
                new ConformanceReport("mlx5", "a device", 1, List.of(), Optional.of(result), List.of());
        FailurePages pages = FailurePages.write(folder.resolve("kit.html"), mlx5, report, watched);

        assertTrue(result.difference().isPresent(), "nothing was found");
        assertEquals(Optional.of("kit.html.failures/mlx5-ORACLE.html"), pages.of(CasePages.ORACLE));
        assertTrue(Files.exists(folder.resolve("kit.html.failures/mlx5-ORACLE.html")));
        assertTrue(watched.recorded().orElseThrow().events().size() > 10);
    }

    @Test
    void shouldMakeNoFolderWhenNothingFailed() throws OutputException {
        FailurePages.write(folder.resolve("kit.html"), mlx5, report(), new Watched("oracle"));

        assertFalse(Files.exists(folder.resolve("kit.html.failures")));
    }
}
