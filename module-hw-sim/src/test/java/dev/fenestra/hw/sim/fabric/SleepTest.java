package dev.fenestra.hw.sim.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.testing.Patience;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Threads that sleep on a fabric in real time, at a point where only a wake-up lets them go on. A lost wake-up
 * shows as a wait in vain.
 */
class SleepTest {
    private static final int ROUNDS = 5_000;

    private final Fabric fabric = Fabric.inRealTime();
    private final Bell bell = new Bell();
    private final Bed bed = new Bed();

    /** A device with as much to do as was rung for. */
    static final class Bell implements FabricDevice {
        final AtomicInteger rung = new AtomicInteger();
        volatile int served;
        /** Each step passes here. */
        volatile Semaphore gate = new Semaphore(1);

        volatile boolean isAtGate;

        @Override
        public boolean isReady(long now) {
            return served != rung.get();
        }

        @Override
        public void poll(long now) {
            isAtGate = true;
            gate.acquireUninterruptibly();
            gate.release();
            served = rung.get();
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

    /** Sleeps until it is woken, whatever the time; brings nothing in. */
    static final class Bed implements LinkStage, WaitPoint {
        final Semaphore woken = new Semaphore(0);
        final AtomicInteger slept = new AtomicInteger();
        final AtomicInteger wakeUps = new AtomicInteger();
        boolean isBehind;

        @Override
        public void await(long nanos) {
            slept.incrementAndGet();
            woken.acquireUninterruptibly();
            woken.drainPermits();
        }

        @Override
        public void wake(Thread sleeper) {
            wakeUps.incrementAndGet();
            woken.release();
        }

        @Override
        public WaitPoint waitPoint() {
            return this;
        }

        @Override
        public void transmit(Packet packet, long now, Link next) {
            next.transmit(packet, now);
        }

        @Override
        public boolean isReady(long now) {
            return isBehind;
        }

        @Override
        public boolean isBehind() {
            return isBehind;
        }

        @Override
        public void poll(long now, Link next) {}

        @Override
        public long nextDeadline() {
            return Long.MAX_VALUE;
        }
    }

    SleepTest() {
        fabric.attach(bell, 0, 1);
        fabric.through(bed);
    }

    @AfterEach
    void getUp() {
        bed.woken.release(ROUNDS);
    }

    private void ring() {
        bell.rung.incrementAndGet();
        fabric.wake();
    }

    private void awaitServed(int count) {
        Patience.until("the bell has served ring " + count, () -> bell.served >= count);
    }

    private void driveUntilServed(int count) {
        Patience.until("a caller that drives sees that ring " + count + " is served", () -> {
            boolean isServed = bell.served >= count;
            if (!isServed) {
                fabric.progressUntil(Long.MAX_VALUE);
            }
            return isServed;
        });
    }

    private static void awaitCount(String what, AtomicInteger counter, int count) {
        Patience.until(what + " for time " + count, () -> counter.get() >= count);
    }

    @Test
    void shouldWakeTheAgentForEveryDoorbell() {
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            for (int i = 1; i <= ROUNDS; i++) {
                ring();
                awaitServed(i);
            }
        }
        assertEquals(ROUNDS, bell.served);
    }

    /**
     * The agent sleeps where the caller wants to, or drives when it wants to: the caller sees what was done all the
     * same.
     */
    @Test
    void shouldShowACallerWhoWaitsWhatAnotherThreadHasDone() {
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            for (int i = 1; i <= ROUNDS; i++) {
                ring();
                driveUntilServed(i);
            }
        }
        assertEquals(ROUNDS, bell.served);
    }

