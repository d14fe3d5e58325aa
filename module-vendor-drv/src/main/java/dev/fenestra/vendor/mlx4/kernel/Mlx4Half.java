package dev.fenestra.vendor.mlx4.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.LappedPosts;
import dev.fenestra.hw.sim.card.LinkedPosts;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.mlx4.Mlx4Completions;
import dev.fenestra.hw.sim.mlx4.Mlx4Formats;
import dev.fenestra.hw.sim.mlx4.Mlx4Places;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
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
    private static final int IN_PAGE = PAGE - 1;
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
        MemorySegment answer = answer(udata, Mlx4Udata.CONTEXT.bytes());
        Mlx4Udata.DEVICE_CAPS.set(answer, 1);
        Mlx4Udata.QP_TABLE.set(answer, 1 << LIMITS.logMaxQp());
        Mlx4Udata.BLUE_FLAME_BYTES.set(answer, 0);
        Mlx4Udata.BLUE_FLAMES.set(answer, 0);
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
        if (offset != Mlx4Udata.REGISTERS) {
            throw rules().refused(CardRule.UDATA, String.format("offset=0x%x", offset));
        }
        return new Mlx4Registers(of, context, context.memory().lend(PAGE).memory());
    }

    private MemorySegment answer(Udata udata, int bytes) {
        if (udata.response().byteSize() < bytes) {
            throw rules().refused(CardRule.UDATA, "response=" + udata.response().byteSize() + " bytes");
        }
        return udata.response();
    }

    private MemorySegment request(Udata udata, int bytes) {
        if (udata.request().byteSize() < bytes) {
            throw rules().refused(CardRule.UDATA, "request=" + udata.request().byteSize() + " bytes");
        }
        return udata.request();
    }

    /** Memory of the process that a ring lies in, pinned. */
    private record Pinned(PinnedPages pages, PinnedRing ring, CardContext context) {
        void release() {
            context.memory().unpin(pages);
        }
    }

    private Pinned pin(CardContext context, long address, int bytes) {
        PinnedPages pages = context.memory().pin(address, bytes, true);
        return new Pinned(pages, card.ring(pages.busAddresses(), (int) address & IN_PAGE), context);
    }

    /** Pins a record; when that is refused, the rings go back. */
    private Pinned pinRecord(Pinned rings, long address, int bytes) {
        boolean isPinned = false;
        try {
            if (address % Long.BYTES != 0 && bytes == Long.BYTES || address % Integer.BYTES != 0) {
                throw rules().refused(CardRule.UDATA, String.format("db_addr=0x%x", address));
            }
            Pinned record = pin(rings.context(), address, bytes);
            isPinned = true;
            return record;
        } finally {
            if (!isPinned) {
                rings.release();
            }
        }
    }

    private void checkAligned(long address, int bytes) {
        if (address % bytes != 0) {
            throw rules().refused(CardRule.UDATA, String.format("buf_addr=0x%x", address));
        }
    }

    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        MemorySegment asked = request(udata, Mlx4Udata.CQ.bytes());
        MemorySegment answer = answer(udata, Mlx4Udata.CQ_NUMBER.end());
        long record = Mlx4Udata.CQ_RECORD.get(asked);
        return cq(
                context,
                cqe,
                Mlx4Udata.CQ_BUFFER.get(asked),
                record,
                number -> Mlx4Udata.CQ_NUMBER.set(answer, number));
    }

    /** The record stays. */
    @Override
    public Made<CompletionPlaces, Integer> resizedCq(CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        long buffer = Mlx4Udata.CQ_BUFFER.get(request(udata, Mlx4Udata.CQ_BUFFER.end()));
        return cq(context, cqe, buffer, Objects.requireNonNull(records.get(from)), _ -> {});
    }

    private Made<CompletionPlaces, Integer> cq(
            CardContext context, int cqe, long buffer, long recordAddress, IntConsumer numbered) {
        if (cqe < 1 || cqe > MAX_CQE) {
            throw rules().refused(CardRule.CQ_SIZE, "cqe=" + cqe);
        }
        int entries = 1 << Mlx4Udata.log(cqe + 1);
        checkAligned(buffer, Mlx4Formats.COMPLETIONS.structure().bytes());
        Pinned ring = pin(
                context, buffer, entries * Mlx4Formats.COMPLETIONS.structure().bytes());
        Pinned record = pinRecord(ring, recordAddress, Long.BYTES);
        Mlx4Completions places = new Mlx4Completions(ring.ring(), entries, record.ring());
        records.put(places, recordAddress);
        return new Made<>(
                places,
                entries - 1,
                () -> {
                    records.remove(places);
                    ring.release();
                    record.release();
                },
                numbered);
    }

    @Override
    public boolean move(CompletionPlaces from, CompletionPlaces to) {
        return ((Mlx4Completions) from).moveTo((Mlx4Completions) to);
    }

    @Override
    public Made<PostedQueue, SrqCapacity> srq(CardContext context, SrqCapacity capacity, boolean isNew, Udata udata) {
        if (!isNew) {
            throw rules().refused(CardRule.CARD, "max_wr=" + capacity.maxWr());
        }
        MemorySegment asked = request(udata, Mlx4Udata.SRQ.bytes());
        MemorySegment answer = answer(udata, Mlx4Udata.SRQ_NUMBER.end());
        int slots = Mlx4Udata.srqSlots(capacity);
        int logBytes = Mlx4Udata.srqLogBytes(capacity);
        long buffer = Mlx4Udata.SRQ_BUFFER.get(asked);
        checkAligned(buffer, PAGE);
        Pinned ring = pin(context, buffer, slots << logBytes);
        Pinned record = pinRecord(ring, Mlx4Udata.SRQ_RECORD.get(asked), Integer.BYTES);
        return new Made<>(
                new LinkedPosts(ring.ring(), slots, logBytes, Mlx4Formats.NEXT, new PostRecord(record.ring())),
                new SrqCapacity(slots - 1, capacity.maxSge()),
                () -> {
                    ring.release();
                    record.release();
                },
                number -> Mlx4Udata.SRQ_NUMBER.set(answer, number));
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        MemorySegment asked = request(udata, Mlx4Udata.LOG_SEND_BYTES.end());
        int logSends = Mlx4Udata.LOG_SENDS.getInt(asked);
        int logBytes = Mlx4Udata.LOG_SEND_BYTES.getInt(asked);
        if (logSends > MOST_LOG_SENDS || logBytes < LEAST_LOG_BYTES || logBytes > MOST_LOG_BYTES) {
            throw rules().refused(CardRule.UDATA, "log_sq_bb_count=" + logSends + ", log_sq_stride=" + logBytes);
        }
        boolean hasReceives = request.srq() == null;
        Mlx4Udata.Rings rings = Mlx4Udata.rings(request.capacity(), hasReceives, logSends, logBytes);
        long buffer = Mlx4Udata.QP_BUFFER.get(asked);
        checkAligned(buffer, PAGE);
        Pinned memory = pin(pd.context(), buffer, rings.bytes());
        Pinned record = hasReceives ? pinRecord(memory, Mlx4Udata.QP_RECORD.get(asked), Integer.BYTES) : null;
        PostedQueue receives = record == null
                ? null
                : new CountedPosts(
                        memory.ring(),
                        rings.receivesAt(),
                        rings.receives(),
                        rings.logReceiveBytes(),
                        new PostRecord(record.ring()));
        CardQueues queues = new CardQueues(
                request.type() == QpType.UD ? Mlx4Formats.DATAGRAMS : Mlx4Formats.SENDS,
                hasReceives ? Mlx4Formats.RECEIVES : Mlx4Formats.SHARED_RECEIVES,
                new Mlx4Places(1 << logBytes, pd.number()),
                new LappedPosts(memory.ring(), rings.sendsAt(), 1 << logSends, logBytes),
                receives,
                request.signalAll());
        return new Made<>(queues, made(request.capacity(), rings), () -> {
            memory.release();
            if (record != null) {
                record.release();
            }
        });
    }

    /** The library takes the size of its receive ring from here. */
    private static QpCapacity made(QpCapacity asked, Mlx4Udata.Rings rings) {
        return new QpCapacity(
                asked.maxSendWr(),
                rings.receives(),
                asked.maxSendSge(),
                rings.receives() == 0 ? 0 : (1 << rings.logReceiveBytes()) / Mlx4Udata.PIECE_BYTES,
                asked.maxInlineData());
    }

    /** The library makes address handles without a call, since it knows the number of its PD. */
    @Override
    public void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        allocated(pd, udata);
    }
}
