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
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A device as the kernel keeps it: its driver, the numbers of its objects, and its regions and windows of all processes
 * by key index.
 */
public final class KernelDevice {
    private final HostTrace trace;
    private final InterruptWork deferred;
    private final RdmaDevice driver;
    private final SlotDma dma;
    private final DeviceAttributes attributes;
    private final OdpCapabilities odp;
    /** The most objects of each kind; null before the first object. */
    private volatile int @Nullable [] limits;

    private final AtomicIntegerArray alive = new AtomicIntegerArray(ObjectKind.values().length);
    private final Map<Integer, MrObject> regions = new ConcurrentHashMap<>();
    /** Guarded by itself. */
    private final OrderedTable<MwObject> windows =
            new OrderedTable<>(window -> MemoryKey.index(window.driver().rkey()));

    private final EventRouter events = new EventRouter();
    private final XrcDomains xrcDomains = new XrcDomains(this);
    private final PortAddresses addresses;
    private final StepWatch steps;

    /**
     * Makes a device without objects.
     *
     * @param trace log and observer of the host
     * @param deferred work of interrupts
     * @param driver the device's driver
     * @param dma the way of the slot to memory
     * @param confidential whether its host is a confidential guest
     */
    public KernelDevice(HostTrace trace, InterruptWork deferred, RdmaDevice driver, SlotDma dma, boolean confidential) {
        this.trace = trace;
        this.deferred = deferred;
        this.dma = dma;
        this.driver = driver;
        attributes = confidential
                ? new DeviceAttributesBuilder(driver.attributes())
                        .announcing(DeviceCapability.CC_DMA_BOUNCE)
                        .build()
                : driver.attributes();
        odp = driver.onDemand().odp();
        steps = new StepWatch(driver);
        addresses = new PortAddresses(driver, this::entering, events, trace);
        driver.deliverTo(events);
    }

    /** {@return the log and observer of its host} */
    public HostTrace trace() {
        return trace;
    }

    /** {@return work that runs after the present step of the device} */
    public InterruptWork deferred() {
        return deferred;
    }

    /** {@return the way of its slot to memory} */
    public SlotDma dma() {
        return dma;
    }

    /** {@return its driver} */
    public RdmaDevice driver() {
        return driver;
    }

    /**
     * {@return the driver, for a call that the observer sees}
     *
     * @param operation name in {@code ib_device_ops}
     */
    public RdmaDevice entering(String operation) {
        HostObserver observer = trace.observer();
        if (observer != null) {
            observer.providerCall(driver.name(), operation);
        }
        return driver;
    }

    /** {@return the processes that get its events} */
    public EventRouter events() {
        return events;
    }

    /** {@return what lets it work for callers that wait} */
    public StepWatch steps() {
        return steps;
    }

    /** {@return the GIDs of its ports} */
    public PortAddresses addresses() {
        return addresses;
    }

    /** {@return its XRC domains, which the processes of the host share} */
    public XrcDomains xrcDomains() {
        return xrcDomains;
    }

    /** {@return what {@code ibv_query_device} returns} */
    public DeviceAttributes attributes() {
        return attributes;
    }

    /** {@return its on-demand paging} */
    public OdpCapabilities odp() {
        return odp;
    }

    /** Room for one more object of a kind. It is given back when the object was not created. */
    public final class Room implements AutoCloseable {
        private final ObjectKind kind;
        private boolean isTaken;

        private Room(ObjectKind kind) {
            this.kind = kind;
        }

        /**
         * Notes that the object was created. It counts until it is {@link #gone}.
         *
         * @param <T> type of the answer
         * @param answer of the call
         * @return the answer
         */
        public <T> T taken(T answer) {
            isTaken = true;
            return answer;
        }

        @Override
        public void close() {
            if (!isTaken) {
                gone(kind);
            }
        }
    }

    /**
     * {@return room for one more object of a kind}
     *
     * @param kind kind of the object
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOMEM when there is none
     */
    public Room reserve(ObjectKind kind) {
        int limit = limits()[kind.ordinal()];
        if (alive.incrementAndGet(kind.ordinal()) > limit) {
            gone(kind);
            throw new VerbsException(KernelRule.ROOM, kind + "s alive=" + limit + ", limit=" + limit);
        }
        return new Room(kind);
    }

    private int[] limits() {
        int[] known = limits;
        if (known == null) {
            known = Stream.of(ObjectKind.values())
                    .mapToInt(kind -> kind.limit(attributes))
                    .toArray();
            limits = known;
        }
        return known;
    }

    /**
     * Counts an object that is destroyed.
     *
     * @param kind kind of the object
     */
    public void gone(ObjectKind kind) {
        alive.decrementAndGet(kind.ordinal());
    }

    /**
     * Adds a region under its key index.
     *
     * @param region the region
     */
    public void add(MrObject region) {
        if (!region.isOfQueue()) {
            regions.put(MemoryKey.index(region.driver().lkey()), region);
        }
    }

    /**
     * Removes a region.
     *
     * @param region the region
     */
    public void remove(MrObject region) {
        regions.remove(MemoryKey.index(region.driver().lkey()), region);
    }

    /**
     * {@return the region that an L_Key names now}
     *
     * @param lkey with its present tag
     */
    public Optional<MrObject> regionOf(int lkey) {
        return Optional.ofNullable(regions.get(MemoryKey.index(lkey)))
                .filter(region -> region.driver().lkey() == lkey);
    }

    /**
     * {@return the region of a key index}
     *
     * @param key with any tag
     */
    public Optional<MrObject> regionAt(int key) {
        return Optional.ofNullable(regions.get(MemoryKey.index(key)));
    }

    /**
     * Adds a window under its key index.
     *
     * @param window the window
     */
    public void add(MwObject window) {
        synchronized (windows) {
            windows.add(window);
        }
    }

    /**
     * Removes a window.
     *
     * @param window the window
     */
    public void remove(MwObject window) {
        synchronized (windows) {
            windows.remove(window);
        }
    }

    /**
     * {@return the window of a key index}
     *
     * @param rkey with any tag
     */
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

    /**
     * {@return the windows of a PD, oldest first}
     *
     * @param pd the PD
     */
    public List<MwObject> windowsOf(PdObject pd) {
        return allWindows().stream()
                .filter(window -> window.pd() == pd)
                .sorted(Comparator.comparingInt(KernelObject::handle))
                .toList();
    }
}