    @Test
    void shouldRunWorkThatIsPutOffWhileTheAgentSleeps() {
        AtomicInteger done = new AtomicInteger();
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            for (int i = 1; i <= ROUNDS / 10; i++) {
                fabric.defer(done::incrementAndGet);
                awaitCount("deferred work is done", done, i);
            }
        }
        assertEquals(ROUNDS / 10, done.get());
    }

    private void awaitSleep() {
        awaitCount("the agent sleeps", bed.slept, 1);
    }

    private void ringDriving(int call) {
        assertEquals(call, fabric.driving(() -> {
            ring();
            return call;
        }));
    }

    private void ringAndFail() {
        assertThrows(
                IOException.class,
                () -> fabric.driving(() -> {
                    ring();
                    throw new IOException();
                }));
    }

    @Test
    void shouldServeTheDoorbellsOfACallerThatDrivesBeforeItGoesOn() {
        for (int i = 1; i <= ROUNDS; i++) {
            ringDriving(i);
            assertEquals(i, bell.served);
        }
        ringAndFail();
        assertEquals(ROUNDS + 1, bell.served);
    }

    /** The caller itself does it, or the agent when it was driving just then. */
    @Test
    void shouldServeTheDoorbellsOfACallerThatDrivesBesideTheAgent() {
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            for (int i = 1; i <= ROUNDS; i++) {
                ringDriving(i);
                awaitServed(i);
            }
            ringAndFail();
            awaitServed(ROUNDS + 1);
        }
    }

    @Test
    void shouldNotHoldUpACallerWhileTheAgentIsBusy() {
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            bell.gate = new Semaphore(0);
            ring();
            Patience.until("the agent is in a step", () -> bell.isAtGate);
            ringDriving(2);
            assertEquals(0, bell.served);
            bell.gate.release();
            awaitServed(2);
        }
    }

    @Test
    void shouldRunWorkThatIsPutOffByACallerThatDrivesAndServeTheDoorbellsOfThatWork() {
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            awaitSleep();
            fabric.driving(() -> {
                fabric.defer(this::ring);
                return this;
            });
            awaitServed(1);
        }
    }

    /**
     * It then sleeps again, for less long. Only a deadline before the end of its sleep must wake it: this thread tries
     * again when it was too slow to set one.
     */
    @Test
    void shouldWakeTheAgentForADeadlineThatACallerWhoDrivesHasSet() {
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            awaitSleep();
            Patience.until("a deadline ends a sleep of the agent", this::endsASleepByADeadline);
        }
        assertTrue(bed.slept.get() > 1);
    }

    private boolean endsASleepByADeadline() {
        int before = bed.slept.get();
        fabric.driving(() -> {
            fabric.at(fabric.now() + 1_000_000, () -> {});
            return this;
        });
        for (int looks = 0; looks < 200 && bed.slept.get() == before; looks++) {
            LockSupport.parkNanos(1_000_000);
        }
        boolean isEnded = bed.slept.get() > before;
        if (!isEnded) {
            bed.woken.release();
            awaitCount("the agent sleeps", bed.slept, before + 1);
        }
        return isEnded;
    }

    @Test
    void shouldEndTheAgentInItsSleep() {
        FabricAgent agent = FabricAgent.start(fabric);
        awaitSleep();
        agent.close();
        assertTrue(bed.slept.get() > 0);
    }

    /** Wake-ups go to the new place from then on. */
    @Test
    void shouldWakeTheAgentWhenThreadsAreToSleepElsewhere() {
        Bed other = new Bed();
        try (FabricAgent _ = FabricAgent.start(fabric)) {
            awaitSleep();
            fabric.through(other);
            awaitCount("the agent sleeps elsewhere", other.slept, 1);
            ring();
            awaitServed(1);
        } finally {
            other.woken.release(ROUNDS);
        }
        assertEquals(1, bell.served);
    }

    @Test
    void shouldSleepOnlyAfterLookingInVainSeveralTimes() {
        bed.woken.release();
        for (int i = 0; i < 4; i++) {
            fabric.progress();
        }
        assertEquals(0, bed.slept.get());
        fabric.progress();
        assertEquals(1, bed.slept.get());
    }

    /** A timer may wait for what has arrived and was not taken yet; a flood does not hold it back for ever. */
    @Test
    void shouldSayThatMoreHasArrivedThanWasTaken() {
        assertFalse(fabric.isBehind());
        int[] behind = new int[1];
        fabric.attach(new Watcher(() -> behind[0] += fabric.isBehind() ? 1 : 0, () -> bed.isBehind = false), 0, 2);
        bed.isBehind = true;
        fabric.progress();
        assertEquals(64, behind[0]);
        assertFalse(fabric.isBehind());
    }

    /** Does something in each turn, and something else in the turn after the 64th. */
    private record Watcher(Runnable each, Runnable last, AtomicInteger turns) implements FabricDevice {
        private static final int TURNS = 65;

        Watcher(Runnable each, Runnable last) {
            this(each, last, new AtomicInteger());
        }

        @Override
        public boolean isReady(long now) {
            return turns.get() < TURNS;
        }

        @Override
        public void poll(long now) {
            each.run();
            if (turns.incrementAndGet() == TURNS) {
                last.run();
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
