package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Who waits on a fabric in real time. It waits for nobody itself, and takes the turn only when nobody has it. */
public final class PacerWaits {
    private static final String AGENT = "fenestra-fabric";
    private static final String WORK = "for work of the devices";
    private static final String DRIVING = Turns.class.getName();

    private final Pacer clock;
    private final Turns turns;
    private final DeferredWork deferred;
    private final IdleStrategy idle;
    private final Sleeper sleeper;
    private final AgentState agent;

    /**
     * Makes an overview of the waits at a clock.
     *
     * @param clock the clock
     * @param turns the token
     * @param deferred work that waits
     * @param idle counts steps with work
     * @param sleeper the thread that sleeps
     * @param agent what the agent does
     */
    public PacerWaits(
            Pacer clock, Turns turns, DeferredWork deferred, IdleStrategy idle, Sleeper sleeper, AgentState agent) {
        this.clock = clock;
        this.turns = turns;
        this.deferred = deferred;
        this.idle = idle;
        this.sleeper = sleeper;
        this.agent = agent;
    }

    /** {@return all waits} */
    public List<FabricWait> all() {
        List<FabricWait> all = new ArrayList<>();
        Thread sleeping = sleeper.thread();
        if (sleeping != null) {
            all.add(sleep(sleeping));
        }
        AgentState.State state = agent.now();
        if (state instanceof AgentState.State.Away away) {
            all.add(away(away.since()));
        }
        Thread driver = turns.driver();
        if (driver != null) {
            all.add(turn(driver));
        }
        Runnable neglected = agent.isAlive() ? deferred.neglected() : null;
        if (neglected != null) {
            all.add(work(neglected));
        }
        if (state instanceof AgentState.State.Dead dead) {
            all.add(dead(dead.cause()));
        }
        FabricWait end = agent.end();
        if (end != null) {
            all.add(end);
        }
        return all;
    }

    /**
     * Makes the wait of the current thread until the agent has ended.
     *
     * @param agent the thread of the agent
     * @return the wait
     */
    public static FabricWait end(Thread agent) {
        Thread waiting = Thread.currentThread();
        long since = System.nanoTime();
        return new FabricWait(
                waiting.getName(),
                waiting,
                "until the agent has ended",
                agent.getName(),
                List.of(agent),
                since,
                List.of("end", waiting, since),
                false,
                true,
                "");
    }

    private FabricWait sleep(Thread sleeping) {
        long since = sleeper.since();
        return new FabricWait(
                sleeping.getName(),
                sleeping,
                WORK,
                "whoever rings a doorbell, sends a packet or defers work",
                List.of(),
                since,
                List.of("sleep", sleeping, since),
                isWorkDue(),
                true,
                sleeper.lastWakeUp());
    }

    private FabricWait away(long since) {
        return new FabricWait(
                AGENT,
                null,
                "until no caller drives any more",
                "callers that poll",
                List.of(),
                since,
                List.of("away", since, idle.steps()),
                isWorkDue(),
                true,
                "step " + idle.steps());
    }

    private FabricWait turn(Thread driver) {
        long looks = turns.looks();
        boolean isDriving = isDriving(driver);
        return new FabricWait(
                "whoever needs the devices",
                null,
                "for the turn",
                driver.getName() + (isDriving ? ", which drives," : ", which does not drive,"),
                List.of(driver),
                0,
                List.of("turn", driver, looks),
                false,
                isDriving && driver.getState() == Thread.State.RUNNABLE,
                "look " + looks + " at the devices");
    }

    private static FabricWait work(Runnable first) {
        return new FabricWait(
                "deferred work",
                null,
                "for a thread that runs it",
                AGENT,
                List.of(),
                0,
                List.of("work", first),
                true,
                true,
                "");
    }

    private static FabricWait dead(Throwable death) {
        return new FabricWait(
                "whoever needs the devices",
                null,
                "for a thread that drives",
                AGENT + ", which has died,",
                List.of(),
                0,
                List.of("dead", death),
                false,
                false,
                Objects.toString(death));
    }

    /** Whether a thread that has the turn is in a step of the devices. One that has ended is not. */
    private static boolean isDriving(Thread driver) {
        return Arrays.stream(driver.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(DRIVING));
    }

    /** Whether nobody drives although there is work. */
    private boolean isWorkDue() {
        if (!turns.take()) {
            return false;
        }
        try {
            return deferred.neglected() != null || turns.isDue(clock.now());
        } catch (InternalError cut) {
            // A device looks at memory whose file has become shorter. Whoever drives next finds it too.
            return false;
        } finally {
            turns.giveBack();
        }
    }
}
