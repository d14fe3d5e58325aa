package dev.fenestra.vendor.irdma.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.MarkedPosts;
import dev.fenestra.hw.sim.card.PairedCompletions;
import dev.fenestra.hw.sim.card.ShadowRecord;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.irdma.IrdmaFormats;
import dev.fenestra.hw.sim.irdma.IrdmaPlaces;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.common.kernel.CardPd;
import dev.fenestra.vendor.common.kernel.Made;
import dev.fenestra.vendor.common.kernel.NumberedRegisters;
import dev.fenestra.vendor.common.kernel.PinnedQueue;
import dev.fenestra.vendor.common.kernel.QueueMemories;
import dev.fenestra.vendor.common.kernel.QueueRegistration;
import dev.fenestra.vendor.common.kernel.RecordedQueue;
import dev.fenestra.vendor.common.kernel.RecordedQueue.Place;
import dev.fenestra.vendor.common.kernel.UdataBytes;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.irdma.abi.IrdmaRules;
import dev.fenestra.vendor.irdma.abi.IrdmaUdata;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The kernel half of irdma cards. A program registers the memory of a queue before it makes the queue. As in Linux, a
 * registration serves one queue, and may end before the queue does: the queue has pins of its own.
 */
public final class IrdmaHalf implements VendorHalf {
    /** Limits of the card. */
    public static final HcaLimits LIMITS =
            HcaLimits.DEFAULT.withLogMaxQp(16).withLogRdAtomic(7).withLogMaxMessage(30);

    private static final int RDMA_DRIVER = 9;
    private static final int VENDOR = 0x8086;
    /** E810-C with QSFP ports. */
    private static final int E810 = 0x1592;

    private static final int GENERATION_2 = 2;
    private static final int RESIZES = 2;
    private static final int ROCE_WITH_IMMEDIATE = 7;
    private static final int MAX_WR = 4063;
    /** An entry has a number of 20 bits, and a completion can take two entries. */
    private static final int MAX_CQE = (1 << 19) - 1;

