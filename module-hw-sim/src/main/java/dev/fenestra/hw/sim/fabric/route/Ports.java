package dev.fenestra.hw.sim.fabric.route;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import java.util.Arrays;

/** The ports of a fabric by GID and by number, each with its device. */
public final class Ports {
    private volatile FabricDevice[] devices = new FabricDevice[0];
    private volatile Address[] addresses = new Address[0];

    /** Makes a fabric without ports. */
    public Ports() {}

    /** A GID of a port. */
    private record Address(long gidHigh, long gidLow, int port) {}

    /**
     * Attaches a device under a GID that no other device has.
     *
     * @param device the device
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     * @return the number of its port
     * @throws IllegalArgumentException when another device has this GID
     */
    public synchronized int attach(FabricDevice device, long gidHigh, long gidLow) {
        checkFree(gidHigh, gidLow);
        int port = devices.length;
        FabricDevice[] more = Arrays.copyOf(devices, port + 1);
        more[port] = device;
        devices = more;
        address(port, gidHigh, gidLow);
        return port;
    }

    /**
     * Gives a port a GID that no other device has.
     *
     * @param port number of the port
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     * @throws IllegalArgumentException when another device has this GID
     */
    public synchronized void address(int port, long gidHigh, long gidLow) {
        checkFree(gidHigh, gidLow);
        Address[] more = Arrays.copyOf(addresses, addresses.length + 1);
        more[addresses.length] = new Address(gidHigh, gidLow, port);
        addresses = more;
    }

    /**
     * Takes a GID from its port.
     *
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     */
    public synchronized void forget(long gidHigh, long gidLow) {
        addresses = Arrays.stream(addresses)
                .filter(address -> address.gidLow != gidLow || address.gidHigh != gidHigh)
                .toArray(Address[]::new);
    }

    private void checkFree(long gidHigh, long gidLow) {
        if (portOf(gidHigh, gidLow) != Packet.NO_PORT) {
            throw new IllegalArgumentException("another device already has this GID");
        }
    }

    /**
     * {@return the number of the port with this GID, or {@link Packet#NO_PORT}}
     *
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     */
    public int portOf(long gidHigh, long gidLow) {
        for (Address address : addresses) {
            if (address.gidLow == gidLow && address.gidHigh == gidHigh) {
                return address.port;
            }
        }
        return Packet.NO_PORT;
    }

    /**
     * {@return the device of a port}
     *
     * @param port number of the port
     */
    public FabricDevice device(int port) {
        return devices[port];
    }

    /** All devices, each at the place of its port. */
    FabricDevice[] devices() {
        return devices;
    }

    /**
     * Lets each device work that has work.
     *
     * @param now the clock of the fabric, nanoseconds
     * @return whether any had
     */
    public boolean poll(long now) {
        boolean any = false;
        for (FabricDevice device : devices) {
            if (device.isReady(now)) {
                device.poll(now);
                any = true;
            }
        }
        return any;
    }

    /**
     * {@return whether a device has work}
     *
     * @param now the clock of the fabric, nanoseconds
     */
    public boolean isReady(long now) {
        for (FabricDevice device : devices) {
            if (device.isReady(now)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Lets each device poll its queues without doorbells.
     *
     * @param now the clock of the fabric, nanoseconds
     */
    public void look(long now) {
        for (FabricDevice device : devices) {
            device.look(now);
        }
    }

    /**
     * {@return the earliest time at which a timer makes a device ready, nanoseconds; {@link Long#MAX_VALUE} for never}
     */
    public long nextDeadline() {
        long next = Long.MAX_VALUE;
        for (FabricDevice device : devices) {
            next = Math.min(next, device.nextDeadline());
        }
        return next;
    }
}
