package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.testing.Patience;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for whom, as another process asks. */
class WaitsCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();

    private Path socket() {
        return folder.resolve("s");
    }

    private String ask() {
        TestTerminal one = new TestTerminal();
        assertEquals(0, one.run("waits", "--attach", socket().toString()), one.err::toString);
        return one.out.toString();
    }

    /** {@return the first answer that contains a text} */
    private String askUntil(String text) {
        AtomicReference<String> said = new AtomicReference<>("");
        Patience.until("the answer says: " + text, () -> {
            said.set(ask());
            return said.get().contains(text);
        });
        return said.get();
    }

    @Test
    void shouldSayThatTheAgentSleepsUntilThereIsWork() {
        try (TestBench bench = TestBench.builder().fabric(Fabric.inRealTime()).build();
                FabricAgent _ = FabricAgent.start(bench.fabric());
                Attach _ = Attach.listen(bench, socket())) {
            String said = askUntil("fenestra-fabric waits for work of the devices (fabric);");
            assertTrue(said.endsWith("Nobody waits in vain.\n"), said);
        }
    }

    /** A snapshot would need a command of the card, and so the turn of the thread that drives. */
    @Test
    void shouldAnswerWhileTheThreadThatDrivesIsStuckInAStep() throws InterruptedException {
        CountDownLatch isStuck = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (TestBench bench = TestBench.builder().fabric(Fabric.inRealTime()).build();
                FabricAgent _ = FabricAgent.start(bench.fabric());
                Attach _ = Attach.listen(bench, socket())) {
            bench.fabric().attach(new StuckDevice(isStuck, end), 7, 7);
            bench.fabric().wake();
            isStuck.await();
            askUntil("whoever needs the devices waits for the turn (fabric); fenestra-fabric, which drives,");
            end.countDown();
        }
        assertEquals(0, end.getCount());
    }

    @Test
    void shouldSayWhoDoesNotListenAndThatItsOutputCannotBeWritten() {
        assertEquals(2, terminal.run("waits", "--attach", socket().toString()));
        assertEquals("fenestra: there is no socket " + socket() + ".w.\n", terminal.err.toString());
        try (TestBench bench = TestBench.twoHosts();
                Attach _ = Attach.listen(bench, socket())) {
            Terminal full = terminal.clock(System::nanoTime).full();
            assertEquals(1, Main.run(full, "waits", "--attach", socket().toString()));
        }
    }

    /** Its first step lasts until somebody ends it. */
    private record StuckDevice(CountDownLatch isStuck, CountDownLatch end) implements FabricDevice {
        @Override
        public boolean isReady(long now) {
            return end.getCount() > 0;
        }

        @Override
        public void poll(long now) {
            isStuck.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
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
}
