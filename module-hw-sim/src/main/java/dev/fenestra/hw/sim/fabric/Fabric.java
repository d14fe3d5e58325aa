package dev.fenestra.hw.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * Connects devices and drives them, one driver at a time. Packets go straight to the port they are addressed to, or
 * through {@link LinkStage}s that lose, delay or lead to other machines.
 *
 * <p>Whoever waits calls {@link #progress} or {@link #progressUntil}; a caller that finds another one driving returns
 * at once. On the virtual clock, time moves by a fixed cost per {@link #progress} and jumps only for callers that wait,
 * so the same program always sees the same times. On a real clock it moves by itself; a peer that only waits for
 * packets then needs a {@link FabricAgent}.
 */
public final class Fabric {
    /** What an empty poll costs, nanoseconds of virtual time. */
    public static final long POLL_NANOS = 1_000;

    private final Ports ports = new Ports();
    private final Route route = new Route(ports);
    private final DeferredWork deferred = new DeferredWork();
    private final Turns turns = new Turns(ports, route);
    private final Pacer pacer;
    private final @Nullable RealPacer realPacer;

    /** A fabric on a virtual clock that starts at 0. */
    public Fabric() {
        this(false);
    }

    private Fabric(boolean isRealTime) {
        realPacer = isRealTime ? new RealPacer(turns, deferred) : null;
        pacer = realPacer == null ? new VirtualPacer(turns, deferred, POLL_NANOS) : realPacer;
    }

    /** A fabric on the clock of the machine, starting at 0 now. */
    public static Fabric inRealTime() {
        return new Fabric(true);
    }

    /** Adds a stage to the route of every packet, behind those added before. */
    public void through(LinkStage stage) {
        route.through(stage);
        WaitPoint point = stage.waitPoint();
        if (point != null) {
            pacer.at(point);
        }
    }

    /** Packets that a QP may have on their way to other machines without an acknowledgement. */
    public int window() {
        return route.window();
    }

    /** Attaches a device under a GID that nobody else has. */
    public void attach(FabricDevice device, long gidHigh, long gidLow) {
        ports.attach(device, gidHigh, gidLow);
    }

    /** The number of the port with this GID, or -1. */
    public int portOf(long gidHigh, long gidLow) {
        return ports.portOf(gidHigh, gidLow);
    }

    /** The way into the fabric. */
    public Link link() {
        return route;
    }

    /** Lets someone see all packets; null for nobody. */
    public void tap(@Nullable PacketTap newTap) {
        route.tap(newTap);
    }

    /** The clock, nanoseconds. */
    public long now() {
        return pacer.now();
    }

    /** Whether time passes by itself. */
    public boolean isRealTime() {
        return realPacer != null;
    }

    /** What keeps real time; null on a virtual clock. */
    @Nullable
    RealPacer realPacer() {
        return realPacer;
    }

    /**
     * Runs what is due, then lets a virtual clock move by the cost of a poll. On a real clock a caller who has found
     * nothing to do several times in a row sleeps up to a millisecond, until something comes: it must not keep the
     * peer, or the agent, from the processor.
     *
     * @return whether there was anything to do
     * @throws FabricException when the fabric has an agent that has died
     */
    public boolean progress() {
        return pacer.progress();
    }

    /**
     * Notes that a device has so many queues more that nobody rings for: it looks at them in each turn, and who sleeps
     * polls again after a while. Only for devices at work.
     */
    public void polls(int more) {
        turns.polls(more);
    }

    /** Something was rung for, from whatever thread: who sleeps polls again. On a virtual clock nobody sleeps. */
    public void wake() {
        pacer.wake();
    }

    /**
     * Puts work off until whoever drives has ended its step. For interrupts that no program waits for: the host they
     * are for may have nobody who drives. Callable from any thread.
     */
    public void defer(Runnable work) {
        deferred.add(work);
        pacer.wake();
    }

    /** Runs what was put off, and what that adds. To be called with no lock held: it may wait for the devices. */
    public void runDeferred() {
        deferred.run();
    }

    /**
     * Runs what is due; when nothing is, a virtual clock jumps to the next deadline, not past the limit, and on a real
     * one the caller sleeps until something comes, again not past the limit. A caller whose limit has come waits for
     * its turn to drive, so that what it asked for before has been looked at when this returns.
     *
     * @throws FabricException when the fabric has an agent that has died
     */
    public void progressUntil(long limitNanos) {
        pacer.progressUntil(limitNanos);
    }

    /**
     * Whether more has arrived than could be taken in: a timer may wait for what is still to come. Only for who is
     * driven; not without end, so that a flood does not keep timers from running out.
     */
    public boolean isBehind() {
        return route.isBehind();
    }

    /** Whether bursts reach a port as they are: no tap sees single packets, and no stage takes them. */
    public boolean carriesBursts(int port) {
        return route.carriesBursts(port);
    }

    /** Carries a burst of WRITEs to a port that {@link #carriesBursts}; how many were taken. */
    public int transmit(WriteBurst burst, int port) {
        return ports.device(port).takeWrites(burst);
    }
}
