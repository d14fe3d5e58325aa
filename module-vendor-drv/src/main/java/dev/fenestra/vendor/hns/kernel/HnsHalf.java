package dev.fenestra.vendor.hns.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.IndexedPosts;
import dev.fenestra.hw.sim.card.LappedCompletions;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hns.HnsFormats;
import dev.fenestra.hw.sim.hns.HnsPlaces;
import dev.fenestra.ib.core.spi.MappedPage;
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
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.common.kernel.CardPd;
import dev.fenestra.vendor.common.kernel.Made;
import dev.fenestra.vendor.common.kernel.RecordedQueue;
import dev.fenestra.vendor.common.kernel.RecordedQueue.Place;
import dev.fenestra.vendor.common.kernel.UdataBytes;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.hns.abi.HnsRules;
import dev.fenestra.vendor.hns.abi.HnsUdata;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Set;

/** The kernel half of hns cards. The process lays its queues out in its own memory. */
public final class HnsHalf implements VendorHalf {
    /** Limits of the card. */
    public static final HcaLimits LIMITS = HcaLimits.DEFAULT.withLogMaxQp(16).withLogRdAtomic(7);

    private static final int RDMA_DRIVER = 12;
    private static final int VENDOR = 0x19e5;
    private static final int PART = 0xa222;
    /** The second generation of the hardware (HIP09): it has datagrams, and no receive has a piece of its own. */
    private static final int HARDWARE = 0x130;

    private static final int MAX_LOG_WR = 15;
    private static final int MAX_WR = 1 << MAX_LOG_WR;
    private static final int MAX_CQE = 1 << 20;
    private static final int SHORT_ENTRY = 32;
    private static final int LONG_ENTRY = 64;
    private static final int CQ_WITH_RECORD = 1;
    private static final int QP_WITH_RECORDS_AND_OWNER_BITS = 7;

