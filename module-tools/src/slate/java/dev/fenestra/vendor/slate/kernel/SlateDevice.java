package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.DoorbellPage;
import dev.fenestra.vendor.slate.card.SlateCard;
import dev.fenestra.vendor.slate.user.SlateUserProvider;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/** The kernel half of one card. */
public final class SlateDevice implements RdmaDevice {
    private final String name;
    private final SlateCard card;
    private final Fabric fabric;
    private final CardCalls calls;
    private final Keys keys;
    private final Paging paging;
    private final Queues queues;
    private final SharedQueues sharedQueues;
    private final Transitions transitions;

    /** Connects a card to its host. */
    public SlateDevice(String name, SlateCard card, KernelServices services) {
        this.name = name;
        this.card = card;
        calls = new CardCalls(card.connect(bus(services)), services, this);
        fabric = calls.core().fabric();
        keys = new Keys(calls);
        paging = new Paging(calls);
        queues = new Queues(card, calls);
        sharedQueues = new SharedQueues(card, calls);
        transitions = new Transitions(card, calls);
        calls.core()
                .refusals((rule, qpn, values) -> services.refused(
                        new Refusal("hw-sim", rule.id(), rule.violation(), rule.outcome(), where(qpn) + values)));
        calls.core().pageFaults(missing -> fabric.defer(() -> paging.answer(missing)));
    }

    private static DmaBus bus(KernelServices services) {
        return new DmaBus() {
            @Override
            public MemorySegment segment(long busAddress) {
                return services.busMemory().segment(busAddress);
            }

            @Override
            public long offset(long busAddress) {
                return services.busMemory().offset(busAddress);
            }

            @Override
            public boolean mayFault() {
                return services.busMemory().mayFault();
            }

            @Override
            public long valid(long busAddress) {
                return services.busMemory().valid(busAddress);
            }
        };
    }

    /** A call about a key happens on no QP. */
    private static String where(int qpn) {
        return qpn == 0 ? "" : String.format("QP 0x%x: ", qpn);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        return SlateAttributes.ALL;
    }

    @Override
    public Gid gid(int index) {
        if (index != 0) {
            throw new VerbsException(SlateRule.GID, "index=" + index + ", GIDs=1");
        }
        return new Gid(card.config().gidHigh(), card.config().gidLow());
    }

    @Override
    public UserProvider userProvider() {
        return new SlateUserProvider();
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        return new SlateContext(memory, new DoorbellPage(card));
    }

    @Override
    public void closeContext(DriverContext context) {
        // The doorbell page is no resource of the card.
    }

    @Override
    public MappedPage map(DriverContext context, long offset) {
        return new MappedDoorbells(((SlateContext) context).doorbells());
    }

    /**
     * A doorbell page as the process sees it.
     *
     * @param page of the card
     */
    private record MappedDoorbells(DoorbellPage page) implements MappedPage {
        @Override
        public MemorySegment memory() {
            return page.memory();
        }

        @Override
        public void write64(int offset, long value) {
            page.write(offset, value);
        }
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        return new SlatePd(
                (SlateContext) context, calls.number(() -> calls.core().keys().allocPd()));
    }

    @Override
    public void deallocPd(DriverPd pd) {
        calls.number(() -> calls.core().keys().deallocPd(((SlatePd) pd).number()));
    }

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return keys.register((SlatePd) pd, pages, iova, access, bound);
    }

    @Override
    public DriverMr reregMr(DriverMr mr, RegionChange change) {
        return keys.change((SlateKey) mr, change);
    }

    @Override
    public void deregMr(DriverMr mr) {
        if (mr instanceof PagedRegion paged) {
            paging.deregister(paged);
        } else {
            keys.destroy(mr.lkey());
        }
    }

    @Override
    public OdpCapabilities odp() {
        Set<OdpOperation> connected = OdpOperation.of(SlateCard.PAGING.rc());
        return new OdpCapabilities(true, false, connected, Set.of(), Set.of(), Set.of());
    }

    @Override
    public DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        return paging.register((SlatePd) pd, request, bound);
    }

    @Override
    public void adviseMr(DriverMr mr, MrAdvice advice, long address, long length) {
        paging.advise((PagedRegion) mr, advice, address, length);
    }

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        return keys.allocateWindow((SlatePd) pd, type);
    }

    @Override
    public void deallocMw(DriverMw mw) {
        keys.destroy(mw.rkey());
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        return keys.query((SlateKey) mw);
    }

    @Override
    public List<WindowHolder> windowsOf(DriverMr mr) {
        return keys.boundTo(mr.lkey());
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        return queues.createCq((SlateContext) context, cqe, udata);
    }

    @Override
    public void destroyCq(DriverCq cq) {
        queues.destroyCq((SlateCqObject) cq);
    }

    @Override
    public DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        return sharedQueues.create((SlatePd) pd, request, udata);
    }

    @Override
    public void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        sharedQueues.modify((SlateSrqObject) srq, mask, maxWr, limit, udata);
    }

    @Override
    public SrqAttributes querySrq(DriverSrq srq) {
        return sharedQueues.query((SlateSrqObject) srq);
    }

    @Override
    public void destroySrq(DriverSrq srq) {
        sharedQueues.destroy((SlateSrqObject) srq);
    }

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        return queues.createQp((SlatePd) pd, request, udata);
    }

    @Override
    public QpState queryQpState(DriverQp qp) {
        return transitions.state((SlateQpObject) qp);
    }

    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes attributes) {
        transitions.modify((SlateQpObject) qp, from, attributes);
    }

    @Override
    public void destroyQp(DriverQp qp) {
        queues.destroyQp((SlateQpObject) qp);
    }

    @Override
    public void serveInterrupts() {
        fabric.runDeferred();
    }

    @Override
    public void progress() {
        fabric.progress();
    }

    @Override
    public long now() {
        return fabric.now();
    }

    @Override
    public void progressUntil(long limitNanos) {
        fabric.progressUntil(limitNanos);
    }
}
