package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.LinkLayer;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Driver and device in one, operations included: does nothing, notes what it is asked, refuses what a test names. */
final class FakeProvider extends FakeUserHalf
        implements RdmaDriver,
                RdmaDevice,
                RegionOperations,
                WindowOperations,
                CompletionOperations,
                QueueOperations,
                SharedReceiveOperations,
                PortOperations {
    static final int MAX_CQE = 1000;

    /** Attribute masks of state changes, in order. */
    final List<Integer> masks = new ArrayList<>();

    /** The kernel half's operation that is refused with EBUSY, if any. */
    String refused = "none";

    /** What the device does when it gets to work. */
    Runnable work = () -> {};

    /** What it has under way, as it says. */
    InFlight inFlight = InFlight.UNKNOWN;

    /** Regions get new keys by a rereg. */
    boolean makesNewKeys;

    /** Runs during a rereg, which is refused then. */
    @Nullable
    Runnable meanwhile;

    /** What every window is bound to. */
    WindowState.@Nullable Binding binding;

    private @Nullable DeviceEvents events;
    private DriverCq lastDriverCq = new DriverCq() {};
    long clock = 1_000;
    private int nextIndex = 0x100;
    private QpState state = QpState.RESET;

    private record Key(int lkey, int rkey) implements DriverMr, DriverMw {}

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return List.of(this);
    }

    @Override
    public String name() {
        return "fake_0";
    }

    @Override
    public RdmaDevice device() {
        return this;
    }

    @Override
    public RegionOperations regions() {
        return this;
    }

    @Override
    public WindowOperations windows() {
        return this;
    }

    @Override
    public CompletionOperations completions() {
        return this;
    }

    @Override
    public QueueOperations queues() {
        return this;
    }

    @Override
    public SharedReceiveOperations sharedReceives() {
        return this;
    }

    @Override
    public PortOperations ports() {
        return this;
    }

    @Override
    public DeviceAttributes attributes() {
        return new DeviceAttributesBuilder(1, 2)
                .maxQp(10)
                .maxQpWr(128)
                .maxSge(4)
                .maxCq(10)
                .maxCqe(MAX_CQE)
                .maxMr(10)
                .maxMw(10)
                .maxPd(10)
                .maxQpRdAtomic(4)
                .maxInline(64)
                .maxMessageBytes(1 << 30)
                .maxMrSize(1 << 30)
                .atomicCap(AtomicCapability.HCA)
                .transports(Set.of(QpType.values()))
                .memoryWindows(MemoryWindows.TYPE_1_AND_2B)
                .maxSrq(4)
                .maxSrqWr(64)
                .maxSrqSge(4)
                .build();
    }

    @Override
    public Gid gid(int index) {
        return Gid.ofIpv4(0x0a000001);
    }

    @Override
    public PortAttributes port(int number) {
        return new PortAttributes(PortState.ACTIVE, Mtu.of(5), Mtu.of(5), 1, LinkLayer.ETHERNET);
    }

    @Override
    public UserProvider userProvider() {
        return this;
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        ask("openContext");
        return new DriverContext() {};
    }

    @Override
    public void closeContext(DriverContext context) {
        ask("closeContext");
    }

    @Override
    public MappedPage map(DriverContext context, long offset) {
        ask("map " + offset);
        throw new UnsupportedOperationException("the fake maps nothing");
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        return new DriverPd() {};
    }

    @Override
    public void deallocPd(DriverPd pd) {
        ask("deallocPd");
    }

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        ask(String.format("regMr iova=0x%x", iova));
        int key = nextIndex++ << 8;
        return new Key(key, key);
    }

    @Override
    public DriverMr reregMr(DriverMr mr, RegionChange change) {
        ask(String.format(
                "reregMr changes=%d iova=0x%x length=%d access=%d",
                change.changes(), change.iova(), change.pages().length(), change.access()));
        Runnable other = meanwhile;
        if (other != null) {
            other.run();
            throw new VerbsException(new FakeRule(Errno.ENOMEM), "refused");
        }
        int key = makesNewKeys ? nextIndex++ << 8 : mr.lkey();
        return new Key(key, key);
    }

    @Override
    public void deregMr(DriverMr mr) {
        ask("deregMr");
    }

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        return new Key(0, nextIndex++ << 8);
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        return new WindowState(mw.rkey() + 1, binding);
    }

    @Override
    public void deallocMw(DriverMw mw) {
        ask("deallocMw");
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        ask("createCq");
        return new DriverCq() {};
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        lastDriverCq = createCq(context, cqe, udata);
        return lastDriverCq;
    }

    @Override
    public void resizeCq(DriverCq cq, int cqe, Udata udata) {
        ask("resizeCq " + cqe);
    }

    @Override
    public void modifyCq(DriverCq cq, int count, int periodMicros) {
        ask("modifyCq " + count + " " + periodMicros);
    }

    @Override
    public int completionVectors() {
        return 1;
    }

    @Override
    public void deliverTo(DeviceEvents listener) {
        events = listener;
    }

    /** Reports that the CQ created last has completions. */
    void completed() {
        events().completed(lastDriverCq);
    }

    /** Reports an event of the CQ created last. */
    void raised(AsyncEventType type) {
        events().raised(type, lastDriverCq, null);
    }

    DeviceEvents events() {
        return Objects.requireNonNull(events);
    }

    @Override
    public void destroyCq(DriverCq cq) {
        ask("destroyCq");
    }

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        ask("createQp");
        return () -> 0x11;
    }

    @Override
    public QpState queryQpState(DriverQp qp) {
        return state;
    }

    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes attributes) {
        ask("modifyQp");
        masks.add(attributes.mask());
        if (attributes.has(QpAttribute.STATE)) {
            state = attributes.state();
        }
    }

    @Override
    public void destroyQp(DriverQp qp) {
        ask("destroyQp");
    }

    @Override
    public void progress() {
        asked.add("progress");
        work.run();
    }

    @Override
    public long now() {
        return clock;
    }

    @Override
    public InFlight inFlight(int... qpNumbers) {
        return inFlight;
    }

    @Override
    public void progressUntil(long limit) {
        clock = Math.min(limit, clock + 1_000);
        work.run();
    }

    @Override
    public DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        ask("createSrq");
        return new FakeSrq.Driver(request);
    }

    @Override
    public void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        ask("modifySrq");
        FakeSrq.Driver driver = (FakeSrq.Driver) srq;
        driver.attributes = new SrqAttributes(driver.attributes.capacity(), limit);
    }

    @Override
    public SrqAttributes querySrq(DriverSrq srq) {
        return ((FakeSrq.Driver) srq).attributes;
    }

    @Override
    public void destroySrq(DriverSrq srq) {
        ask("destroySrq");
    }

    private void ask(String operation) {
        asked.add(operation);
        if (operation.equals(refused)) {
            throw new VerbsException(new FakeRule(Errno.EBUSY), "as told");
        }
    }
}
