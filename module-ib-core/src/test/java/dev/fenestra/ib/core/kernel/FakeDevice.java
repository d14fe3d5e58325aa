package dev.fenestra.ib.core.kernel;

import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.RETURNS_MOCKS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DatagramOperations;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverObject;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorOperations;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mockito.invocation.InvocationOnMock;

/**
 * A mocked device with regions, windows, QPs and SRQs: its ledger moves as that of a device must. Methods without a
 * body here do nothing and answer with a mock. Tests verify the calls, and make it refuse.
 */
abstract class FakeDevice extends FakeRegions
        implements WindowOperations,
                CompletionOperations,
                QueueOperations,
                SharedReceiveOperations,
                DatagramOperations,
                PortOperations,
                VendorOperations {
    /** Rights of every window that is bound. */
    static final int WINDOW_ACCESS = AccessFlag.mask(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED);

    private static final ValueLayout.OfLong BIG_ENDIAN_LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

    /** Completion vectors it has. */
    int vectors;

    private final String name;
    private final DeviceAttributes attributes;
    private final OdpCapabilities odp;
    private final Map<FakeObjects.Mr, List<WindowHolder>> windows = new HashMap<>();
    private final Map<Integer, FakeObjects.Qp> qps = new HashMap<>();
    private @Nullable DeviceEvents events;
    private DriverCq lastCq = new FakeObjects.Cq(0);
    private int nextQp = 0x11;

    FakeDevice(String name, DeviceAttributes attributes, OdpCapabilities odp) {
        this.name = name;
        this.attributes = attributes;
        this.odp = odp;
    }

    static FakeDevice of(String name, DeviceAttributes attributes) {
        return of(name, attributes, OdpCapabilities.NONE);
    }

    static FakeDevice of(String name, DeviceAttributes attributes, OdpCapabilities odp) {
        return mock(
                FakeDevice.class,
                withSettings().useConstructor(name, attributes, odp).defaultAnswer(FakeDevice::answer));
    }

    private static Object answer(InvocationOnMock asked) throws Throwable {
        boolean isAbstract = Modifier.isAbstract(asked.getMethod().getModifiers());
        return (isAbstract ? RETURNS_MOCKS : CALLS_REAL_METHODS).answer(asked);
    }

    @Override
    public OdpCapabilities odp() {
        return odp;
    }

    AddressSpace lastMemory;
    FakeObjects.Context lastContext;
    FakeObjects.Qp lastQp;
    RegionChange lastChange;

    /** What the device does while a command is on its way. */
    Runnable meanwhile = () -> {};

    /** A new translation gets new keys. */
    boolean makesNewKeys;

    /** A window is bound to a region, with the ledger moved as a device should. */
    void bind(FakeObjects.Mr mr, int rkey, int qpNumber) {
        bindSilently(mr, rkey, qpNumber);
        store(mr.bound(), windows.get(mr).size());
        store(qpNumber);
    }

    /** A window is bound to a region by a device that keeps no ledger. */
    void bindSilently(FakeObjects.Mr mr, int rkey, int qpNumber) {
        windows.computeIfAbsent(mr, unused -> new ArrayList<>()).add(new WindowHolder(rkey, qpNumber));
    }

    private static void store(LedgerCell cell, long count) {
        cell.segment().set(BIG_ENDIAN_LONG, cell.offset(), count);
    }

    /** Moves the ledger of a QP, if it has one. */
    private void store(int qpNumber) {
        FakeObjects.Qp qp = qps.get(qpNumber);
        if (qp != null && qp.bound != null) {
            store(qp.bound, boundThrough(qp));
        }
    }

    private long boundThrough(FakeObjects.Qp qp) {
        return windows.values().stream()
                .flatMap(List::stream)
                .filter(holder -> holder.qpNumber() == qp.number())
                .count();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        return attributes;
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
    public DatagramOperations datagrams() {
        return this;
    }

    @Override
    public PortOperations ports() {
        return this;
    }

    @Override
    public VendorOperations vendor() {
        return this;
    }

    @Override
    public Gid gid(int index) {
        if (index != 0) {
            throw FakeRule.refusal(Errno.EINVAL);
        }
        return Gid.ofIpv4(0x0a000001);
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        lastMemory = memory;
        lastContext = new FakeObjects.Context(memory);
        return lastContext;
    }

    @Override
    public DriverMr reregMr(DriverMr mr, RegionChange change) {
        meanwhile.run();
        boolean moves = (change.changes() & ReregFlag.CHANGE_TRANSLATION) != 0;
        if (!windowsOf(mr).isEmpty() && change.changes() != ReregFlag.CHANGE_ACCESS) {
            throw FakeRule.refusal(Errno.EBUSY);
        }
        lastChange = change;
        int key = moves && makesNewKeys ? newKey() : mr.lkey();
        List<WindowHolder> holders = windows.remove((FakeObjects.Mr) mr);
        lastMr = new FakeObjects.Mr(key, change.pd(), change.pages(), change.iova(), change.access(), change.bound());
        if (holders != null) {
            windows.put(lastMr, holders);
        }
        return lastMr;
    }

    @Override
    public void deregMr(DriverMr mr) {
        if (!windowsOf(mr).isEmpty()) {
            throw FakeRule.refusal(Errno.EBUSY);
        }
    }

    @Override
    public abstract DriverXrcd allocXrcd();

    @Override
    public abstract void deallocXrcd(DriverXrcd domain);

    @Override
    public DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        return new FakeObjects.Srq(new SrqAttributes(request.capacity(), request.limit()));
    }

    @Override
    public DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        lastQp = new FakeObjects.Qp(nextQp++, null);
        qps.put(lastQp.number(), lastQp);
        return lastQp;
    }

    @Override
    public abstract DriverObject createObject(DriverPd pd, Udata udata);

    @Override
    public abstract void destroyObject(DriverObject object);

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        return new FakeObjects.Mw(newKey());
    }

    @Override
    public void deallocMw(DriverMw mw) {
        windows.forEach((mr, holders) -> {
            if (holders.removeIf(holder -> holder.rkey() >>> 8 == mw.rkey() >>> 8)) {
                store(mr.bound(), holders.size());
            }
        });
        qps.keySet().forEach(this::store);
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        for (Map.Entry<FakeObjects.Mr, List<WindowHolder>> bound : windows.entrySet()) {
            for (WindowHolder holder : bound.getValue()) {
                if (holder.rkey() >>> 8 == mw.rkey() >>> 8) {
                    int lkey = bound.getKey().lkey();
                    return new WindowState(
                            holder.rkey(), new WindowState.Binding(lkey, holder.qpNumber(), 0x5000, 64, WINDOW_ACCESS));
                }
            }
        }
        return new WindowState(mw.rkey(), null);
    }

    @Override
    public List<WindowHolder> windowsOf(DriverMr mr) {
        return windows.getOrDefault((FakeObjects.Mr) mr, List.of());
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        return new FakeObjects.Cq(cqe);
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        lastCq = new FakeObjects.Cq(cqe);
        return lastCq;
    }

    @Override
    public abstract void modifyCq(DriverCq cq, int count, int periodMicros);

    @Override
    public int completionVectors() {
        return vectors;
    }

    @Override
    public void deliverTo(DeviceEvents listener) {
        events = listener;
    }

    /** The listener for events of this device. */
    DeviceEvents events() {
        return Objects.requireNonNull(events);
    }

    /** The CQ that was created last. */
    DriverCq lastCq() {
        return lastCq;
    }

    @Override
    public DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        return new FakeObjects.Srq(new SrqAttributes(request.capacity(), request.limit()));
    }

    @Override
    public void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        SrqAttributes now = ((FakeObjects.Srq) srq).attributes;
        SrqCapacity capacity = SrqAttribute.MAX_WR.in(mask)
                ? new SrqCapacity(maxWr, now.capacity().maxSge())
                : now.capacity();
        ((FakeObjects.Srq) srq).attributes =
                new SrqAttributes(capacity, SrqAttribute.LIMIT.in(mask) ? limit : now.limit());
    }

    @Override
    public SrqAttributes querySrq(DriverSrq srq) {
        return ((FakeObjects.Srq) srq).attributes;
    }

    @Override
    public abstract void destroySrq(DriverSrq srq);

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        lastQp = new FakeObjects.Qp(nextQp++, request.bound());
        qps.put(lastQp.number(), lastQp);
        return lastQp;
    }

    @Override
    public QpState queryQpState(DriverQp qp) {
        return ((FakeObjects.Qp) qp).state;
    }

    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes asked) {
        if (asked.has(QpAttribute.STATE) && asked.state() == QpState.RESET) {
            checkUnbound((FakeObjects.Qp) qp);
        }
        if (asked.has(QpAttribute.STATE)) {
            ((FakeObjects.Qp) qp).state = asked.state();
        }
    }

    @Override
    public abstract void attachMcast(DriverQp qp, Gid group);

    @Override
    public abstract void detachMcast(DriverQp qp, Gid group);

    @Override
    public void destroyQp(DriverQp qp) {
        checkUnbound((FakeObjects.Qp) qp);
        qps.remove(qp.number());
    }

    /** 2B windows let a QP go. */
    private void checkUnbound(FakeObjects.Qp qp) {
        if (attributes.memoryWindows() == MemoryWindows.TYPE_1_AND_2A && boundThrough(qp) > 0) {
            throw FakeRule.refusal(Errno.EBUSY);
        }
    }
}