    private static final int PAGE = 4096;
    private static final UdataBytes BYTES = new UdataBytes(HnsRules.ALL);
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, PART)
            .maxQp(HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps())
            .maxQpWr(MAX_WR)
            .maxSge(HnsUdata.MAX_SGE)
            .maxCq(LIMITS.maxCqs())
            .maxCqe(MAX_CQE)
            .maxMr(LIMITS.maxMkeys())
            .maxMw(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxQpRdAtomic(1 << LIMITS.logRdAtomic())
            .maxInline(HnsUdata.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(1L << 40)
            .atomicCap(AtomicCapability.HCA)
            .transports(Set.of(QpType.RC, QpType.UD))
            .maxAh(1 << 15)
            .maxMcastGroups(1 << 13)
            .maxMcastQpAttach(56)
            .features(Set.of(DeviceCapability.RC_RNR_NAK_GEN))
            .memoryWindows(MemoryWindows.TYPE_1_AND_2B)
            .maxSrq(LIMITS.maxSrqs())
            .maxSrqWr(MAX_WR)
            .maxSrqSge(HnsUdata.MAX_SGE)
            .build();

    private final Card card;

    /**
     * Makes the half of one card.
     *
     * @param card the card
     */
    public HnsHalf(Card card) {
        this.card = card;
    }

    @Override
    public int driverId() {
        return RDMA_DRIVER;
    }

    @Override
    public int abiVersion() {
        return HnsUdata.ABI_VERSION;
    }

    @Override
    public int hardwareVersion() {
        return HARDWARE;
    }

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public VendorRules rules() {
        return HnsRules.ALL;
    }

    @Override
    public CompletionFormat completions() {
        return HnsFormats.COMPLETIONS;
    }

    @Override
    public void opened(CardContext context, Udata udata) {
        MemorySegment answer = BYTES.answer(udata, HnsUdata.SRQ_TABLE.end());
        HnsUdata.QP_TABLE.set(answer, 1 << LIMITS.logMaxQp());
        HnsUdata.CQE_BYTES.set(answer, LONG_ENTRY);
        HnsUdata.SRQ_TABLE.set(answer, 1 << LIMITS.logMaxSrq());
    }

    @Override
    public void allocated(CardPd pd, Udata udata) {
        if (udata.response().byteSize() >= HnsUdata.PD_NUMBER.end()) {
            HnsUdata.PD_NUMBER.set(udata.response(), pd.number());
        }
    }

    /** Programs of other processes store to memory there, which nobody reads. */
    @Override
    public MappedPage map(Card of, CardContext context, long offset) {
        BYTES.check(offset == HnsUdata.REGISTERS, "offset=" + offset);
        return new HnsRegisters(of, context, context.memory().lend(PAGE).memory());
    }

    private static Place place(String name, long address, int bytes, int alignment) {
        return new Place(name, address, bytes, alignment);
    }

    private static PostRecord record(RecordedQueue memory, int number) {
        return new PostRecord(memory.recordRing(number), ByteOrder.LITTLE_ENDIAN);
    }

    /** The library takes the number of entries that it is told for a mask. */
    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        if (cqe < 1 || cqe > MAX_CQE) {
            throw rules().refused(CardRule.CQ_SIZE, "cqe=" + cqe);
        }
        MemorySegment asked = BYTES.request(udata, HnsUdata.CQ_RECORD.end());
        MemorySegment answer = BYTES.answer(udata, HnsUdata.CQ_ANSWER.bytes());
        int bytes = asked.byteSize() < HnsUdata.ENTRY_BYTES.end() ? SHORT_ENTRY : HnsUdata.ENTRY_BYTES.getInt(asked);
        BYTES.check(bytes == SHORT_ENTRY || bytes == LONG_ENTRY, "cqe_size=" + bytes);
        int entries = 1 << HnsUdata.logQueue(cqe);
        RecordedQueue memory = RecordedQueue.pin(
                card,
                context,
                BYTES,
                place("buf_addr", HnsUdata.CQ_BUFFER.get(asked), entries * bytes, PAGE),
                place("db_addr", HnsUdata.CQ_RECORD.get(asked), Integer.BYTES, Integer.BYTES));
        PollRecord record = new PollRecord(memory.recordRing(), ByteOrder.LITTLE_ENDIAN, false);
        return new Made<>(
                new LappedCompletions(memory.ring(), entries, record, HnsFormats.laps(bytes)),
                entries - 1,
                memory,
                number -> {
                    HnsUdata.CQ_NUMBER.set(answer, number);
                    HnsUdata.CQ_FLAGS.set(answer, CQ_WITH_RECORD);
                });
    }

    @Override
    public Made<CompletionPlaces, Integer> resizedCq(CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        throw rules().refused(CardRule.OPERATION, "resize_cq");
    }

    @Override
    public Made<PostedQueue, SrqCapacity> srq(CardContext context, SrqCapacity capacity, boolean isNew, Udata udata) {
        if (!isNew) {
            throw rules().refused(CardRule.CARD, "max_wr=" + capacity.maxWr());
        }
        MemorySegment asked = BYTES.request(udata, HnsUdata.SRQ.bytes());
        MemorySegment answer = BYTES.answer(udata, HnsUdata.SRQ_NUMBER.end());
        int slots = 1 << HnsUdata.log(capacity.maxWr());
        int logBytes = HnsUdata.logReceive(capacity.maxSge());
        RecordedQueue memory = RecordedQueue.pin(
                card,
                context,
                BYTES,
                place("buf_addr", HnsUdata.SRQ_BUFFER.get(asked), slots << logBytes, PAGE),
                place("que_addr", HnsUdata.SRQ_INDEXES.get(asked), slots * Integer.BYTES, PAGE));
        return new Made<>(
                new IndexedPosts(new RingSlots(memory.ring(), 0, slots, logBytes), memory.recordRing()),
                new SrqCapacity(slots, 1 << HnsUdata.log(capacity.maxSge())),
                memory,
                number -> HnsUdata.SRQ_NUMBER.set(answer, number));
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        MemorySegment asked = BYTES.request(udata, HnsUdata.QP.bytes());
        MemorySegment answer = BYTES.answer(udata, HnsUdata.QP_FLAGS.end());
        int logSends = HnsUdata.LOG_SENDS.getInt(asked);
        int logBytes = HnsUdata.LOG_SEND_BYTES.getInt(asked);
        boolean canBe = logSends >= HnsUdata.logQueue(request.capacity().maxSendWr())
                && logSends <= MAX_LOG_WR
                && logBytes == HnsFormats.LOG_SEND_BYTES;
        BYTES.check(canBe, "log_sq_bb_count=" + logSends + ", log_sq_stride=" + logBytes);
        HnsUdata.Rings rings = HnsUdata.rings(request.capacity(), request.srq() == null, logSends, request.type());
        int receiveRecord = rings.receives() == 0 ? 0 : Integer.BYTES;
        RecordedQueue memory = RecordedQueue.pin(
                card,
                pd.context(),
                BYTES,
                place("buf_addr", HnsUdata.QP_BUFFER.get(asked), rings.bytes(), PAGE),
                place("sdb_addr", HnsUdata.SEND_RECORD.get(asked), Integer.BYTES, Integer.BYTES),
                place("db_addr", HnsUdata.RECEIVE_RECORD.get(asked), receiveRecord, Integer.BYTES));
        RingSlots further =
                new RingSlots(memory.ring(), rings.furtherAt(), rings.further(), HnsFormats.LOG_PIECE_BYTES);
        RingSlots receives =
                new RingSlots(memory.ring(), rings.receivesAt(), rings.receives(), rings.logReceiveBytes());
        CardQueues queues = new CardQueues(
                request.type() == QpType.UD ? HnsFormats.DATAGRAMS : HnsFormats.SENDS,
                HnsFormats.RECEIVES,
                new HnsPlaces(further, pd.number()),
                new CountedPosts(new RingSlots(memory.ring(), 0, 1 << logSends, logBytes), record(memory, 0)),
                rings.receives() == 0 ? null : new CountedPosts(receives, record(memory, 1)),
                request.signalAll());
        HnsUdata.QP_FLAGS.set(answer, QP_WITH_RECORDS_AND_OWNER_BITS);
        return new Made<>(queues, rings.capacity(request.capacity()), memory);
    }

    /** The library makes the address itself, since it knows the number of its PD. */
    @Override
    public void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        allocated(pd, udata);
    }
}
