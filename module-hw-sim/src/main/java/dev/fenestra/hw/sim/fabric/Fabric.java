package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.fabric.clock.Alarms;
import dev.fenestra.hw.sim.fabric.clock.DeferredWork;
import dev.fenestra.hw.sim.fabric.clock.Pacer;
import dev.fenestra.hw.sim.fabric.clock.RealPacer;
import dev.fenestra.hw.sim.fabric.clock.Turns;
import dev.fenestra.hw.sim.fabric.clock.VirtualPacer;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.fabric.link.Reach;
import dev.fenestra.hw.sim.fabric.route.Ports;
import dev.fenestra.hw.sim.fabric.route.Route;
import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connects devices and drives them, one driver at a time. Packets go straight to the port they are addressed to, or
 * through {@link LinkStage}s that drop, delay or redirect them.
 *
 * <p>A thread that waits calls {@link #progress} or {@link #progressUntil}. If another thread drives, the call returns
 * at once. On the virtual clock, time moves by a fixed cost per {@link #progress} and jumps only for callers that wait,
 * so the same program always sees the same times. On a real clock time moves by itself; a peer that only waits for
 * packets then needs a {@link FabricAgent}.
 */
public final class Fabric {
    /** What an empty poll costs, nanoseconds of virtual time. */
    public static final long POLL_NANOS = 1_000;

    private final Ports ports = new Ports();
    private final Route route = new Route(ports);
    private final DeferredWork deferred = new DeferredWork();
    private final Alarms alarms = new Alarms(deferred);
    private final Turns turns = new Turns(ports, route, alarms);
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

    /** {@return a fabric on the clock of the machine, which starts at 0 now} */
    public static Fabric inRealTime() {
        return new Fabric(true);
    }

    /**
     * Adds a stage to the route of every packet, behind those added before.
     *
     * @param stage the next stage
     */
    public void through(LinkStage stage) {
        route.through(stage);
        WaitPoint point = stage.waitPoint();
        if (point != null) {
            pacer.at(point);
        }
    }

    /** {@return packets that a QP may have under way to other machines without an acknowledgement} */
    public int window() {
        return route.window();
    }

    /**
     * Attaches a device.
     *
     * @param device the device
     * @param gidHigh upper half of its GID
     * @param gidLow lower half of its GID
     * @return the number of its port
     * @throws IllegalArgumentException when another device has this GID
     */
    public int attach(FabricDevice device, long gidHigh, long gidLow) {
        return ports.attach(device, gidHigh, gidLow);
    }

    /**
     * Attaches a device under all GIDs of its port.
     *
     * @param device the device
     * @param config its GIDs
     * @return the number of its port
     * @throws IllegalArgumentException when another device has one of them
     */
    public int attach(FabricDevice device, HcaConfig config) {
        int port = attach(device, config.gidHigh(), config.gidLow());
        for (int index = 1; index < config.gids(); index++) {
            address(port, config.gidHigh(index), config.gidLow(index));
        }
        return port;
    }

    /**
     * Gives a port one GID more.
     *
     * @param port number of the port
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     * @throws IllegalArgumentException when a port has this GID
     */
    public void address(int port, long gidHigh, long gidLow) {
        ports.address(port, gidHigh, gidLow);
    }

    /**
     * Takes a GID from its port.
     *
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     */
    public void forget(long gidHigh, long gidLow) {
        ports.forget(gidHigh, gidLow);
    }

    /**
     * {@return the number of the port with this GID, or {@link Packet#NO_PORT}}
     *
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     */
    public int portOf(long gidHigh, long gidLow) {
        return ports.portOf(gidHigh, gidLow);
    }

    /**
     * {@return whether packets from one GID to another reach somebody} Callable from any thread.
     *
     * @param sourceHigh upper half of the sender's GID, one of a port
     * @param sourceLow lower half of it
     * @param gidHigh upper half of the other GID, not a group's
     * @param gidLow lower half of it
     */
    public Reach reach(long sourceHigh, long sourceLow, long gidHigh, long gidLow) {
        return route.reach(sourceHigh, sourceLow, gidHigh, gidLow);
    }

    /**
     * {@return the device of a port; null when there is none}
     *
     * @param port number of the port, or {@link Packet#NO_PORT}
     */
    public @Nullable FabricDevice deviceOf(int port) {
        return port == Packet.NO_PORT ? null : ports.device(port);
    }

    /**
     * {@return the name of the device of a port; empty for one without a name}
     *
     * @param port number of the port, or {@link Packet#NO_PORT}
     */
    public String nameOf(int port) {
        FabricDevice device = deviceOf(port);
        return device == null ? "" : device.name();
    }

    /**
     * {@return whether something will still happen by itself, or by another thread: a device has work, a packet or a
     * timer is under way, time passes by itself, or more than one thread has driven the fabric}
     */
    public boolean canMove() {
        return pacer.canMove();
    }

    /** {@return steps so far in which devices had work} */
    public long moves() {
        return turns.moves();
    }

    /** {@return the link by which devices send packets} */
    public Link link() {
        return route;
    }

    /**
     * Sets the observer of all packets; null removes it.
     *
     * @param newTap sees every packet and its fate
     */
    public void tap(@Nullable PacketTap newTap) {
        route.tap(newTap);
    }

    /** {@return the clock, nanoseconds since the fabric began} */
    public long now() {
        return pacer.now();
    }

    /** {@return whether time passes by itself} */
    public boolean isRealTime() {
        return realPacer != null;
    }

    /** {@return the pacer of real time; null on a virtual clock} */
    @Nullable
    RealPacer realPacer() {
        return realPacer;
    }

    /**
     * Runs what is due, then moves a virtual clock by the cost of a poll. On a real clock a caller that found nothing
     * to do several times in a row sleeps up to a millisecond or until there is work. So it does not keep the peer, or
     * the agent, from the processor.
     *
     * @return whether there was anything to do
     * @throws FabricException when the fabric has an agent that has died
     */
    public boolean progress() {
        return pacer.progress();
    }

    /**
     * Notes that a device has more queues without doorbells. The fabric polls them in each turn, and a thread that
     * sleeps wakes after a while to poll them. Only devices call this, while they work.
     *
     * @param more queues, negative for fewer
     */
    public void polls(int more) {
        turns.polls(more);
    }

    /**
     * Notes that a queue without a doorbell had new requests. More may follow soon, so nobody who polls such queues
     * sleeps for long. Only devices call this, while they work.
     */
    public void foundRequests() {
        pacer.foundRequests();
    }

    /**
     * Does something for which devices have work, and drives them before it returns. When another thread drives for
     * longer than a moment, its doorbells are left to the agent, if there is one. Doorbells that are rung meanwhile
     * wake no thread that sleeps. The caller holds no lock, since deferred work may wait for the devices.
     *
     * @param work what is done
     * @return its result
     * @param <T> type of the result
     * @param <X> what it throws
     * @throws X when the work does; devices are driven all the same
     */
    public <T, X extends Throwable> T driving(ScopedValue.CallableOp<T, X> work) throws X {
        return pacer.withoutWaking(() -> {
            try {
                return work.call();
            } finally {
                do {
                    pacer.drain();
                } while (deferred.run());
            }
        });
    }

    /**
     * Wakes a sleeping thread, because a doorbell was rung. Callable from any thread. On a virtual clock no thread
     * sleeps.
     */
    public void wake() {
        pacer.wake();
    }

    /**
     * Defers work until the thread that drives has ended its step. Interrupts that no program waits for use it, since
     * no thread may drive the host they are for. Callable from any thread.
     *
     * @param work runs once, on a thread that drives
     */
    public void defer(Runnable work) {
        deferred.add(work);
        pacer.wake();
    }

    /**
     * Defers work until a time. Kernels use it for work that no call triggers. Callable from any
     * thread.
     *
     * @param nanos time on the clock of the fabric
     * @param work runs once, at that time or soon after it, as deferred work does
     */
    public void at(long nanos, Runnable work) {
        alarms.add(nanos, work);
        pacer.wake();
    }

    /**
     * Sets who hears that a step of the devices has touched mapped memory whose file has become shorter. Without a
     * handler, and on a virtual clock, the error reaches whoever drives.
     *
     * @param handler makes the memory accessible again, or says false to let the error go on. It runs on a thread that
     *     drives, and must not wait for the devices
     */
    public void onMemoryFault(Predicate<InternalError> handler) {
        if (realPacer != null) {
            realPacer.onMemoryFault(handler);
        }
    }

    /** Runs deferred work, and the work that it adds. The caller holds no lock, since work may wait for the devices. */
    public void runDeferred() {
        deferred.run();
    }

    /**
     * Runs what is due. When nothing is due, a virtual clock jumps to the next deadline but not past the limit; on a
     * real clock the caller sleeps until there is work or the limit has come. A caller whose limit has come waits for
     * its turn to drive, so that the devices have seen its earlier requests when this returns.
     *
     * @param limitNanos time on the clock of the fabric, nanoseconds
     * @throws FabricException when the fabric has an agent that has died
     */
    public void progressUntil(long limitNanos) {
        pacer.progressUntil(limitNanos);
    }

    /**
     * {@return whether more packets have arrived than the stages could hand on} A timer may then wait for them. Only
     * devices call this, while they work. A flood ends this after some turns, so that timers run out all the same.
     */
    public boolean isBehind() {
        return route.isBehind();
    }

    /**
     * {@return whether bursts reach a port unsplit: no tap sees single packets, and no stage takes them}
     *
     * @param port number of the port, or {@link Packet#NO_PORT}
     */
    public boolean carriesBursts(int port) {
        return route.carriesBursts(port);
    }

    /**
     * Carries a burst to a port for which {@link #carriesBursts} holds.
     *
     * @param burst the packets
     * @param port number of the port
     * @return packets taken, from the first on; the others must be sent singly
     */
    public int transmit(Burst burst, int port) {
        return ports.device(port).take(burst);
    }

    /**
     * Tells the device of a port for which {@link #carriesBursts} holds what will soon arrive.
     *
     * @param port number of the port
     * @param qpns numbers of its QPs that will get packets
     * @param count how many
     */
    public void announce(int port, int[] qpns, int count) {
        ports.device(port).expect(qpns, count);
    }
}
