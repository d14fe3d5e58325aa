package dev.fenestra.hw.sim.fabric;

import java.util.Arrays;

/** The ports of a fabric by GID and by number, each with its device. */
final class Ports {
    private volatile FabricDevice[] devices = new FabricDevice[0];
    private volatile Address[] addresses = new Address[0];

    /** A GID of a port. */
    private record Address(long gidHigh, long gidLow, int port) {}

    /** Attaches a device under a GID that no other device has. */
    synchronized int attach(FabricDevice device, long gidHigh, long gidLow) {
        checkFree(gidHigh, gidLow);
        int port = devices.length;
        FabricDevice[] more = Arrays.copyOf(devices, port + 1);
        more[port] = device;
        devices = more;
        address(port, gidHigh, gidLow);
        return port;
    }

    /** Gives a port a GID that no other device has. */
    synchronized void address(int port, long gidHigh, long gidLow) {
        checkFree(gidHigh, gidLow);
        Address[] more = Arrays.copyOf(addresses, addresses.length + 1);
        more[addresses.length] = new Address(gidHigh, gidLow, port);
        addresses = more;
    }

    /** Takes a GID from its port. */
    synchronized void forget(long gidHigh, long gidLow) {
        addresses = Arrays.stream(addresses)
                .filter(address -> address.gidLow != gidLow || address.gidHigh != gidHigh)
                .toArray(Address[]::new);
    }

    private void checkFree(long gidHigh, long gidLow) {
        if (portOf(gidHigh, gidLow) >= 0) {
            throw new IllegalArgumentException("another device already has this GID");
        }
    }

    /** The number of the port with this GID, or -1. */
    int portOf(long gidHigh, long gidLow) {
        for (Address address : addresses) {
            if (address.gidLow == gidLow && address.gidHigh == gidHigh) {
                return address.port;
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

    /** {@return whether a device has work} */
    boolean isReady(long now) {
        for (FabricDevice device : devices) {
            if (device.isReady(now)) {
                return true;
            }
        }
        return false;
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
