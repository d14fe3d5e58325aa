package dev.fenestra.hw.sim.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.testing.Patience;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What callers hear of an agent that an exception ends. */
class FabricAgentTest {
    private final Fabric fabric = Fabric.inRealTime();
    private final Fragile device = new Fragile();

    /** Throws once, when the agent drives it. */
    private static final class Fragile implements FabricDevice {
        private final RuntimeException cause = new UnsupportedOperationException("no such address");
        private volatile boolean armed;

        @Override
        public boolean isReady(long now) {
            return armed && Thread.currentThread().getName().equals("fenestra-fabric");
        }

        @Override
        public void poll(long now) {
            armed = false;
            throw cause;
        }

        @Override
        public long nextDeadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public Verdict receive(Packet packet, long now) {
            return Verdict.Plain.ACCEPTED;
        }
    }

    private FabricAgent start() {
        fabric.attach(device, 0, 1);
        return FabricAgent.start(fabric);
    }

    /** Callers that wait as verbs do: by turns, up to a limit of their own. */
    private static Callable<Throwable> waiting(Runnable turn) {
        return () -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    turn.run();
                } catch (FabricException told) {
                    return told.getCause();
                }
            }
            throw new AssertionError("interrupted while it waited to be told");
        };
    }

    @Test
    void shouldTellEveryCallerThatWaitsWhatItsAgentDiedOf() throws Exception {
        try (FabricAgent _ = start();
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Throwable>> callers = Stream.<Runnable>of(
                            fabric::progress,
                            () -> fabric.progressUntil(Long.MAX_VALUE),
                            () -> fabric.progressUntil(fabric.now() + 1_000_000),
                            () -> fabric.progressUntil(0))
                    .map(turn -> threads.submit(waiting(turn)))
                    .toList();
            device.armed = true;
            fabric.wake();
            for (Future<Throwable> caller : callers) {
                assertSame(device.cause, caller.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void shouldBelongToCallersAgainWhenTheAgentIsClosed() throws Exception {
        try (FabricAgent _ = start()) {
            device.armed = true;
            fabric.wake();
            assertSame(device.cause, waiting(fabric::progress).call());
            FabricException told = assertThrows(FabricException.class, fabric::progress);
            assertEquals(
                    "the thread that drives the fabric has died of"
                            + " java.lang.UnsupportedOperationException: no such address",
                    told.getMessage());
        }
        fabric.progress();
        fabric.progressUntil(0);
    }
}
