package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.SlotDma;
import dev.fenestra.ib.core.kernel.gsi.HostConnections;
import dev.fenestra.ib.core.kernel.inspection.CallFollower;
import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.kernel.inspection.RefusalLog;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import dev.fenestra.ib.core.memory.ForeignPages;
import dev.fenestra.ib.core.memory.IommuDomain;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * One simulated machine with its kernel: physical memory, slots with hardware, the devices that drivers found there,
 * and processes. Close it before its hardware, because its close sends commands.
 */
public final class Host implements AutoCloseable {
    private final HostConfig config;
    private final HostKernel kernel;
    private final SlotDma physicalDma;
    private final List<Process> processes = new ArrayList<>();
    private int started;
    private boolean closed;

    /**
     * A host without hardware and processes.
     *
     * @param config memory, seed, driver options and limits
     */
    public Host(HostConfig config) {
        this.config = config;
        kernel = new HostKernel(config);
        physicalDma = new SlotDma(memory(), memory().bus(), config.blind());
    }

    /** {@return the name that listings and messages use} */
    public String name() {
        return config.name();
    }

    /** {@return the frames of this host} */
    public PhysicalMemory memory() {
        return kernel.memory();
    }

    /** {@return the last refusals, of all layers of this host} */
    public RefusalLog refusals() {
        return kernel.trace().refusals();
    }

    /**
     * Replaces the observer; null removes it.
     *
     * @param newObserver sees each event from now on; null for none
     */
    public void observe(@Nullable HostObserver newObserver) {
        kernel.trace().observe(newObserver);
    }

    /**
     * Adds a follower beside the observer.
     *
     * @param follower sees each system call and refusal from now on
     */
    public void follow(CallFollower follower) {
        kernel.trace().follow(follower);
    }

    /**
     * Removes a follower.
     *
     * @param follower sees nothing from now on
     */
    public void unfollow(CallFollower follower) {
        kernel.trace().unfollow(follower);
    }

    /**
     * Plugs hardware into a free slot. {@link #discover} must find a driver for it before it can be used.
     *
     * @param hardware a card; drivers know its type
     */
    public synchronized void plug(Object hardware) {
        kernel.devices().plug(hardware, config.iommu() ? iommuDma() : physicalDma);
    }

    /**
     * Offers unclaimed hardware to the drivers this module can see.
     *
     * @return names of the devices that were found, in order
     */
    public List<String> discover() {
        return discover(ServiceLoader.load(RdmaDriver.class));
    }

    /**
     * Offers unclaimed hardware to the drivers that a class loader sees.
     *
     * @param loader whose providers are asked
     * @return names of the devices that were found, in order
     */
    public List<String> discover(ClassLoader loader) {
        return discover(ServiceLoader.load(RdmaDriver.class, loader));
    }

    /**
     * Offers unclaimed hardware to the drivers that a module layer sees.
     *
     * @param layer whose providers are asked
     * @return names of the devices that were found, in order
     */
    public List<String> discover(ModuleLayer layer) {
        return discover(ServiceLoader.load(layer, RdmaDriver.class));
    }

    /**
     * Offers unclaimed hardware to these drivers, such as a {@link ServiceLoader} finds.
     *
     * @param drivers each is offered each card that none has claimed
     * @return names of the devices found now
     * @throws VerbsException EINVAL when a device has the name of another; its slot stays unclaimed
     */
    public synchronized List<String> discover(Iterable<RdmaDriver> drivers) {
        return kernel.devices().discover(drivers);
    }

    /**
     * Takes a device away while programs use it, as a hot unplug does. They get DEVICE_FATAL, and the ids of RDMA CM
     * that are bound to it DEVICE_REMOVAL. Their objects on it are destroyed, calls are refused with EIO, and what they
     * still store to doorbells has no effect.
     *
     * @param device name of the device
     * @throws VerbsException ENXIO when the host has no device of this name
     */
    public void unplug(String device) {
        KernelDevice gone = kernel.devices().remove(device);
        gone.events().raised(AsyncEventType.DEVICE_FATAL, 0);
        running().forEach(process -> process.disassociate(gone));
        kernel.connections().deviceGone(device);
        gone.driver().shutdown();
    }

