package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.memory.IommuDomain;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One simulated machine with its kernel: physical memory, slots with hardware, the devices that drivers found there,
 * processes. Closed before its hardware is, because closing sends commands.
 */
public final class Host implements AutoCloseable {
    private final HostConfig config;
    private final PhysicalMemory memory;
    private final SlotDma physicalDma;
    private final RefusalLog refusals = new RefusalLog();
    private final DeferredWork deferred = new DeferredWork();
    private final Slots slots = new Slots();
    private final SequencedMap<String, KernelDevice> devices = new LinkedHashMap<>();
    private final List<Process> processes = new ArrayList<>();
    private final CreationSites sites;
    private final AtomicInteger contexts = new AtomicInteger();
    private final SplittableRandom random;
    private volatile @Nullable HostObserver observer;

    public Host(HostConfig config) {
        this.config = config;
        memory = new PhysicalMemory(config.memoryBytes(), config.seed());
        physicalDma = new SlotDma(memory, memory);
        // Hosts of one bench have seeds that differ by one; their names keep their sequences apart.
        random = new SplittableRandom(config.seed() ^ (long) config.name().hashCode() << Integer.SIZE);
        sites = new CreationSites(config.notesCreation());
    }

    public String name() {
        return config.name();
    }

    Optional<String> driverOption(String option) {
        return Optional.ofNullable(config.driverOptions().get(option));
    }

    public PhysicalMemory memory() {
        return memory;
    }

    /** The last refusals, of all layers of this host. */
    public RefusalLog refusals() {
        return refusals;
    }

    /** Random bits for processes; the seed decides them. */
    long random() {
        synchronized (random) {
            return random.nextLong();
        }
    }

    /** Installs who watches, in place of who did; null for nobody. */
    public void observe(@Nullable HostObserver newObserver) {
        observer = newObserver;
    }

    /** Plugs hardware into a free slot; a driver must find it by {@link #discover} before it can be used. */
    public synchronized void plug(Object hardware) {
        slots.plug(hardware, config.iommu() ? iommuDma() : physicalDma);
    }

    /** Offers unclaimed hardware to the drivers this module can see. */
    public List<String> discover() {
        return discover(ServiceLoader.load(RdmaDriver.class));
    }

    public List<String> discover(ClassLoader loader) {
        return discover(ServiceLoader.load(RdmaDriver.class, loader));
    }

    public List<String> discover(ModuleLayer layer) {
        return discover(ServiceLoader.load(layer, RdmaDriver.class));
    }

    /**
     * Offers unclaimed hardware to these drivers, such as a {@link ServiceLoader} finds.
     *
     * @return names of the devices found now
     * @throws VerbsException EINVAL when a device has the name of another; its slot stays unclaimed
     */
    public synchronized List<String> discover(Iterable<RdmaDriver> drivers) {
        List<String> found = new ArrayList<>();
        for (RdmaDriver driver : drivers) {
            slots.probe(driver, this::services, (devicesFound, dma) -> found.addAll(register(devicesFound, dma)));
        }
        return List.copyOf(found);
    }

    /** The devices by name, in the order they were found. */
    public synchronized Map<String, RdmaDevice> devices() {
        SequencedMap<String, RdmaDevice> byName = new LinkedHashMap<>();
        devices.forEach((name, device) -> byName.put(name, device.driver()));
        return byName;
    }

    /** What all processes have at this moment: each open device, then its objects, oldest first. */
    public synchronized List<Resource> resources() {
        return processes.stream().flatMap(Process::resources).toList();
    }

    /**
     * The same in more detail. Asks devices for the state of QPs and windows: that changes nothing, holds no object, and may be
     * done from any thread while the processes run, but it takes time of the device.
     */
    public List<ResourceDetail> inspect() {
        List<Process> running;
        synchronized (this) {
            running = List.copyOf(processes);
        }
        return running.stream().flatMap(Process::inspect).toList();
    }

    public synchronized Process createProcess(String name) {
        ProcessMemory space = new ProcessMemory(memory, name, processes.size(), config.lockLimit());
        return started(name, space, new FileTable());
    }

    /** Without the host's lock until the child is there: devices that watch the parent's memory work meanwhile. */
    Process fork(Process parent, String child) {
        ProcessMemory space = parent.memory().fork(child, config.copyOnFork());
        return started(child, space, new FileTable(parent.files()));
    }

    boolean copiesOnFork() {
        return config.copyOnFork();
    }

    private synchronized Process started(String name, ProcessMemory space, FileTable files) {
        Process process = new Process(this, name, processes.size() + 1, space, files);
        processes.add(process);
        return process;
    }

    /**
     * Takes all pages out of memory that no device has pinned, as a kernel under pressure would; the next touch brings each
     * back, in another frame.
     *
     * @return pages that were taken out
     */
    public long reclaim() {
        List<Process> running;
        synchronized (this) {
            running = List.copyOf(processes);
        }
        return running.stream()
                .mapToLong(process -> process.memory().swapOut(0, AddressSpace.USER_BYTES, true))
                .sum();
    }

    /** Ends all processes and gives the memory back. */
    @Override
    public synchronized void close() {
        processes.forEach(Process::close);
        devices.values().forEach(device -> device.driver().shutdown());
        memory.close();
    }

    synchronized KernelDevice device(String name) {
        KernelDevice device = devices.get(name);
        if (device == null) {
            throw logged(
                    new VerbsException(Errno.ENXIO, KernelRule.DEVICE, "name=" + name + ", has " + devices.keySet()));
        }
        return device;
    }

    CreationSites sites() {
        return sites;
    }

    int nextContext() {
        return contexts.incrementAndGet();
    }

    DeferredWork deferred() {
        return deferred;
    }

    @Nullable
    HostObserver observer() {
        return observer;
    }

    void refused(Refusal refusal) {
        refusals.add(refusal);
        HostObserver watching = observer;
        if (watching != null) {
            watching.refused(refusal);
        }
    }

    private KernelServices services(SlotDma dma) {
        return new HostServices(this, dma, config.commandTimeout());
    }

    private SlotDma iommuDma() {
        IommuFaults faults = new IommuFaults(this);
        SlotDma dma = new SlotDma(memory, new IommuDomain(memory, faults));
        faults.of(dma);
        return dma;
    }

    /** The devices that reach memory this way. */
    synchronized List<KernelDevice> devicesOf(SlotDma dma) {
        return devices.values().stream().filter(device -> device.dma() == dma).toList();
    }

    private List<String> register(List<RdmaDevice> found, SlotDma dma) {
        Set<String> names = new HashSet<>(devices.keySet());
        for (RdmaDevice device : found) {
            if (!names.add(device.name())) {
                throw logged(new VerbsException(Errno.EINVAL, KernelRule.DEVICE_NAME, "name=" + device.name()));
            }
        }
        found.forEach(device -> devices.put(device.name(), new KernelDevice(this, device, dma)));
        return found.stream().map(RdmaDevice::name).toList();
    }

    private VerbsException logged(VerbsException refusal) {
        refused(SystemCallGate.refusal(refusal));
        return refusal;
    }
}