    private static final UdataBytes BYTES = new UdataBytes(IrdmaRules.ALL);
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, E810)
            .maxQp(HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps())
            .maxQpWr(MAX_WR)
            .maxSge(IrdmaUdata.MAX_SGE)
            .maxCq(LIMITS.maxCqs())
            .maxCqe(MAX_CQE)
            .maxMr(LIMITS.maxMkeys())
            .maxMw(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxQpRdAtomic(1 << LIMITS.logRdAtomic())
            .maxInline(IrdmaUdata.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(1L << 41)
            .atomicCap(AtomicCapability.NONE)
            .transports(Set.of(QpType.RC, QpType.UD))
            .maxAh(1 << 15)
            .maxMcastGroups(1 << 13)
            .maxMcastQpAttach(56)
            .features(Set.of(DeviceCapability.RC_RNR_NAK_GEN))
            .memoryWindows(MemoryWindows.TYPE_1)
            .build();

    private final Card card;
    private final QueueMemories memories = new QueueMemories(IrdmaRules.ALL);
    /** The place of the record of each completion queue. */
    private final Map<CompletionPlaces, Place> records = new ConcurrentHashMap<>();

    /**
     * Makes the half of one card.
     *
     * @param card the card
     */
    public IrdmaHalf(Card card) {
        this.card = card;
    }

    @Override
    public int driverId() {
        return RDMA_DRIVER;
    }

    @Override
    public int abiVersion() {
        return IrdmaUdata.ABI_VERSION;
    }

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public VendorRules rules() {
        return IrdmaRules.ALL;
    }

    @Override
    public CompletionFormat completions() {
        return IrdmaFormats.COMPLETIONS;
    }

    /** libirdma asks for all entries, of which a completion can take two. */
    @Override
    public int mostEntries(Udata udata) {
        return isOwn(udata) ? MAX_CQE : IrdmaUdata.entries(MAX_CQE);
    }

    /** libirdma asks for all requests of its rings. */
    @Override
    public int mostRequests(Udata udata) {
        return isOwn(udata) ? MAX_WR : IrdmaUdata.MAX_QUANTA;
    }

    /** libirdma has no call for it. */
    @Override
    public boolean reregisters() {
        return false;
    }

    /** The room for inline data decides where requests lie. */
    @Override
    public boolean decidesInline() {
        return true;
    }

    @Override
    public void opened(CardContext context, Udata udata) {
        MemorySegment asked = BYTES.request(udata, IrdmaUdata.USER_VERSION.end());
        MemorySegment answer = BYTES.answer(udata, IrdmaUdata.GENERATION.end());
        int version = IrdmaUdata.USER_VERSION.getInt(asked);
        boolean isKnown = version >= IrdmaUdata.OLDEST_VERSION && version <= IrdmaUdata.ABI_VERSION;
        BYTES.check(isKnown, "userspace_ver=" + version);
        IrdmaUdata.KERNEL_VERSION.set(answer, IrdmaUdata.ABI_VERSION);
        IrdmaUdata.FEATURES.set(answer, RESIZES);
        IrdmaUdata.REGISTERS_AT.set(answer, IrdmaUdata.REGISTERS);
        IrdmaUdata.MAX_PIECES.set(answer, IrdmaUdata.MAX_SGE);
        IrdmaUdata.MAX_READ_PIECES.set(answer, IrdmaUdata.MAX_SGE);
        IrdmaUdata.MAX_INLINE_DATA.set(answer, IrdmaUdata.MAX_INLINE);
        IrdmaUdata.MAX_RECEIVE_QUANTA.set(answer, IrdmaUdata.MAX_QUANTA);
        IrdmaUdata.MAX_SEND_QUANTA.set(answer, IrdmaUdata.MAX_QUANTA);
        IrdmaUdata.MIN_ENTRIES.set(answer, IrdmaUdata.entries(0));
        IrdmaUdata.MAX_ENTRIES.set(answer, MAX_CQE);
        IrdmaUdata.BLOCK.set(answer, IrdmaFormats.BLOCK);
        IrdmaUdata.GENERATION.set(answer, GENERATION_2);
    }

    @Override
    public void allocated(CardPd pd, Udata udata) {
        if (udata.response().byteSize() >= IrdmaUdata.PD_NUMBER.end()) {
            IrdmaUdata.PD_NUMBER.set(udata.response(), pd.number());
        }
    }

    /** Programs of other processes store to memory there, which nobody reads. */
    @Override
    public MappedPage map(Card of, CardContext context, long offset) {
        BYTES.check(offset == IrdmaUdata.REGISTERS, "offset=" + offset);
        MemorySegment page = context.memory().lend(IrdmaUdata.PAGE).memory();
        return new NumberedRegisters(of, context, page, IrdmaUdata.SEND_DOORBELL, IrdmaUdata.ARM, ShadowRecord.ANY);
    }

    @Override
    public @Nullable QueueRegistration registered(CardPd pd, PinnedPages pages, Udata udata) {
        boolean hasType = udata.request().byteSize() >= IrdmaUdata.MEMORY.bytes();
        int kind = hasType ? IrdmaUdata.MEMORY_TYPE.getInt(udata.request()) : 0;
        if (kind == 0) {
            return null;
        }
        BYTES.check(kind == IrdmaUdata.OF_QP || kind == IrdmaUdata.OF_CQ, "reg_type=" + kind);
        boolean isOfQp = kind == IrdmaUdata.OF_QP;
        int first = (isOfQp ? IrdmaUdata.SEND_PAGES : IrdmaUdata.CQ_PAGES).getInt(udata.request()) * IrdmaUdata.PAGE;
        int second = isOfQp ? IrdmaUdata.RECEIVE_PAGES.getInt(udata.request()) * IrdmaUdata.PAGE : 0;
        // The record of a QP lies on a page of its own, behind the rings.
        int needed = first + second + (isOfQp ? IrdmaUdata.PAGE : 0);
        BYTES.check(needed <= pages.busAddresses().length * IrdmaUdata.PAGE, "bytes=" + needed);
        return memories.add(new QueueRegistration(pd.context(), kind, pages.address(), pages.length(), first, second));
    }

    @Override
    public void deregistered(QueueRegistration memory) {
        memories.remove(memory);
    }

    /** A Java program says the sizes itself; the memory of other programs was registered. */
    private static boolean isOwn(Udata udata) {
        return udata.request().byteSize() >= IrdmaUdata.OWN_BYTES;
    }

    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        MemorySegment asked = BYTES.request(udata, IrdmaUdata.CQ.bytes());
        MemorySegment answer = BYTES.answer(udata, IrdmaUdata.CQ_ANSWER.bytes());
        long address = IrdmaUdata.CQ_RECORD.get(asked);
        Place ring = ring(context, cqe, udata, CardRule.CQ_MEMORY);
        if (!isOwn(udata)) {
            memories.take(context, IrdmaUdata.OF_CQ, address, CardRule.CQ_MEMORY);
        }
        Place record = new Place("user_shadow_area", address, ShadowRecord.BYTES, ShadowRecord.BYTES);
        return cq(context, cqe, ring, record, number -> {
            IrdmaUdata.CQ_NUMBER.set(answer, number);
            IrdmaUdata.CQ_SIZE.set(answer, ring.bytes() / IrdmaFormats.PAIRS.bytes());
        });
    }

    /** The record stays. */
    @Override
    public Made<CompletionPlaces, Integer> resizedCq(CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        BYTES.request(udata, IrdmaUdata.CQ_BUFFER.end());
        Place ring = ring(context, cqe, udata, CardRule.RESIZE_MEMORY);
        return cq(context, cqe, ring, Objects.requireNonNull(records.get(from)), _ -> {});
    }

    private Place ring(CardContext context, int cqe, Udata udata, CardRule missing) {
        long address = IrdmaUdata.CQ_BUFFER.get(udata.request());
        int count = isOwn(udata) ? IrdmaUdata.CQ_SIZE.getInt(IrdmaUdata.own(udata.request())) : cqe;
        if (isOwn(udata)) {
            BYTES.check(count == IrdmaUdata.entries(cqe), "entries=" + count);
        } else if (cqe < IrdmaUdata.entries(0)) {
            throw rules().refused(CardRule.CQ_SIZE, "cqe=" + cqe);
        } else {
            QueueRegistration found = memories.take(context, IrdmaUdata.OF_CQ, address, missing);
            BYTES.check(IrdmaUdata.bytes(cqe) <= found.first(), "cqe=" + cqe + ", bytes=" + found.first());
        }
        return new Place("user_cq_buf", address, IrdmaUdata.bytes(count), IrdmaUdata.PAGE);
    }

    private Made<CompletionPlaces, Integer> cq(
            CardContext context, int cqe, Place ring, Place record, IntConsumer numbered) {
        RecordedQueue memory = RecordedQueue.pin(card, context, BYTES, ring, record);
        int entries = ring.bytes() / IrdmaFormats.PAIRS.bytes();
        ShadowRecord shadow = new ShadowRecord(memory.recordRing());
        PairedCompletions places = new PairedCompletions(memory.ring(), entries, shadow, IrdmaFormats.PAIRS);
        records.put(places, record);
        return new Made<>(places, cqe, () -> release(places, memory), numbered);
    }

    private void release(CompletionPlaces places, RecordedQueue memory) {
        records.remove(places);
        memory.release();
    }

    @Override
    public boolean move(CompletionPlaces from, CompletionPlaces to) {
        return ((PairedCompletions) from).moveTo((PairedCompletions) to);
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        MemorySegment asked = BYTES.request(udata, IrdmaUdata.QP.bytes());
        MemorySegment answer = BYTES.answer(udata, IrdmaUdata.QP_ANSWER.bytes());
        if (request.srq() != null) {
            throw rules().refused(CardRule.OPERATION, "a QP with an SRQ");
        }
        QpCapacity capacity = request.capacity();
        IrdmaUdata.Rings rings = isOwn(udata)
                ? IrdmaUdata.rings(
                        IrdmaUdata.SENDS.getInt(IrdmaUdata.own(asked)),
                        IrdmaUdata.RECEIVES.getInt(IrdmaUdata.own(asked)),
                        capacity)
                : IrdmaUdata.rings(capacity.maxSendWr(), capacity.maxRecvWr(), capacity);
        BYTES.check(rings.areRings(), "sq_size=" + rings.sends() + ", rq_size=" + rings.receives());
        PinnedQueue memory = memory(pd, asked, rings, isOwn(udata));
        CardQueues queues = new CardQueues(
                IrdmaFormats.SENDS,
                IrdmaFormats.RECEIVES,
                new IrdmaPlaces(handles, pd.number()),
                new MarkedPosts(rings.sendSlots(memory.ring()), IrdmaFormats.BLOCK, 0, IrdmaFormats.VALID),
                new MarkedPosts(rings.receiveSlots(memory.ring()), 1, rings.logReceiveQuanta(), IrdmaFormats.VALID),
                request.signalAll(),
                IrdmaUdata.QP_NAME.get(asked));
        return new Made<>(queues, capacity, memory, number -> {
            IrdmaUdata.QP_NUMBER.set(answer, number);
            IrdmaUdata.SENDS.set(answer, rings.sends());
            IrdmaUdata.RECEIVES.set(answer, rings.receives());
            IrdmaUdata.CAPABILITIES.set(answer, ROCE_WITH_IMMEDIATE);
        });
    }

    private PinnedQueue memory(CardPd pd, MemorySegment asked, IrdmaUdata.Rings rings, boolean isOwn) {
        long address = IrdmaUdata.QP_BUFFER.get(asked);
        int bytes = (rings.sendPages() + rings.receivePages()) * IrdmaUdata.PAGE;
        if (!isOwn) {
            QueueRegistration found = memories.take(pd.context(), IrdmaUdata.OF_QP, address, CardRule.QP_MEMORY);
            boolean fits = found.first() == rings.sendPages() * IrdmaUdata.PAGE
                    && found.second() >= rings.receivePages() * IrdmaUdata.PAGE;
            BYTES.check(fits, "sq_pages=" + found.first() + ", rq_pages=" + found.second());
        }
        BYTES.check(address % IrdmaUdata.PAGE == 0, String.format("user_wqe_bufs=0x%x", address));
        return PinnedQueue.pin(card, pd.context(), address, bytes);
    }

    @Override
    public void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        IrdmaUdata.AH_NUMBER.set(BYTES.answer(udata, IrdmaUdata.AH.bytes()), number);
    }
}
