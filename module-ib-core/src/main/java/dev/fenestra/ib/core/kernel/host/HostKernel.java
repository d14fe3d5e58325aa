package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.device.InterruptWork;
import dev.fenestra.ib.core.kernel.gsi.HostConnections;
import dev.fenestra.ib.core.kernel.inspection.HostTrace;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** The common parts of a host's processes: its configuration, its memory, its devices and its trace. */
final class HostKernel {
    private final HostConfig config;
    private final PhysicalMemory memory;
    private final HostTrace trace = new HostTrace();
    private final InterruptWork deferred = new InterruptWork();
    private final HostDevices devices;
    private final HostConnections connections;
    private final AtomicInteger contexts = new AtomicInteger();
    private final SplittableRandom random;

    HostKernel(HostConfig config) {
        this.config = config;
        memory = new PhysicalMemory(config.memoryBytes(), config.seed());
        devices = new HostDevices(config, trace, deferred);
        // The seeds of hosts of one bench differ by one, so the name is a part of the seed.
        random = new SplittableRandom(config.seed() ^ (long) config.name().hashCode() << Integer.SIZE);
        connections = new HostConnections(
                devices::all, memory, config.seed() ^ config.name().hashCode());
    }

    HostConfig config() {
        return config;
    }

    public PhysicalMemory memory() {
        return memory;
    }

    public HostTrace trace() {
        return trace;
    }

    /** Work that drivers deferred from an interrupt. */
    public InterruptWork deferred() {
        return deferred;
    }

    public HostDevices devices() {
        return devices;
    }

    public HostConnections connections() {
        return connections;
    }

    /** The number of the next device that a process opens, from 1 on. */
    int nextContext() {
        return contexts.incrementAndGet();
    }

    /** Random bits for processes; the seed decides them. */
    public long random() {
        synchronized (random) {
            return random.nextLong();
        }
    }
}
