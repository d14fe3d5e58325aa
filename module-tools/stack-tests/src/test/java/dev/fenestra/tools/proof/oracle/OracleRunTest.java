package dev.fenestra.tools.proof.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.OracleResult.Finding;
import dev.fenestra.tools.conformance.kit.OracleTask;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Devices that never come back, or end with an exception, while the oracle runs. */
class OracleRunTest {
    private static final int SEED = 3;
    private static final int VERBS = 500;

    /** Does something in place of carrying the tenth packet of a program. */
    private record Snag(Runnable instead, int[] packets) implements LinkStage {
        @Override
        public void transmit(Packet packet, long now, Link next) {
            if (++packets[0] == 10) {
                instead.run();
            }
            next.transmit(packet, now);
        }
    }

    private static BenchFactory hosts(Runnable instead) {
        return seed -> {
            TestBench bench = TestBench.builder().seed(seed).build();
            bench.fabric().through(new Snag(instead, new int[1]));
            return bench;
        };
    }

    private static Finding found(BenchFactory hosts, Duration patience) {
        return new OracleRun(patience)
                .run(OracleTask.of(hosts, SEED, VERBS))
                .difference()
                .orElseThrow();
    }

    @Test
    void shouldEndWithAFindingWhenADeviceNeverComesBack() throws Exception {
        AtomicBoolean isFree = new AtomicBoolean();
        CompletableFuture<Thread> busy = new CompletableFuture<>();
        try {
            Finding finding = found(
                    hosts(() -> {
                        busy.complete(Thread.currentThread());
                        while (!isFree.get()) {
                            Thread.onSpinWait();
                        }
                        throw new IllegalStateException("late");
                    }),
                    Duration.ofSeconds(2));

            assertEquals(Set.of("ORACLE-HANG"), finding.rules());
            assertEquals("none after 2 s, in the program of seed 3", finding.seen());
        } finally {
            isFree.set(true);
        }
        busy.get().join();
    }

    @Test
    void shouldShowTheProgramThatEndsWithAnException() {
        Finding finding = found(
                hosts(() -> {
                    throw new IllegalStateException("lost");
                }),
                Duration.ofMinutes(2));

        assertEquals(Set.of("ORACLE-EXCEPTION"), finding.rules());
        assertEquals("java.lang.IllegalStateException: lost", finding.seen());
        assertTrue(finding.program().contains("void main()"), finding.program());
    }

    @Test
    void shouldTakeHostsThatCannotBeBuiltForAFinding() {
        Finding finding = found(
                _ -> {
                    throw new NoSuchMethodError("open");
                },
                Duration.ofMinutes(2));

        assertEquals("java.lang.NoSuchMethodError: open", finding.seen());
    }
}
