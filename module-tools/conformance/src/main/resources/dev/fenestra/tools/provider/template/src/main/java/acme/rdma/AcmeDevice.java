package acme.rdma;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.Set;

/**
 * The kernel half: what the device is, and a class for each group of its operations. Handles, rights and reference
 * counts are checked already. What it does not override, such as device memory, answers EOPNOTSUPP.
 */
final class AcmeDevice implements RdmaDevice {
    private static final int VENDOR = 0xacce;
    private static final int MANY = 1 << 14;
    private static final long MAX_REGION_BYTES = 1L << 40;

    /** What is announced here must be true: the conformance kit runs every case that these capabilities allow. */
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, 1)
            .transports(Set.of(QpType.RC))
            .maxQp(MANY)
            .maxQpWr(1024)
            .maxSge(16)
            .maxCq(MANY)
            .maxCqe(MANY)
            .maxMr(MANY)
            .maxMrSize(MAX_REGION_BYTES)
            .memoryWindows(MemoryWindows.TYPE_1_AND_2B)
            .maxMw(MANY)
            .maxPd(MANY)
            .maxQpRdAtomic(16)
            .atomicCap(AtomicCapability.NONE)
            .maxInline(Work.MAX_INLINE)
            .maxMessageBytes(Message.MAX_BYTES)
            .build();

    private final String name;
    private final Wire wire;
    private final SharedMemory shared = new SharedMemory();
    private final Regions regions;
    private final Windows windows;
    private final Completions completions;
    private final Queues queues;
    private final Port port;

    AcmeDevice(String name, Card card) {
        this.name = name;
        wire = card.wire();
        regions = new Regions(this, card);
        windows = new Windows(this, card);
        completions = new Completions(this, shared);
        queues = new Queues(this, card, shared);
        port = new Port(this, card);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public UserProvider userProvider() {
        return new UserHalf(shared);
    }

    private record Context() implements DriverContext {}

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        return new Context();
    }

    @Override
    public void closeContext(DriverContext context) {}

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        return new Pd();
    }

    @Override
    public void deallocPd(DriverPd pd) {}

    @Override
    public RegionOperations regions() {
        return regions;
    }

    @Override
    public WindowOperations windows() {
        return windows;
    }

    @Override
    public CompletionOperations completions() {
        return completions;
    }

    @Override
    public QueueOperations queues() {
        return queues;
    }

    @Override
    public PortOperations ports() {
        return port;
    }

    @Override
    public void progress() {
        wire.run();
    }

    @Override
    public void progressUntil(long limitNanos) {
        wire.runUntil(limitNanos);
    }

    @Override
    public long now() {
        return wire.now();
    }
}
