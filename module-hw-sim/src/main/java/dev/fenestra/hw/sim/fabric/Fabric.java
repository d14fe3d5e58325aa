package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.Verdict;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
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

    /** How long a poll may take that finds nothing, as those before it did, nanoseconds of real time. */
    private static final long POLL_SLEEP_NANOS = 1_000_000;

    /** The longest that a caller who waits, or the agent, sleeps before it polls again, nanoseconds of real time. */
    private static final long SLEEP_NANOS = 10_000_000;

    /** A nap of a thread that wants to sleep where another one sleeps already, nanoseconds of real time. */
    private static final long NAP_NANOS = 50_000;

    /** Turns in which a stage may have more than it could hand on before timers are judged all the same. */
    private static final int TURNS_BEHIND = 64;

    private final AtomicBoolean driven = new AtomicBoolean();
    private final @Nullable LongSupplier realClock;
    private final Link lastLink = new LastLink();
    private final Link link = new Ingress();
    private volatile Route route = new Route(new LinkStage[0], new Link[] {lastLink});
    private volatile FabricDevice[] devices = new FabricDevice[0];
    private volatile long[] gids = new long[0];
    private final DeferredWork deferred = new DeferredWork();
    private final IdleStrategy idle = new IdleStrategy();
    /** A caller has asked for a turn since the agent looked last. */
    private volatile boolean called;

    /** What the agent has died of. */
    private volatile @Nullable Throwable death;

    private int turnsBehind;
    /** Queues that devices look at in each turn. */
    private final AtomicInteger polled = new AtomicInteger();

    private volatile @Nullable PacketTap tap;
    private volatile long now;
    private long shown;

    /** The stages in order, and for each the link behind it; the first link leads into the first stage. */
    private record Route(LinkStage[] stages, Link[] links) {}

    /**
     * Where packets enter. A device calls it for each, and all that happens up to the receiver's memory is compiled as
     * one: every level counts.
     */
    private final class Ingress implements Link {
        @Override
        public void transmit(Packet packet, long time) {
            if (packet.packets() > 1 && !carriesBursts(packet.destinationPort)) {
                enterSingly(packet, time);
                return;
            }
            show(packet, time);
            Route current = route;
            if (current.stages.length == 0) {
                deliver(packet, time);
            } else {
                current.links[0].transmit(packet, time);
            }
        }
    }

    /** Leads to the ports. */
    private final class LastLink implements Link {
        @Override
        public void transmit(Packet packet, long time) {
            deliver(packet, time);
        }

        @Override
        public void kept(Packet packet, Verdict why, long time) {
            judge(packet, why, time);
        }
    }

    /** Leads into a stage. */
    private final class Hop implements Link {
        private final LinkStage stage;
        private final Link next;

        Hop(LinkStage stage, Link next) {
            this.stage = stage;
            this.next = next;
        }

        @Override
        public void transmit(Packet packet, long time) {
            stage.transmit(packet, time, next);
        }

        @Override
        public void kept(Packet packet, Verdict why, long time) {
            judge(packet, why, time);
        }
    }

    /** A fabric on a virtual clock that starts at 0. */
    public Fabric() {
        this.realClock = null;
    }

    private Fabric(LongSupplier realClock) {
        this.realClock = realClock;
    }

    /** A fabric on the clock of the machine, starting at 0 now. */
    public static Fabric inRealTime() {
        long start = System.nanoTime();
        return new Fabric(() -> System.nanoTime() - start);
    }

    /** Adds a stage to the route of every packet, behind those added before. */
    public synchronized void through(LinkStage stage) {
        LinkStage[] stages = Arrays.copyOf(route.stages, route.stages.length + 1);
        stages[stages.length - 1] = stage;
        Link[] links = new Link[stages.length + 1];
        links[stages.length] = lastLink;
        for (int i = stages.length - 1; i >= 0; i--) {
            links[i] = new Hop(stages[i], links[i + 1]);
        }
        route = new Route(stages, links);
        WaitPoint point = stage.waitPoint();
        if (point != null) {
            idle.at(point);
        }
    }

    /** Packets that a QP may have on their way to other machines without an acknowledgement. */
    public int window() {
        int window = Integer.MAX_VALUE;
        for (LinkStage stage : route.stages) {
            window = Math.min(window, stage.window());
        }
        return window;
    }

    /** Attaches a device under a GID that nobody else has. */
    public synchronized void attach(FabricDevice device, long gidHigh, long gidLow) {
        if (portOf(gidHigh, gidLow) >= 0) {
            throw new IllegalArgumentException("another device already has this GID");
        }
        int port = devices.length;
        long[] moreGids = Arrays.copyOf(gids, 2 * port + 2);
        moreGids[2 * port] = gidHigh;
        moreGids[2 * port + 1] = gidLow;
        FabricDevice[] more = Arrays.copyOf(devices, port + 1);
        more[port] = device;
        gids = moreGids;
        devices = more;
    }

    /** The number of the port with this GID, or -1. */
    public int portOf(long gidHigh, long gidLow) {
        for (int i = 0; i < gids.length; i += 2) {
            if (gids[i] == gidHigh && gids[i + 1] == gidLow) {
                return i / 2;
            }
        }
        return -1;
    }

    /** The way into the fabric. */
    public Link link() {
        return link;
    }

    /** Lets someone see all packets; null for nobody. */
    public void tap(@Nullable PacketTap newTap) {
        tap = newTap;
    }

    /** The clock, nanoseconds. */
    public long now() {
        return realClock == null ? now : realClock.getAsLong();
    }

    /** Whether time passes by itself. */
    public boolean isRealTime() {
        return realClock != null;
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
        if (realClock != null) {
            call();
            return turn(POLL_SLEEP_NANOS);
        }
        boolean any = false;
        if (driven.compareAndSet(false, true)) {
            try {
                any = runDue();
                now += POLL_NANOS;
            } finally {
                driven.setRelease(false);
            }
        }
        return any;
    }

    /**
     * Notes that a device has so many queues more that nobody rings for: it looks at them in each turn, and who sleeps
     * polls again after a while. Only for devices at work.
     */
    public void polls(int more) {
        polled.addAndGet(more);
    }

    /** Whether some device has queues that nobody rings for. */
    boolean isPolled() {
        return polled.get() > 0;
    }

    /** Something was rung for, from whatever thread: who sleeps polls again. On a virtual clock nobody sleeps. */
    public void wake() {
        idle.wake();
    }

    /** Tells the agent that callers drive; written once, not with every poll. */
    private void call() {
        Throwable cause = death;
        if (cause != null) {
            throw new FabricException(cause);
        }
        if (!called) {
            called = true;
        }
    }

    /**
     * Whether a caller has driven since this was asked last, or wanted to; for the agent, which then leaves it to
     * callers.
     */
    boolean takeCalled() {
        boolean found = called;
        if (found) {
            called = false;
        }
        return found;
    }

    /** The agent has died, or with null is closed: who waits hears of it, whoever sleeps at once. */
    void agentDied(@Nullable Throwable cause) {
        death = cause;
        idle.wake();
    }

    /** The agent's turn. Whoever keeps it from driving is a caller. */
    boolean agentTurn() {
        if (driven.get()) {
            call();
        }
        return (!called || isPolled()) && turn(SLEEP_NANOS);
    }

    /** A turn on a real clock: works, or sleeps when there was nothing to do for a while. */
    private boolean turn(long most) {
        if (!driven.compareAndSet(false, true)) {
            Thread.yield();
            return false;
        }
        boolean any;
        IdleStrategy.Advice advice;
        try {
            any = work();
            advice = any ? IdleStrategy.Advice.POLL : idle.idled();
        } finally {
            driven.setRelease(false);
        }
        if (any) {
            // Who sleeps may wait for what has been done.
            idle.wake();
        } else {
            follow(advice, most);
        }
        return any;
    }

    private void follow(IdleStrategy.Advice advice, long most) {
        switch (advice) {
            case POLL -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case SLEEP -> sleep(isPolled() ? Math.min(most, idle.nap()) : most);
        }
    }

    /** Runs what is due on a real clock. */
    private boolean work() {
        boolean any = runDue();
        if (any) {
            idle.worked();
        }
        return any;
    }

    private void sleep(long most) {
        if (!idle.enter()) {
            LockSupport.parkNanos(Math.min(most, NAP_NANOS));
            return;
        }
        try {
            long nanos = lastLook(most);
            if (nanos > 0) {
                idle.sleep(nanos);
            }
        } finally {
            idle.leave();
        }
    }

    /** How long there is nothing to do, nanoseconds; 0 when there is something. */
    private long lastLook(long most) {
        if (!driven.compareAndSet(false, true)) {
            return 0;
        }
        try {
            boolean busy = work() || idle.hasNews() || deferred.isAny();
            return busy ? 0 : Math.min(most, nextDeadline() - now());
        } finally {
            driven.setRelease(false);
        }
    }

    /**
     * Puts work off until whoever drives has ended its step. For interrupts that no program waits for: the host they
     * are for may have nobody who drives. Callable from any thread.
     */
    public void defer(Runnable work) {
        deferred.add(work);
        idle.wake();
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
        if (realClock != null) {
            call();
            long left = limitNanos - now();
            if (left > 0) {
                turn(Math.min(SLEEP_NANOS, left));
                return;
            }
        }
        boolean mine = driven.compareAndSet(false, true);
        while (!mine && now() >= limitNanos) {
            Thread.onSpinWait();
            mine = driven.compareAndSet(false, true);
        }
        if (!mine) {
            Thread.onSpinWait();
            return;
        }
        try {
            // Time does not jump over work that was put off, whoever is at it.
            if (!runDue() && !deferred.isAny() && realClock == null) {
                now = Math.max(now, Math.min(nextDeadline(), limitNanos));
            }
        } finally {
            driven.setRelease(false);
        }
    }

    private boolean runDue() {
        boolean any = false;
        boolean more = true;
        if (isPolled()) {
            look();
        }
        while (more) {
            readClock();
            more = pollStages();
            readClock();
            for (FabricDevice device : devices) {
                if (device.isReady(now)) {
                    device.poll(now);
                    more = true;
                }
            }
            any |= more;
        }
        return any;
    }

    private void look() {
        readClock();
        for (FabricDevice device : devices) {
            device.look(now);
        }
    }

    /** Real time passes while packets are sent and taken: no deadline is judged by an old reading. */
    private void readClock() {
        if (realClock != null) {
            now = realClock.getAsLong();
        }
    }

    /**
     * Whether more has arrived than could be taken in: a timer may wait for what is still to come. Only for who is
     * driven; not without end, so that a flood does not keep timers from running out.
     */
    public boolean isBehind() {
        return turnsBehind > 0;
    }

    private boolean pollStages() {
        Route current = route;
        boolean any = false;
        boolean behind = false;
        for (int i = 0; i < current.stages.length; i++) {
            LinkStage stage = current.stages[i];
            if (stage.isReady(now)) {
                stage.poll(now, current.links[i + 1]);
                behind |= stage.isBehind();
                any = true;
            }
        }
        turnsBehind = behind && turnsBehind < TURNS_BEHIND ? turnsBehind + 1 : 0;
        return any;
    }

    private long nextDeadline() {
        long next = Long.MAX_VALUE;
        for (LinkStage stage : route.stages) {
            next = Math.min(next, stage.nextDeadline());
        }
        for (FabricDevice device : devices) {
            next = Math.min(next, device.nextDeadline());
        }
        return next;
    }

    /** Whether bursts reach a port as they are: no tap sees single packets, and no stage takes them. */
    public boolean carriesBursts(int port) {
        return tap == null && port >= 0 && route.stages.length == 0 && devices[port].takesBursts();
    }

    /** Carries a burst of WRITEs to a port that {@link #carriesBursts}; how many were taken. */
    public int transmit(WriteBurst burst, int port) {
        return devices[port].takeWrites(burst);
    }

    /** For a stage, and for a tap that was set after the burst was made. */
    private void enterSingly(Packet burst, long time) {
        int count = burst.packets();
        int port = burst.destinationPort;
        burst.split();
        link.transmit(burst, time);
        for (int i = 1; i < count; i++) {
            burst.next();
            burst.destinationPort = port;
            link.transmit(burst, time);
        }
    }

    private void show(Packet packet, long time) {
        PacketTap watcher = tap;
        if (watcher != null) {
            packet.serial = ++shown;
            watcher.packet(packet, time);
        }
    }

    private void judge(Packet packet, Verdict verdict, long time) {
        PacketTap watcher = tap;
        if (watcher != null) {
            watcher.judged(packet, verdict, time);
        }
    }

    private void deliver(Packet packet, long time) {
        if (packet.fromOutside) {
            show(packet, time);
        }
        int port = packet.destinationPort;
        boolean isOne = port >= 0 && port < devices.length;
        Verdict verdict = isOne ? devices[port].receive(packet, time) : GroupDelivery.deliver(devices, packet, time);
        judge(packet, verdict, time);
    }
}
