package dev.fenestra.tools.measure.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Mtu;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PerfRunTest {
    /** Each look at it is a microsecond after the one before. */
    private final AtomicLong clock = new AtomicLong();

    private static PerfOptions options(PerfTest test, List<Integer> sizes, int count, int qps, int depth, int inline) {
        return new PerfOptions(
                test,
                sizes,
                count,
                qps,
                depth,
                Mtu.MTU_1024,
                inline,
                Optional.empty(),
                PerfLink.DIRECT,
                PerfMode.INLINE,
                Duration.ZERO);
    }

    private List<PerfResult> run(PerfOptions options) {
        List<PerfResult> results = new ArrayList<>();
        new Perf(options, () -> clock.addAndGet(1_000)).run(results::add);
        return results;
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendAsManyMessagesAsAskedFor(PerfTest test) {
        PerfResult result = run(options(test, List.of(8), 100, 1, 32, 0)).getFirst();
        assertEquals(100, result.iterations());
        assertEquals(8, result.bytes());
        assertEquals(test.isLatency(), result.latency().isPresent());
        assertTrue(result.ofLimit() > 0);
    }

    @ParameterizedTest
    @CsvSource({
        "WRITE_BW,1,1,0",
        "WRITE_BW,3,5,8",
        "READ_BW,2,128,0",
        "SEND_BW,3,7,0",
        "SEND_BW,2,64,8",
        "ATOMIC_BW,2,40,0",
        "BIND_BW,3,17,0"
    })
    void shouldWorkWithAnyNumberOfQpsAndDepth(PerfTest test, int qps, int depth, int inline) {
        PerfResult result =
                run(options(test, List.of(8), 1_001, qps, depth, inline)).getFirst();
        assertEquals(1_001, result.iterations());
    }

    @ParameterizedTest
    @EnumSource(names = {"WRITE_BW", "WRITE_LAT", "READ_BW", "SEND_BW", "SEND_LAT", "BIND_BW", "REG_BW"})
    void shouldMeasureEachSize(PerfTest test) {
        List<PerfResult> results = run(options(test, List.of(1, 4096, 4097, 100_000), 20, 1, 16, 0));
        assertEquals(
                List.of(1, 4096, 4097, 100_000),
                results.stream().map(PerfResult::bytes).toList());
    }

    @Test
    void shouldReckonFromTheClock() {
        PerfResult result =
                run(options(PerfTest.WRITE_BW, List.of(1 << 20), 16, 1, 16, 0)).getFirst();
        assertEquals(1_000 / 16.0, result.nanosPerMessage());
        assertEquals(16, result.messageRate());
        assertEquals(16e6, result.bandwidth(), 1);
        assertEquals(1, result.ofLimit());
        PerfResult.Latency latency = run(options(PerfTest.SEND_LAT, List.of(8), 16, 1, 16, 0))
                .getFirst()
                .latency()
                .orElseThrow();
        assertEquals(new PerfResult.Latency(0.5, 0.5, 0.5, 0.5, 0, 0.5, 0.5), latency);
    }

    @ParameterizedTest
    @EnumSource(names = {"WRITE_BW", "READ_LAT", "REG_BW"})
    void shouldTakeAsLongAsAskedFor(PerfTest test) {
        PerfOptions usual = PerfOptions.of(test);
        PerfResult result = run(new PerfOptions(
                        test,
                        List.of(64),
                        1,
                        1,
                        16,
                        usual.mtu(),
                        0,
                        Optional.of(Duration.ofNanos(40_000)),
                        usual.link(),
                        usual.mode(),
                        Duration.ZERO))
                .getFirst();
        assertEquals(test.isLatency() ? 20 : 40 * 16, result.iterations(), 1);
    }

    @Test
    void shouldRunWithAgentsAndOverSockets() {
        boolean isLinux = System.getProperty("os.name").startsWith("Linux");
        for (PerfLink link : PerfLink.values()) {
            if (link == PerfLink.UDP_GSO && !isLinux) {
                continue;
            }
            PerfOptions options = new PerfOptions(
                    PerfTest.SEND_BW,
                    List.of(3_000),
                    100,
                    2,
                    16,
                    Mtu.MTU_1024,
                    0,
                    Optional.empty(),
                    link,
                    PerfMode.AGENT,
                    Duration.ZERO);
            List<PerfResult> results = new ArrayList<>();
            new Perf(options, System::nanoTime).run(results::add);
            assertEquals(100, results.getFirst().iterations());
        }
    }

    @Test
    void shouldPrintATableInTheMannerOfPerftest() {
        PerfOptions options = options(PerfTest.WRITE_BW, List.of(8), 20, 1, 16, 0);
        String head = PerfText.head(options, PerfUnit.MEBIBYTES);
        assertTrue(head.contains("RDMA_Write BW Test"), head);
        assertTrue(head.contains("#bytes     #iterations    BW peak[MiB/sec]"), head);
        assertTrue(PerfText.line(run(options).getFirst(), PerfUnit.MEBIBYTES).startsWith(" 8          20 "));
        PerfOptions latency = options(PerfTest.READ_LAT, List.of(8), 20, 1, 16, 0);
        assertTrue(PerfText.head(latency, PerfUnit.MEBIBYTES).contains("t_typical[usec]"));
        assertTrue(
                PerfText.line(run(latency).getFirst(), PerfUnit.MEBIBYTES).startsWith(" 8       20            1.00 "));
        assertTrue(PerfText.json(latency, run(latency)).contains("\"t_99_9_us\": 1.0"));
        assertFalse(PerfText.json(options, run(options)).contains("t_99_9_us"));
    }

    @ParameterizedTest
    @CsvSource({
        "ATOMIC_BW,9,1,1,0,an atomic has 8 bytes",
        "WRITE_BW,0,1,1,0,a message has 1 to 2^30 bytes",
        "WRITE_BW,8,0,1,0,there are 1 to 16384 QPs",
        "WRITE_BW,8,1,0,0,the depth is 1 to 4096",
        "WRITE_BW,8,1,1,513,0 to 512 bytes go inline"
    })
    void shouldRefuseWhatCannotBe(PerfTest test, int size, int qps, int depth, int inline, String rule) {
        PerfException refused =
                assertThrows(PerfException.class, () -> options(test, List.of(size), 1, qps, depth, inline));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(rule), refused.getMessage());
    }
}
