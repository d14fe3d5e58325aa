package dev.fenestra.hw.sim.fabric;

import java.util.Arrays;

/** The ports of a fabric by GID and by number, each with its device. */
final class Ports {
    private volatile FabricDevice[] devices = new FabricDevice[0];
    private volatile long[] gids = new long[0];

    /** Attaches a device under a GID that no other device has. */
    synchronized void attach(FabricDevice device, long gidHigh, long gidLow) {
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
    int portOf(long gidHigh, long gidLow) {
        for (int i = 0; i < gids.length; i += 2) {
            if (gids[i] == gidHigh && gids[i + 1] == gidLow) {
                return i / 2;
            }
        }
        return -1;
    }

    FabricDevice device(int port) {
        return devices[port];
    }

    /** All devices, each at the place of its port. */
    FabricDevice[] devices() {
        return devices;
    }

    /**
     * Lets each device work that has work.
     *
     * @return whether any had
     */
    boolean poll(long now) {
        boolean any = false;
        for (FabricDevice device : devices) {
            if (device.isReady(now)) {
                device.poll(now);
                any = true;
            }
        }
        return any;
    }

    /** Lets each device poll its queues without doorbells. */
    void look(long now) {
        for (FabricDevice device : devices) {
            device.look(now);
        }
    }

    long nextDeadline() {
        long next = Long.MAX_VALUE;
        for (FabricDevice device : devices) {
            next = Math.min(next, device.nextDeadline());
        }
        return next;
    }
}
