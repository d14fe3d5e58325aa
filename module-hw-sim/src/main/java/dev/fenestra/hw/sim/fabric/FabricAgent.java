package dev.fenestra.hw.sim.fabric;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that drives a fabric in real time, so that devices answer although nobody on their host polls. Callers that wait still
 * drive the fabric themselves; whoever comes second finds it driven and leaves it alone.
 */
public final class FabricAgent implements AutoCloseable {
    private static final int SPINS = 2_000;
    private static final int YIELDS = 200;
    private static final long NAP_NANOS = 50_000;

    private final Fabric fabric;
    private final Thread thread;
    private volatile boolean running = true;

    private FabricAgent(Fabric fabric) {
        this.fabric = fabric;
        this.thread = Thread.ofPlatform().daemon().name("fenestra-fabric").unstarted(this::run);
    }

    /**
     * Starts driving.
     *
     * @throws IllegalArgumentException on a virtual clock, which only callers may move
     */
    public static FabricAgent start(Fabric fabric) {
        if (!fabric.isRealTime()) {
            throw new IllegalArgumentException("an agent needs a fabric in real time");
        }
        FabricAgent agent = new FabricAgent(fabric);
        agent.thread.start();
        return agent;
    }

    private void run() {
        int idle = 0;
        while (running) {
            idle = fabric.progress() ? 0 : rest(idle + 1);
            fabric.runDeferred();
        }
    }

    private static int rest(int idle) {
        if (idle < SPINS) {
            Thread.onSpinWait();
        } else if (idle < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
        return idle;
    }

    /** Stops driving and waits until the thread has left the fabric. */
    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
