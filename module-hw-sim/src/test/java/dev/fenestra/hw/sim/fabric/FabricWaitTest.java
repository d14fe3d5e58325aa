package dev.fenestra.hw.sim.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.clock.AgentState;
import dev.fenestra.hw.sim.fabric.clock.Alarms;
import dev.fenestra.hw.sim.fabric.clock.DeferredWork;
import dev.fenestra.hw.sim.fabric.clock.IdleStrategy;
import dev.fenestra.hw.sim.fabric.clock.PacerWaits;
import dev.fenestra.hw.sim.fabric.clock.Sleeper;
import dev.fenestra.hw.sim.fabric.clock.Turns;
import dev.fenestra.hw.sim.fabric.clock.VirtualPacer;
import dev.fenestra.hw.sim.fabric.route.Ports;
import dev.fenestra.hw.sim.fabric.route.Route;
import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import dev.fenestra.hw.sim.testing.Patience;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a fabric in real time says of those who wait on it. */
class FabricWaitTest {
    private static final String AGENT = "fenestra-fabric";

    private final Fabric fabric = Fabric.inRealTime();
    private final SleepTest.Bell bell = new SleepTest.Bell();
    private final SleepTest.Bed bed = new SleepTest.Bed();

    FabricWaitTest() {
        fabric.attach(bell, 0, 1);
        fabric.through(bed);
    }

    @AfterEach
    void getUp() {
        bell.gate.release(9);
        bed.woken.release(99);
    }

    private FabricAgent asleep() {
        FabricAgent agent = FabricAgent.start(fabric);
        Patience.until("the agent sleeps", () -> bed.slept.get() > 0);
        return agent;
    }

    private FabricWait only() {
        List<FabricWait> all = FabricWaits.of(fabric);
        assertEquals(1, all.size(), all::toString);
        return all.getFirst();
    }

    private List<FabricWait> waitsOf(String party) {
        return FabricWaits.of(fabric).stream()
                .filter(one -> one.party().equals(party))
                .toList();
    }

    @Test
    void shouldSayNothingOfAVirtualClockOrBeforeAnybodyWaits() {
        assertEquals(List.of(), FabricWaits.of(new Fabric()));
        assertEquals(List.of(), FabricWaits.of(fabric));
    }

    @Test
    void shouldSeeThatTheAgentSleepsAndWhetherThereIsWork() {
        try (FabricAgent _ = asleep()) {
            FabricWait before = only();
            assertEquals(AGENT, before.party());
            assertFalse(before.isHere());
            assertEquals("never woken", before.lastEvent());

            bell.rung.incrementAndGet();

            FabricWait due = only();
            assertTrue(due.isHere());
            assertEquals(before.key(), due.key());

            fabric.wake();
            Patience.until("the agent sleeps again", () -> bed.slept.get() > 1);
            FabricWait after = only();
            assertFalse(after.isHere());
            assertNotEquals(due.key(), after.key());
            assertTrue(after.lastEvent().startsWith("woken by "), after::toString);
        }
    }

    @Test
    void shouldSeeThatNobodyRunsDeferredWork() {
        fabric.defer(() -> {});
        assertEquals(List.of(), FabricWaits.of(fabric));

        fabric.realPacer().agent().start();
        FabricWait work = only();
        assertEquals("deferred work", work.party());
        assertTrue(work.isHere());
        assertEquals(work.key(), only().key());

        fabric.runDeferred();
        assertEquals(List.of(), FabricWaits.of(fabric));
    }

    @Test
    void shouldSeeWhoHasTheTurnAndThatItIsStuckInAStep() {
        try (FabricAgent _ = asleep()) {
            bell.gate = new Semaphore(0);
            bell.rung.incrementAndGet();
            fabric.wake();
            Patience.until(
                    "the agent is stuck in a step",
                    () -> bell.isAtGate && waitsOf(AGENT).isEmpty());
            FabricWait turn = only();
            assertEquals("for the turn", turn.what());
            assertEquals(AGENT + ", which drives,", turn.debtor());
            Patience.until("the thread with the turn is seen to wait", () -> !only().canCome());
            assertFalse(only().isHere());
            bell.gate.release();
        }
        assertEquals(List.of(), FabricWaits.of(fabric));
    }

    @Test
    void shouldSeeWhoWaitsForTheEndOfTheAgent() throws InterruptedException {
        FabricAgent agent = asleep();
        bell.gate = new Semaphore(0);
        bell.rung.incrementAndGet();
        fabric.wake();
        Patience.until("the agent is in a step", () -> bell.isAtGate);
        Thread closing = Thread.ofPlatform().name("closing").start(agent::close);
        Patience.until(
                "a wait of the closing thread is seen",
                () -> !waitsOf("closing").isEmpty());
        FabricWait end = waitsOf("closing").getFirst();
        assertEquals("until the agent has ended", end.what());
        assertEquals(AGENT, end.debtors().getFirst().getName());
        bell.gate.release();
        closing.join();
        assertEquals(List.of(), FabricWaits.of(fabric));
    }

    @Test
    void shouldSeeATurnThatItsThreadNeverGaveBack() throws InterruptedException {
        Turns turns = new Turns(new Ports(), new Route(new Ports()), new Alarms(new DeferredWork()));
        Thread forgetful = new Thread(turns::take, "forgetful");
        forgetful.start();
        forgetful.join();
        Sleeper sleeper = new Sleeper();
        PacerWaits waits = new PacerWaits(
                new VirtualPacer(turns, new DeferredWork(), 1),
                turns,
                new DeferredWork(),
                new IdleStrategy(),
                sleeper,
                new AgentState(sleeper));
        FabricWait turn = waits.all().getFirst();
        assertEquals("forgetful, which does not drive,", turn.debtor());
        assertFalse(turn.canCome());
    }

    @Test
    void shouldSeeThatTheAgentIsAwayWhileCallersDriveAndWhatItHasDiedOf() {
        AgentState agent = fabric.realPacer().agent();
        agent.start();
        agent.leave();
        bell.rung.incrementAndGet();
        assertEquals("until no caller drives any more", only().what());
        assertTrue(only().isHere());
        agent.comeBack();
        assertEquals(List.of(), FabricWaits.of(fabric));

        agent.die(new IllegalStateException("spent"));
        assertFalse(only().canCome());
        assertTrue(only().lastEvent().contains("spent"));
        assertThrows(FabricException.class, fabric::progress);
    }
}
