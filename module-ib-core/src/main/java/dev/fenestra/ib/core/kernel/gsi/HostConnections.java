package dev.fenestra.ib.core.kernel.gsi;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.ids.ConnectionManager;
import dev.fenestra.ib.core.cm.protocol.CmTimes;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection manager of a host, on the QP 1 of each of its devices. The first channel opens the devices: a host
 * whose programs make no connections pays nothing.
 */
public final class HostConnections implements AutoCloseable {
    private final Supplier<List<KernelDevice>> devices;
    private final PhysicalMemory memory;
    private final long seed;
    private @Nullable GsiNetwork network;
    private @Nullable ConnectionManager manager;

    /**
     * Makes a manager that is not at work yet.
     *
     * @param devices of the host
     * @param memory of the host
     * @param seed of communication ids and PSNs
     */
    public HostConnections(Supplier<List<KernelDevice>> devices, PhysicalMemory memory, long seed) {
        this.devices = devices;
        this.memory = memory;
        this.seed = seed;
    }

    /** {@return a new channel, as each open of {@code /dev/infiniband/rdma_cm} makes one} */
    public CmChannelCalls open() {
        return manager().open();
    }

    /** {@return all ids of all channels, oldest first; none while no channel was opened} */
    public synchronized List<CmIdInfo> list() {
        return manager == null ? List.of() : manager.list();
    }

    /**
     * A device has been taken away.
     *
     * @param device its name
     */
    public synchronized void deviceGone(String device) {
        if (network != null) {
            network.remove(device);
        }
    }

    private synchronized ConnectionManager manager() {
        ConnectionManager known = manager;
        if (known != null) {
            return known;
        }
        GsiNetwork opened = new GsiNetwork();
        ConnectionManager made = new ConnectionManager(opened, CmTimes.LINUX, seed);
        opened.start(devices.get(), memory, made);
        network = opened;
        manager = made;
        return made;
    }

    /** Closes the devices. Connections end without a word, as when a machine loses its power. */
    @Override
    public synchronized void close() {
        if (network != null) {
            network.close();
        }
    }
}
