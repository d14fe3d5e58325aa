package dev.fenestra.hw.sim.fabric;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Connects devices by a direct link and drives them, one driver at a time, on a virtual clock.
 *
 * <p>Whoever waits calls {@link #progress} or {@link #progressUntil}; a caller that finds another one driving returns at once. The clock
 * moves by a fixed cost per {@link #progress} and jumps only for callers that wait, so the same program always sees the same times.
 */
public final class Fabric {
    /** What an empty poll costs, nanoseconds of virtual time. */
    public static final long POLL_NANOS = 1_000;

    private final AtomicBoolean driven = new AtomicBoolean();
    private final Link link = this::deliver;
    private volatile FabricDevice[] devices = new FabricDevice[0];
    private volatile long[] gids = new long[0];
    private volatile @Nullable PacketTap tap;
    private volatile long now;

    public Fabric() {}

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

    /** The virtual clock, nanoseconds. */
    public long now() {
        return now;
    }

    /** Runs what is due, then lets the clock move by the cost of a poll. */
    public void progress() {
        if (driven.compareAndSet(false, true)) {
            try {
                runDue();
                now += POLL_NANOS;
            } finally {
                driven.setRelease(false);
            }
        }
    }

    /**
     * Runs what is due; when nothing is, the clock jumps to the next deadline, not past the limit. A caller whose limit has come waits
     * for its turn to drive, so that what it asked for before has been looked at when this returns.
     */
    public void progressUntil(long limitNanos) {
        boolean mine = driven.compareAndSet(false, true);
        while (!mine && now >= limitNanos) {
            Thread.onSpinWait();
            mine = driven.compareAndSet(false, true);
        }
        if (!mine) {
            Thread.onSpinWait();
            return;
        }
        try {
            if (!runDue()) {
                now = Math.max(now, Math.min(nextDeadline(), limitNanos));
            }
        } finally {
            driven.setRelease(false);
        }
    }

    private boolean runDue() {
        boolean any = false;
        boolean more = true;
        while (more) {
            more = false;
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

    private long nextDeadline() {
        long next = Long.MAX_VALUE;
        for (FabricDevice device : devices) {
            next = Math.min(next, device.nextDeadline());
        }
        return next;
    }

    private void deliver(Packet packet, long time) {
        PacketTap watcher = tap;
        if (watcher != null) {
            watcher.packet(packet, time);
        }
        if (packet.destinationPort >= 0) {
            devices[packet.destinationPort].receive(packet, time);
        }
    }
}
