package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.fabric.clock.AgentState;
import dev.fenestra.hw.sim.fabric.clock.PacerWaits;
import dev.fenestra.hw.sim.fabric.clock.RealPacer;
import dev.fenestra.hw.sim.fabric.clock.TimerSlack;
import dev.fenestra.hw.sim.fabric.waits.FabricException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that drives a fabric in real time, so that devices answer even when nobody on their host polls. It sleeps
 * while there is nothing to do. While callers drive the fabric, it stays away. When an exception ends it, each caller
 * that waits for the fabric gets a {@link FabricException} with that cause until the agent is closed.
 */
public final class FabricAgent implements AutoCloseable {
    /** How long it stays away from callers that drive. A packet waits no longer than this when they stop. */
    private static final long AWAY_NANOS = 1_000_000;

    /** Turns with work in a row before it checks for callers. */
    private static final int TURNS = 64;

    /** The pause before a second wake-up: the thread may have been about to sleep. */
    private static final Duration PATIENCE = Duration.ofMillis(10);

    private final Fabric fabric;
    private final RealPacer pacer;
    private final AgentState state;
    private final Thread thread;
    private volatile boolean running = true;

    private FabricAgent(Fabric fabric, RealPacer pacer) {
        this.fabric = fabric;
        this.pacer = pacer;
        this.state = pacer.agent();
        this.thread = Thread.ofPlatform().daemon().name("fenestra-fabric").unstarted(this::run);
    }

    /**
     * Starts driving.
     *
     * @param fabric a fabric in real time
     * @return the running agent; close it to stop
     * @throws IllegalArgumentException on a virtual clock, which only callers may move
     */
    public static FabricAgent start(Fabric fabric) {
        RealPacer pacer = fabric.realPacer();
        if (pacer == null) {
            throw new IllegalArgumentException("an agent needs a fabric in real time");
        }
        FabricAgent agent = new FabricAgent(fabric, pacer);
        agent.state.start();
        agent.thread.start();
        return agent;
    }

    /**
     * Callers that wait for the devices would wait for ever. They get the cause first; then the exception ends the
     * thread.
     */
    private void run() {
        TimerSlack.shorten();
        try {
            serve();
        } catch (RuntimeException | Error cause) {
            state.die(cause);
            throw cause;
        }
    }

    private void serve() {
        while (running) {
            if (state.takeCall() && !pacer.isPolled()) {
                state.leave();
                LockSupport.parkNanos(AWAY_NANOS);
            } else {
                state.comeBack();
                drive();
            }
            fabric.runDeferred();
        }
    }

    private void drive() {
        boolean worked = true;
        for (int i = 0; i < TURNS && worked && running; i++) {
            worked = pacer.agentTurn();
        }
    }

    /**
     * Stops driving and waits until the thread has left the fabric. From then on the fabric belongs to callers, even
     * after a failure of the agent. A second call does nothing.
     */
    @Override
    public void close() {
        if (!running) {
            return;
        }
        running = false;
        boolean interrupted = false;
        state.awaitsEnd(PacerWaits.end(thread));
        while (thread.isAlive()) {
            fabric.wake();
            LockSupport.unpark(thread);
            try {
                thread.join(PATIENCE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        state.awaitsEnd(null);
        state.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
