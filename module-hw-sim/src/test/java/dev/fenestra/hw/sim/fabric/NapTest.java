package dev.fenestra.hw.sim.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.testing.Patience;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent that naps between two looks at queues without doorbells. This nap lasts until somebody ends it. */
class NapTest {
    private final Fabric fabric = Fabric.inRealTime();
    private final SleepTest.Bell bell = new SleepTest.Bell();
    private final SleepTest.Bed bed = new SleepTest.Bed();
    private FabricAgent agent;

    @BeforeEach
    void nap() {
        fabric.attach(bell, 0, 1);
        fabric.through(bed);
        fabric.polls(1);
        agent = FabricAgent.start(fabric);
        awaitSleeps(1);
    }

    @AfterEach
    void end() {
        agent.close();
    }

    private void awaitSleeps(int count) {
        Patience.until("the agent naps for time " + count, () -> bed.slept.get() >= count);
    }

    private void ring() {
        bell.rung.incrementAndGet();
        fabric.wake();
    }

    private void drive(Runnable work) {
        fabric.driving(() -> {
            work.run();
            return this;
        });
    }

    /** A caller that waits for work would be woken. */
    @Test
    void shouldNapOnWhileACallerDoesWork() {
        drive(this::ring);

        assertEquals(1, bell.served);
        assertEquals(0, bed.wakeUps.get());
    }

    @Test
    void shouldWakeForADoorbell() {
        ring();
        Patience.until("the bell is served", () -> bell.served > 0);
        awaitSleeps(2);
        assertEquals(1, bell.served);
    }

    @Test
    void shouldWakeForWorkThatIsPutOff() {
        AtomicBoolean isDone = new AtomicBoolean();
        fabric.defer(() -> isDone.set(true));
        Patience.until("deferred work is done", isDone::get);
        awaitSleeps(2);
        assertEquals(0, bell.served);
    }
}