    /**
     * Gives a port of a device a GID more, as the kernel does when the host gets an IP address. Programs get
     * GID_CHANGE.
     *
     * @param device name of the device
     * @param port number of the port, from 1
     * @param gid the address
     * @return its index in the GID table; that of the entry which has this GID already
     * @throws VerbsException ENXIO for an unknown device; EINVAL for an address that is not one port's, or another
     *     port's; ENOSPC for a full table; EOPNOTSUPP for a device with a fixed table
     */
    public int addGid(String device, int port, Gid gid) {
        return kernel.devices().find(device).addresses().add(port, gid);
    }

    /**
     * Takes a GID from a port. QPs that are connected keep it. Programs get GID_CHANGE.
     *
     * @param device name of the device
     * @param port number of the port, from 1
     * @param gid the address
     * @throws VerbsException ENXIO for an unknown device, EINVAL for a GID that the port does not have
     */
    public void deleteGid(String device, int port, Gid gid) {
        kernel.devices().find(device).addresses().delete(port, gid);
    }

    private synchronized List<Process> running() {
        return List.copyOf(processes);
    }

    /** {@return the devices by name, in the order they were found} */
    public synchronized Map<String, RdmaDevice> devices() {
        return kernel.devices().drivers();
    }

    /** {@return the objects of all processes at this moment: each open device, then its objects, oldest first} */
    public synchronized List<Resource> resources() {
        return processes.stream().flatMap(Process::resources).toList();
    }

    /**
     * {@return its objects in more detail} It queries devices for the state of QPs and windows, which takes time of the
     * devices. It changes nothing, holds no object, and is callable from any thread while the processes run.
     */
    public List<ResourceDetail> inspect() {
        return running().stream().flatMap(Process::inspect).toList();
    }

    /** {@return its connection manager, RDMA CM} */
    public HostConnections connections() {
        return kernel.connections();
    }

    /**
     * Starts a process without memory, open files and devices.
     *
     * @param name for messages
     * @return the process
     */
    public synchronized Process createProcess(String name) {
        ProcessMemory space = new ProcessMemory(memory(), name, started, config.lockLimit());
        return started(name, space, new FileTable());
    }

    /**
     * Starts a process that is another program.
     *
     * @param name for listings and messages
     * @param pages of its memory that devices use
     * @return the process
     */
    public synchronized Process createForeignProcess(String name, ForeignPages pages) {
        ProcessMemory space = ProcessMemory.foreign(memory(), name, started, config.lockLimit(), pages);
        return started(name, space, new FileTable());
    }

    /** The host's lock is free until the child exists, since devices that watch the parent's memory work meanwhile. */
    private Process fork(Process parent, String child) {
        ProcessMemory space = parent.memory().fork(child, config.copyOnFork());
        return started(child, space, new FileTable(parent.files()));
    }

    private synchronized Process started(String name, ProcessMemory space, FileTable files) {
        Process process = new Process(kernel, this::fork, this::ended, name, ++started, space, files);
        processes.add(process);
        return process;
    }

    private synchronized void ended(Process process) {
        processes.remove(process);
    }

    /**
     * Swaps out all pages that no device has pinned, as a kernel under pressure does. The next access brings each page
     * back, in another frame.
     *
     * @return how many pages were swapped out
     */
    public long reclaim() {
        return running().stream()
                .mapToLong(process -> process.memory().swapOut(0, AddressSpace.USER_BYTES, true))
                .sum();
    }

    /** Ends all processes and gives the memory back. A second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List.copyOf(processes).forEach(Process::close);
        kernel.connections().close();
        kernel.devices().shutdown();
        memory().close();
    }

    private SlotDma iommuDma() {
        IommuFaults faults = new IommuFaults(kernel);
        SlotDma dma = new SlotDma(memory(), new IommuDomain(memory(), faults), config.blind());
        faults.of(dma);
        return dma;
    }
}
