package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DmaBufSource;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverObject;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
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
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A device that keeps book of what it is asked, and refuses what a test tells it to. */
final class FakeDevice implements RdmaDevice {
    /** Rights of every window that is bound. */
    static final int WINDOW_ACCESS = AccessFlag.mask(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED);

    private static final ValueLayout.OfLong BIG_ENDIAN_LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

    /** Operations in the order they were called, refused ones included. */
    final List<String> operations = new ArrayList<>();

    /** Completion vectors it has. */
    int vectors;

    private final String name;
    private final DeviceAttributes attributes;
    private final OdpCapabilities odp;
    private final Map<String, Errno> refusals = new HashMap<>();
    private final Map<FakeObjects.Mr, List<WindowHolder>> windows = new HashMap<>();
    private final Map<Integer, FakeObjects.Qp> qps = new HashMap<>();
    private @Nullable DeviceEvents events;
    private DriverCq lastCq = new FakeObjects.Cq(0);
    private int nextIndex = 0x100;
    private int nextQp = 0x11;

    FakeDevice(String name, DeviceAttributes attributes) {
        this(name, attributes, OdpCapabilities.NONE);
    }

    FakeDevice(String name, DeviceAttributes attributes, OdpCapabilities odp) {
        this.name = name;
        this.attributes = attributes;
        this.odp = odp;
    }

    @Override
    public OdpCapabilities odp() {
        return odp;
    }

