package dev.fenestra.tools.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Whatever step of a program fails, the error is clean and nothing is left. */
class FailEveryStepTest {
    private static final int FRAME = 4096;
    private static final int AT_LEAST = 30;
    private static final int AT_MOST = 2_000;

    private static Supplier<List<RdmaDriver>> failing(AtomicInteger left) {
        return () -> ServiceLoader.load(RdmaDriver.class).stream()
                .<RdmaDriver>map(driver -> new FailingDriver(driver.get(), left))
                .toList();
    }

    private static void assertNothingLeft(TestBench bench, String when) {
        for (BenchHost host : bench.hosts()) {
            assertEquals(List.of(), host.kernel().resources(), when + ", " + host.name());
        }
    }

    @Test
    void shouldGiveEverythingBackWhicheverCommandFails() {
        int n = 0;
        boolean done = false;
        while (!done) {
            n++;
            assertTrue(n < AT_MOST, "the program never gets through");
            AtomicInteger left = new AtomicInteger();
            try (TestBench bench = TestBench.builder().drivers(failing(left)).build()) {
                left.set(n);
                VerbsException refusal = new WholeProgram(bench).run();
                done = left.get() > 0;
                String when = "command " + n + ", refusal " + refusal;
                if (refusal != null) {
                    assertEquals(Errno.ENOMEM, refusal.errno(), when);
                }
                assertNothingLeft(bench, when);
                left.set(0);
                assertEquals(null, new WholeProgram(bench).run(), "the next program, after " + when);
            }
        }
        assertTrue(n > AT_LEAST, "commands " + n);
    }

    @Test
    void shouldGiveEverythingBackWhereverMemoryEnds() {
        int refusals = 0;
        int frames = 1;
        boolean done = false;
        while (!done) {
            long bytes = (long) frames++ * FRAME;
            assertTrue(frames < AT_MOST, "the program never gets through");
            try (TestBench bench = TestBench.builder()
                    .hostConfig(host -> host.withMemory(bytes))
                    .build()) {
                VerbsException refusal = new WholeProgram(bench).run();
                done = refusal == null;
                if (refusal != null) {
                    refusals++;
                    assertEquals(Errno.ENOMEM, refusal.errno(), "with " + bytes + " bytes: " + refusal);
                }
                assertNothingLeft(bench, "with " + bytes + " bytes");
            } catch (VerbsException e) {
                assertEquals(Errno.ENOMEM, e.errno(), "while the driver starts with " + bytes + " bytes");
            } catch (MissingProviderException e) {
                assertNotNull(e.getMessage());
            }
        }
        assertTrue(refusals > 5, "refusals " + refusals);
    }
}
