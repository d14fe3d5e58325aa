package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.OrderedTable;
import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.kernel.inspection.HostTrace;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * A device as the kernel keeps it: its driver, how many objects it has, and its regions and windows by key index, of
 * all processes.
 */
public final class KernelDevice {
    private final HostTrace trace;
    private final DeferredWork deferred;
    private final RdmaDevice driver;
    private final SlotDma dma;
    private final DeviceAttributes attributes;
    private final OdpCapabilities odp;
    private final AtomicIntegerArray alive = new AtomicIntegerArray(ObjectKind.values().length);
    private final Map<Integer, MrObject> regions = new ConcurrentHashMap<>();
    /** Guarded by itself. */
    private final OrderedTable<MwObject> windows =
            new OrderedTable<>(window -> MemoryKey.index(window.driver().rkey()));

    private final EventRouter events = new EventRouter();
    private final XrcDomains xrcDomains = new XrcDomains(this);

    /**
     * @param confidential its host is a confidential guest
     */
    public KernelDevice(HostTrace trace, DeferredWork deferred, RdmaDevice driver, SlotDma dma, boolean confidential) {
        this.trace = trace;
        this.deferred = deferred;
        this.dma = dma;
        this.driver = driver;
        attributes =
                confidential ? driver.attributes().announcing(DeviceCapability.CC_DMA_BOUNCE) : driver.attributes();
        odp = driver.odp();
        driver.deliverTo(events);
    }

    /** Where its host logs refusals. */
    public HostTrace trace() {
        return trace;
    }

    /** Runs work after the step of the device that is under way. */
    public void defer(Runnable work) {
        deferred.add(work);
    }

    public SlotDma dma() {
        return dma;
    }

    public RdmaDevice driver() {
        return driver;
    }

    /** The driver, about to be asked for an operation named as in {@code ib_device_ops}. */
    public RdmaDevice entering(String operation) {
        HostObserver observer = trace.observer();
        if (observer != null) {
            observer.providerCall(driver.name(), operation);
        }
        return driver;
    }

    public EventRouter events() {
        return events;
    }

    /** Shared by the processes of the host. */
    public XrcDomains xrcDomains() {
        return xrcDomains;
    }

    public DeviceAttributes attributes() {
        return attributes;
    }

    public OdpCapabilities odp() {
        return odp;
    }

    /** Runs what interrupts have put off, of this host and of others that the device's step has woken. */
    public void runInterruptWork() {
        deferred.run();
        driver.serveInterrupts();
    }

    /** Creates an object if there is room for one more of its kind. */
    public <T> T reserving(ObjectKind kind, Supplier<T> creation) {
        int limit = kind.limit(attributes);
        if (alive.incrementAndGet(kind.ordinal()) > limit) {
            gone(kind);
            throw new VerbsException(Errno.ENOMEM, KernelRule.ROOM, kind + "s alive=" + limit + ", limit=" + limit);
        }
        boolean created = false;
        try {
            T object = creation.get();
            created = true;
            return object;
        } finally {
            if (!created) {
                gone(kind);
            }
        }
    }

    public void gone(ObjectKind kind) {
        alive.decrementAndGet(kind.ordinal());
    }

    public void add(MrObject region) {
        regions.put(MemoryKey.index(region.driver().lkey()), region);
    }

    public void remove(MrObject region) {
        regions.remove(MemoryKey.index(region.driver().lkey()), region);
    }

    /** The region that an L_Key names at this moment. */
    public Optional<MrObject> regionOf(int lkey) {
        return Optional.ofNullable(regions.get(MemoryKey.index(lkey)))
                .filter(region -> region.driver().lkey() == lkey);
    }

    /** The region that a key belongs to, whatever the key's tag. */
    public Optional<MrObject> regionAt(int key) {
        return Optional.ofNullable(regions.get(MemoryKey.index(key)));
    }

    public void add(MwObject window) {
        synchronized (windows) {
            windows.add(window);
        }
    }

    public void remove(MwObject window) {
        synchronized (windows) {
            windows.remove(window);
        }
    }

    /** The window that a key belongs to, whatever the key's tag. */
    public Optional<MwObject> windowOf(int rkey) {
        synchronized (windows) {
            return Optional.ofNullable(windows.find(MemoryKey.index(rkey)));
        }
    }

    private List<MwObject> allWindows() {
        synchronized (windows) {
            return windows.list();
        }
    }

    /** The windows of a PD, oldest first. */
    public List<MwObject> windowsOf(PdObject pd) {
        return allWindows().stream()
                .filter(window -> window.pd() == pd)
                .sorted(Comparator.comparingInt(KernelObject::handle))
                .toList();
    }
}