    @Override
    public DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        asked("regOnDemand");
        PinnedPages nothing = new PinnedPages(request.address(), request.length(), new long[0]);
        lastMr = new FakeObjects.Mr(nextIndex++ << 8, pd, nothing, request.iova(), request.access(), bound);
        return lastMr;
    }

    @Override
    public boolean importsDmaBufs() {
        return odp().support();
    }

    @Override
    public DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        asked("regDmaBuf");
        range = buffer.attach((address, length, reason, _) -> {
            asked(reason + String.format(" 0x%x+0x%x", address, length));
            return true;
        });
        PinnedPages nothing = new PinnedPages(request.address(), request.length(), new long[0]);
        lastMr = new FakeObjects.Mr(nextIndex++ << 8, pd, nothing, request.iova(), request.access(), bound);
        return lastMr;
    }

    @Override
    public void adviseMr(DriverMr mr, MrAdvice advice, long address, long length) {
        asked(advice + String.format(" 0x%x+0x%x", address, length));
    }

    @Override
    public DriverMr allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        asked("allocMr");
        return kind(pd, new PinnedPages(0, 0, new long[0]), bound);
    }

    @Override
    public DriverMr regPages(DriverPd pd, PinnedPages pages, LedgerCell users) {
        asked("regPages");
        return kind(pd, pages, users);
    }

    @Override
    public DriverDm allocDm(DriverContext context, long length, int logAlign, Udata udata) {
        asked("allocDm");
        return new FakeObjects.Dm(length);
    }

    @Override
    public void freeDm(DriverDm dm) {
        asked("freeDm");
    }

    @Override
    public DriverMr regDmMr(DriverPd pd, DriverDm dm, long offset, long length, int access) {
        asked("regDmMr");
        return kind(pd, new PinnedPages(0, 0, new long[0]), null);
    }

    private FakeObjects.Mr kind(DriverPd pd, PinnedPages pages, @Nullable LedgerCell bound) {
        lastMr = new FakeObjects.Mr(nextIndex++ << 8, pd, pages, pages.address(), 0, bound);
        return lastMr;
    }

    AddressSpace lastMemory;
    FakeObjects.Mr lastMr;
    /** What the last dma-buf region has of its buffer. */
    @Nullable
    OnDemandRange range;

    FakeObjects.Context lastContext;
    FakeObjects.Qp lastQp;
    RegionChange lastChange;

    /** What the device does while a command is on its way. */
    Runnable meanwhile = () -> {};

    /** A new translation gets new keys. */
    boolean makesNewKeys;

    /** From now on this operation is refused; {@link Errno#OK} lets it pass again. */
    void refuse(String operation, Errno errno) {
        refusals.put(operation, errno);
    }

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
    public Gid gid(int index) {
        if (index != 0) {
            throw FakeRule.refusal(Errno.EINVAL);
        }
        return Gid.ofIpv4(0x0a000001);
    }

    @Override
    public UserProvider userProvider() {
        throw new UnsupportedOperationException("the kernel never calls user space");
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        asked("openContext");
        lastMemory = memory;
        lastContext = new FakeObjects.Context(memory);
        return lastContext;
    }

    @Override
    public void closeContext(DriverContext context) {
        asked("closeContext");
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        asked("allocPd");
        return new FakeObjects.Pd();
    }

    @Override
    public void deallocPd(DriverPd pd) {
        asked("deallocPd");
    }

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        asked("regMr");
        lastMr = new FakeObjects.Mr(nextIndex++ << 8, pd, pages, iova, access, bound);
        return lastMr;
    }

    @Override
    public DriverMr reregMr(DriverMr mr, RegionChange change) {
        asked("reregMr");
        meanwhile.run();
        boolean moves = (change.changes() & ReregFlag.CHANGE_TRANSLATION) != 0;
        if (!windowsOf(mr).isEmpty() && change.changes() != ReregFlag.CHANGE_ACCESS) {
            throw FakeRule.refusal(Errno.EBUSY);
        }
        lastChange = change;
        int key = moves && makesNewKeys ? nextIndex++ << 8 : mr.lkey();
        List<WindowHolder> holders = windows.remove((FakeObjects.Mr) mr);
        lastMr = new FakeObjects.Mr(key, change.pd(), change.pages(), change.iova(), change.access(), change.bound());
        if (holders != null) {
            windows.put(lastMr, holders);
        }
        return lastMr;
    }

    @Override
    public void deregMr(DriverMr mr) {
        asked("deregMr");
        if (!windowsOf(mr).isEmpty()) {
            throw FakeRule.refusal(Errno.EBUSY);
        }
    }

    @Override
    public DriverXrcd allocXrcd() {
        asked("allocXrcd");
        return new FakeObjects.Xrcd();
    }

    @Override
    public void deallocXrcd(DriverXrcd domain) {
        asked("deallocXrcd");
    }

    @Override
    public DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        asked("createXrcSrq");
        return new FakeObjects.Srq(new SrqAttributes(request.capacity(), request.limit()));
    }

    @Override
    public DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        asked("createXrcTarget");
        lastQp = new FakeObjects.Qp(nextQp++, null);
        qps.put(lastQp.number(), lastQp);
        return lastQp;
    }

    @Override
    public DriverObject createObject(DriverPd pd, Udata udata) {
        asked("createObject");
        return new DriverObject() {};
    }

    @Override
    public void destroyObject(DriverObject object) {
        asked("destroyObject");
    }

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        asked("allocMw");
        return new FakeObjects.Mw(nextIndex++ << 8);
    }

    @Override
    public void deallocMw(DriverMw mw) {
        asked("deallocMw");
        windows.forEach((mr, holders) -> {
            if (holders.removeIf(holder -> holder.rkey() >>> 8 == mw.rkey() >>> 8)) {
                store(mr.bound(), holders.size());
            }
        });
        qps.keySet().forEach(this::store);
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        asked("queryMw");
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
        asked("createCq");
        return new FakeObjects.Cq(cqe);
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        asked("createCq vector=" + vector);
        lastCq = new FakeObjects.Cq(cqe);
        return lastCq;
    }

    @Override
    public void modifyCq(DriverCq cq, int count, int periodMicros) {
        asked("modifyCq");
    }

    @Override
    public int completionVectors() {
        return vectors;
    }

    @Override
    public void deliverTo(DeviceEvents listener) {
        events = listener;
    }

    @Override
    public void shutdown() {
        asked("shutdown");
    }

    /** Where this device tells what happens. */
    DeviceEvents events() {
        return Objects.requireNonNull(events);
    }

    /** The CQ that was created last. */
    DriverCq lastCq() {
        return lastCq;
    }

    @Override
    public void destroyCq(DriverCq cq) {
        asked("destroyCq");
    }

    @Override
    public DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        asked("createSrq");
        return new FakeObjects.Srq(new SrqAttributes(request.capacity(), request.limit()));
    }

    @Override
    public void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        asked("modifySrq");
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
    public void destroySrq(DriverSrq srq) {
        asked("destroySrq");
    }

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        asked("createQp");
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
        asked("modifyQp");
        if (asked.has(QpAttribute.STATE) && asked.state() == QpState.RESET) {
            checkUnbound((FakeObjects.Qp) qp);
        }
        if (asked.has(QpAttribute.STATE)) {
            ((FakeObjects.Qp) qp).state = asked.state();
        }
    }

    @Override
    public void attachMcast(DriverQp qp, Gid group) {
        asked("attachMcast");
    }

    @Override
    public void detachMcast(DriverQp qp, Gid group) {
        asked("detachMcast");
    }

    @Override
    public void destroyQp(DriverQp qp) {
        asked("destroyQp");
        checkUnbound((FakeObjects.Qp) qp);
        qps.remove(qp.number());
    }

    /** 2B windows let a QP go. */
    private void checkUnbound(FakeObjects.Qp qp) {
        if (attributes.memoryWindows() == MemoryWindows.TYPE_1_AND_2A && boundThrough(qp) > 0) {
            throw FakeRule.refusal(Errno.EBUSY);
        }
    }

    private void asked(String operation) {
        operations.add(operation);
        Errno errno = refusals.getOrDefault(operation, Errno.OK);
        if (errno != Errno.OK) {
            throw FakeRule.refusal(errno);
        }
    }
}
