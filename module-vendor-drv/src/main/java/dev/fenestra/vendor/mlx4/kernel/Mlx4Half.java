package dev.fenestra.vendor.mlx4.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.LappedCompletions;
import dev.fenestra.hw.sim.card.LappedPosts;
import dev.fenestra.hw.sim.card.LinkedPosts;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.mlx4.Mlx4Formats;
import dev.fenestra.hw.sim.mlx4.Mlx4Places;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.RdmaDevice;
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
import dev.fenestra.vendor.mlx4.abi.Mlx4Rules;
import dev.fenestra.vendor.mlx4.abi.Mlx4Udata;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/** The kernel half of mlx4 cards. The process lays its queues out in its own memory. */
public final class Mlx4Half implements VendorHalf {
    /** Limits of the card. */
    public static final HcaLimits LIMITS =
            HcaLimits.DEFAULT.withLogMaxQp(16).withLogRdAtomic(4).withLogMaxMessage(30);

    private static final int RDMA_DRIVER = 2;
    private static final int PCI_VENDOR = 0x15b3;
    private static final int VENDOR = 0x2c9;
    /** A virtual function: tests of rdma-core send nothing by RoCEv2 on the others, whose hardware cannot do it. */
    private static final int CONNECTX_3_VF = 0x1004;

    private static final int MOST_LOG_SENDS = 15;
    private static final int LEAST_LOG_BYTES = 6;
    private static final int MOST_LOG_BYTES = 10;
    private static final int MAX_WR = (1 << MOST_LOG_SENDS - 1) - 1;
    private static final int MAX_CQE = (1 << LIMITS.logMaxCqSize()) - 1;
    /** A receive of an SRQ has a link where one more piece would lie. */
    private static final int MAX_SRQ_SGE = Mlx4Udata.MAX_SGE - 1;

