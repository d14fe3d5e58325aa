package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.inspection.HostTrace;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Function;

/**
 * The GIDs of a device's ports. A host that gets an IP address gets a GID, as with {@code ip address add} on Linux.
 * Each change is told to all programs of the device as GID_CHANGE.
 */
public final class PortAddresses {
    private static final int NOWHERE = -1;

    private final RdmaDevice driver;
    private final Function<String, RdmaDevice> entering;
    private final DeviceEvents events;
    private final HostTrace trace;

    /**
     * @param entering the driver, for a call that the observer sees by this name
     */
    PortAddresses(RdmaDevice driver, Function<String, RdmaDevice> entering, DeviceEvents events, HostTrace trace) {
        this.driver = driver;
        this.entering = entering;
        this.events = events;
        this.trace = trace;
    }

    /**
     * Gives a port a GID, in the first empty entry of its table. A GID that the port has stays where it is.
     *
     * @param port number of the port, from 1
     * @param gid the address of one port
     * @return the index
     * @throws VerbsException EINVAL for a port that the device does not have, a GID of no port, a group's, or that of
     *     another port of the network; ENOSPC for a full table; EOPNOTSUPP for a device with a fixed table
     */
    public synchronized int add(int port, Gid gid) {
        checkNamed(port);
        if (gid.isUnspecified() || gid.isMulticast()) {
            throw logged(new VerbsException(KernelRule.NEW_GID, "gid=" + gid));
        }
        int entries = driver.ports().port(port).gidTableLength();
        int known = find(gid, entries);
        if (known != NOWHERE) {
            return known;
        }
        int free = find(Gid.UNSPECIFIED, entries);
        if (free == NOWHERE) {
            throw logged(new VerbsException(KernelRule.GID_ROOM, "gid=" + gid + ", entries=" + entries));
        }
        change(port, () -> entering.apply("add_gid").ports().addGid(port, free, gid));
        return free;
    }

    /**
     * Takes a GID from a port.
     *
     * @param port number of the port, from 1
     * @param gid in the table of the port
     * @throws VerbsException EINVAL for a port that the device does not have, or a GID that is not in its table
     */
    public synchronized void delete(int port, Gid gid) {
        checkNamed(port);
        int entries = driver.ports().port(port).gidTableLength();
        int index = gid.isUnspecified() ? NOWHERE : find(gid, entries);
        if (index == NOWHERE) {
            throw logged(new VerbsException(KernelRule.KNOWN_GID, "gid=" + gid + ", port=" + port));
        }
        change(port, () -> entering.apply("del_gid").ports().deleteGid(port, index));
    }

    /**
     * Checks the port that a call names.
     *
     * @param port number of the port, from 1
     * @throws VerbsException EINVAL for one that the device does not have
     */
    public void check(int port) {
        int ports = driver.attributes().physPortCnt();
        if (port < 1 || port > ports) {
            throw new VerbsException(KernelRule.QUERY_PORT, "port=" + port + ", ports=" + ports);
        }
    }

    private void checkNamed(int port) {
        try {
            check(port);
        } catch (VerbsException refused) {
            throw logged(refused);
        }
    }

    private void change(int port, Runnable operation) {
        try {
            operation.run();
        } catch (VerbsException refused) {
            throw logged(refused);
        }
        events.raised(AsyncEventType.GID_CHANGE, port);
    }

    private VerbsException logged(VerbsException refused) {
        trace.refused(refused);
        return refused;
    }

    private int find(Gid gid, int entries) {
        for (int index = 0; index < entries; index++) {
            if (driver.ports().gid(index).equals(gid)) {
                return index;
            }
        }
        return NOWHERE;
    }
}