    private static final int PAGE = 4096;
    private static final String BUFFER = "buf_addr";
    private static final String RECORD = "db_addr";
    private static final UdataBytes BYTES = new UdataBytes(Mlx4Rules.ALL);
    private static final int MAX_GROUPS = 1 << 13;
    private static final int MAX_GROUP_MEMBERS = 56;
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, CONNECTX_3_VF)
            .maxQp(HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps())
            .maxQpWr(MAX_WR)
            .maxSge(Mlx4Udata.MAX_SGE)
            .maxCq(LIMITS.maxCqs())
            .maxCqe(MAX_CQE)
            .maxMr(LIMITS.maxMkeys())
            .maxMw(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxQpRdAtomic(1 << LIMITS.logRdAtomic())
            .maxInline(Mlx4Udata.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(1L << 40)
            .atomicCap(AtomicCapability.HCA)
            .transports(Set.of(QpType.RC, QpType.UC, QpType.UD))
            .maxAh(1 << 15)
            .maxMcastGroups(MAX_GROUPS)
            .maxMcastQpAttach(MAX_GROUP_MEMBERS)
            .features(Set.of(DeviceCapability.RC_RNR_NAK_GEN))
            .memoryWindows(MemoryWindows.TYPE_1_AND_2B)
            .maxSrq(LIMITS.maxSrqs())
            .maxSrqWr(MAX_WR)
            .maxSrqSge(MAX_SRQ_SGE)
            .build();

    private final Card card;
    /** Address of the record of each completion queue. */
    private final Map<CompletionPlaces, Long> records = new ConcurrentHashMap<>();

    /**
     * Makes the half of one card.
     *
     * @param card the card
     */
    public Mlx4Half(Card card) {
        this.card = card;
    }

    @Override
    public int driverId() {
        return RDMA_DRIVER;
    }

    @Override
    public int abiVersion() {
        return Mlx4Udata.ABI_VERSION;
    }

    @Override
    public Optional<String> modalias() {
        return Optional.of(RdmaDevice.pciModalias(PCI_VENDOR, CONNECTX_3_VF));
    }

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public VendorRules rules() {
        return Mlx4Rules.ALL;
    }

    @Override
    public CompletionFormat completions() {
        return Mlx4Formats.COMPLETIONS;
    }

    @Override
    public void opened(CardContext context, Udata udata) {
        MemorySegment answer = BYTES.answer(udata, Mlx4Udata.CONTEXT.bytes());
        Mlx4Udata.DEVICE_CAPS.set(answer, 1);
        Mlx4Udata.QP_TABLE.set(answer, 1 << LIMITS.logMaxQp());
        Mlx4Udata.CQE_BYTES.set(answer, Mlx4Formats.COMPLETIONS.structure().bytes());
    }

    @Override
    public void allocated(CardPd pd, Udata udata) {
        if (udata.response().byteSize() >= Mlx4Udata.PD_NUMBER.end()) {
            Mlx4Udata.PD_NUMBER.set(udata.response(), pd.number());
        }
    }

    /** Programs of other processes store to memory there, which nobody reads. */
    @Override
    public MappedPage map(Card of, CardContext context, long offset) {
        BYTES.check(offset == Mlx4Udata.REGISTERS, "offset=" + offset);
        return new Mlx4Registers(of, context, context.memory().lend(PAGE).memory());
    }

    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        MemorySegment asked = BYTES.request(udata, Mlx4Udata.CQ.bytes());
        MemorySegment answer = BYTES.answer(udata, Mlx4Udata.CQ_NUMBER.end());
        long record = Mlx4Udata.CQ_RECORD.get(asked);
        return cq(context, cqe, asked, record, number -> Mlx4Udata.CQ_NUMBER.set(answer, number));
    }

    /** The record stays. */
    @Override
    public Made<CompletionPlaces, Integer> resizedCq(CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        MemorySegment asked = BYTES.request(udata, Mlx4Udata.CQ_BUFFER.end());
        return cq(context, cqe, asked, Objects.requireNonNull(records.get(from)), _ -> {});
    }

    private Made<CompletionPlaces, Integer> cq(
            CardContext context, int cqe, MemorySegment asked, long record, IntConsumer numbered) {
        if (cqe < 1 || cqe > MAX_CQE) {
            throw rules().refused(CardRule.CQ_SIZE, "cqe=" + cqe);
        }
        int entries = 1 << Mlx4Udata.log(cqe + 1);
        int bytes = Mlx4Formats.LAPS.bytes();
        Place buffer = new Place(BUFFER, Mlx4Udata.CQ_BUFFER.get(asked), entries * bytes, bytes);
        RecordedQueue memory =
                RecordedQueue.pin(card, context, BYTES, buffer, new Place(RECORD, record, Long.BYTES, Long.BYTES));
        LappedCompletions places =
                new LappedCompletions(memory.ring(), entries, new PollRecord(memory.recordRing()), Mlx4Formats.LAPS);
        records.put(places, record);
        return new Made<>(
                places,
                entries - 1,
                () -> {
                    records.remove(places);
                    memory.release();
                },
                numbered);
    }

    @Override
    public boolean move(CompletionPlaces from, CompletionPlaces to) {
        return ((LappedCompletions) from).moveTo((LappedCompletions) to);
    }

    @Override
    public Made<PostedQueue, SrqCapacity> srq(CardContext context, SrqCapacity capacity, boolean isNew, Udata udata) {
        if (!isNew) {
            throw rules().refused(CardRule.CARD, "max_wr=" + capacity.maxWr());
        }
        MemorySegment asked = BYTES.request(udata, Mlx4Udata.SRQ.bytes());
        MemorySegment answer = BYTES.answer(udata, Mlx4Udata.SRQ_NUMBER.end());
        int slots = Mlx4Udata.srqSlots(capacity);
        int logBytes = Mlx4Udata.srqLogBytes(capacity);
        Place buffer = new Place(BUFFER, Mlx4Udata.SRQ_BUFFER.get(asked), slots << logBytes, PAGE);
        Place record = new Place(RECORD, Mlx4Udata.SRQ_RECORD.get(asked), Integer.BYTES, Integer.BYTES);
        RecordedQueue memory = RecordedQueue.pin(card, context, BYTES, buffer, record);
        return new Made<>(
                new LinkedPosts(
                        new RingSlots(memory.ring(), 0, slots, logBytes),
                        Mlx4Formats.NEXT,
                        new PostRecord(memory.recordRing())),
                new SrqCapacity(slots - 1, capacity.maxSge()),
                memory,
                number -> Mlx4Udata.SRQ_NUMBER.set(answer, number));
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        MemorySegment asked = BYTES.request(udata, Mlx4Udata.LOG_SEND_BYTES.end());
        int logSends = Mlx4Udata.LOG_SENDS.getInt(asked);
        int logBytes = Mlx4Udata.LOG_SEND_BYTES.getInt(asked);
        boolean canBe = logSends <= MOST_LOG_SENDS && logBytes >= LEAST_LOG_BYTES && logBytes <= MOST_LOG_BYTES;
        BYTES.check(canBe, "log_sq_bb_count=" + logSends + ", log_sq_stride=" + logBytes);
        boolean hasReceives = request.srq() == null;
        Mlx4Udata.Rings rings = Mlx4Udata.rings(request.capacity(), hasReceives, logSends, logBytes);
        Place buffer = new Place(BUFFER, Mlx4Udata.QP_BUFFER.get(asked), rings.bytes(), PAGE);
        int recordBytes = hasReceives ? Integer.BYTES : 0;
        Place record = new Place(RECORD, Mlx4Udata.QP_RECORD.get(asked), recordBytes, Integer.BYTES);
        RecordedQueue memory = RecordedQueue.pin(card, pd.context(), BYTES, buffer, record);
        CardQueues queues = new CardQueues(
                request.type() == QpType.UD ? Mlx4Formats.DATAGRAMS : Mlx4Formats.SENDS,
                hasReceives ? Mlx4Formats.RECEIVES : Mlx4Formats.SHARED_RECEIVES,
                new Mlx4Places(1 << logBytes, pd.number()),
                new LappedPosts(new RingSlots(memory.ring(), rings.sendsAt(), 1 << logSends, logBytes)),
                hasReceives ? receives(memory, rings) : null,
                request.signalAll());
        return new Made<>(
                queues, rings.capacity(request.capacity(), request.capacity().maxSendWr()), memory);
    }

    private static PostedQueue receives(RecordedQueue memory, Mlx4Udata.Rings rings) {
        PostRecord record = new PostRecord(memory.recordRing());
        RingSlots slots = new RingSlots(memory.ring(), rings.receivesAt(), rings.receives(), rings.logReceiveBytes());
        return new CountedPosts(slots, record);
    }

    /** The library makes address handles without a call, since it knows the number of its PD. */
    @Override
    public void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        allocated(pd, udata);
    }
}
