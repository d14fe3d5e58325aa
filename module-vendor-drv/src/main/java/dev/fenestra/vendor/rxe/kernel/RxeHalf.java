package dev.fenestra.vendor.rxe.kernel;

import static dev.fenestra.vendor.rxe.abi.RxeUdata.MAPPING;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.rxe.RxeCompletions;
import dev.fenestra.hw.sim.rxe.RxeFormats;
import dev.fenestra.hw.sim.rxe.RxePlaces;
import dev.fenestra.hw.sim.rxe.RxePosts;
import dev.fenestra.hw.sim.rxe.RxeQueue;
import dev.fenestra.ib.core.spi.LentMemory;
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
import dev.fenestra.vendor.common.RegisterPage;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.kernel.CallRegisters;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.common.kernel.CardPd;
import dev.fenestra.vendor.common.kernel.Made;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.rxe.abi.RxeRules;
import dev.fenestra.vendor.rxe.abi.RxeUdata;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.IntConsumer;

/** The kernel half of rxe cards. The kernel makes the queues, and the process maps them. */
public final class RxeHalf implements VendorHalf {
    /** Limits of the card: those of rxe_param.h, or less where an index of the engine has 16 bits. */
    public static final HcaLimits LIMITS = HcaLimits.DEFAULT
            .withLogMaxMkey(19)
            .withLogMaxQp(16)
            .withLogRdAtomic(7)
            .withLogMaxMessage(23);

    private static final int RDMA_DRIVER = 14;
    private static final int VENDOR = 0xffffff;
    private static final int MAX_WR = (1 << LIMITS.logMaxQpSize()) - 1;
    private static final int MAX_GROUPS = 1 << 13;
    private static final int MAX_GROUP_MEMBERS = 56;
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, 0)
            .maxQp(HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps())
            .maxQpWr(MAX_WR)
            .maxSge(RxeUdata.MAX_SGE)
            .maxCq(LIMITS.maxCqs())
            .maxCqe(RxeUdata.MAX_CQE)
            .maxMr(LIMITS.maxMkeys())
            .maxMw(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxQpRdAtomic(1 << LIMITS.logRdAtomic())
            .maxInline(RxeUdata.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(1L << 40)
            .maxAh(1 << 15)
            .maxMcastGroups(MAX_GROUPS)
            .maxMcastQpAttach(MAX_GROUP_MEMBERS)
            .atomicCap(AtomicCapability.HCA)
            .transports(Set.of(QpType.RC, QpType.UC, QpType.UD))
            .features(Set.of(DeviceCapability.RC_RNR_NAK_GEN, DeviceCapability.SRQ_RESIZE))
            .memoryWindows(MemoryWindows.TYPE_1_AND_2B)
            .maxSrq(LIMITS.maxSrqs())
            .maxSrqWr(MAX_WR)
            .maxSrqSge(RxeUdata.MAX_SRQ_SGE)
            .build();

    /** Makes the half of one card. */
    public RxeHalf() {}

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public VendorRules rules() {
        return RxeRules.ALL;
    }

    @Override
    public CompletionFormat completions() {
        return RxeFormats.COMPLETIONS;
    }

    /** Offset 0 is for programs of this JVM: a store there takes the place of a system call. */
    @Override
    public MappedPage map(Card card, CardContext context, long offset) {
        if (offset == RegisterPage.OFFSET) {
            return new CallRegisters(card, context);
        }
        throw rules().refused(CardRule.UDATA, String.format("offset=0x%x", offset));
    }

    /** Makes a queue, and says in the answer where it is mapped. */
    private Lent lend(CardContext context, int elements, int elementBytes, MemorySegment answer) {
        int slots = RxeQueue.slotsFor(elements);
        int bytes = RxeQueue.elementFor(elementBytes);
        LentMemory loan = context.memory().lend(RxeQueue.bytes(slots, bytes));
        RxeQueue queue = new RxeQueue(loan.memory(), slots, bytes);
        queue.format();
        RxeUdata.OFFSET.set(answer, loan.offset());
        RxeUdata.SIZE.set(answer, loan.bytes());
        return new Lent(queue, loan);
    }

    private record Lent(RxeQueue queue, LentMemory loan) {
        void release() {
            loan.giveBack();
        }
    }

    private MemorySegment answer(Udata udata, int bytes) {
        if (udata.response().byteSize() < bytes) {
            throw rules().refused(CardRule.UDATA, "response=" + udata.response().byteSize() + " bytes");
        }
        return udata.response();
    }

    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        MemorySegment answer = answer(udata, MAPPING.bytes());
        if (cqe < 1 || cqe > RxeUdata.MAX_CQE) {
            throw rules().refused(CardRule.CQ_SIZE, "cqe=" + cqe);
        }
        // The kernel's own entry is longer than the program's (rxe_verbs.h rxe_cqe).
        Lent made = lend(context, cqe, 2 * RxeFormats.COMPLETIONS.structure().bytes(), answer);
        return new Made<>(new RxeCompletions(made.queue()), made.queue().mask(), made::release, number -> {
            if (answer.byteSize() >= RxeUdata.CQ_BYTES) {
                RxeUdata.OFFSET.set(RxeUdata.part(answer, RxeUdata.CQ_NUMBER_AT), number);
            }
        });
    }

    @Override
    public boolean move(CompletionPlaces from, CompletionPlaces to) {
        return ((RxeCompletions) from).moveTo((RxeCompletions) to);
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        if (udata.request().byteSize() != 0) {
            throw rules().refused(CardRule.UDATA, "request=" + udata.request().byteSize() + " bytes");
        }
        MemorySegment answer = answer(udata, RxeUdata.QP_BYTES);
        QpCapacity asked = request.capacity();
        int room = RxeUdata.dataRoom(asked.maxSendSge(), asked.maxInlineData());
        boolean isShared = request.srq() != null;
        Lent receives =
                isShared ? null : lend(pd.context(), asked.maxRecvWr(), receiveBytes(asked.maxRecvSge()), answer);
        Lent sends = lend(
                pd.context(),
                asked.maxSendWr(),
                RxeFormats.SENDS.structure().bytes() + room,
                RxeUdata.part(answer, RxeUdata.SENDS_AT));
        QpCapacity capacity = new QpCapacity(
                sends.queue().mask(),
                receives == null ? 0 : receives.queue().mask(),
                room / RxeUdata.SGE_BYTES,
                receives == null ? 0 : asked.maxRecvSge(),
                room);
        CardQueues queues = new CardQueues(
                RxeFormats.SENDS,
                RxeFormats.RECEIVES,
                new RxePlaces(handles, pd.number()),
                new RxePosts(sends.queue()),
                receives == null ? null : new RxePosts(receives.queue()),
                request.signalAll());
        return new Made<>(queues, capacity, () -> {
            sends.release();
            if (receives != null) {
                receives.release();
            }
        });
    }

    private static int receiveBytes(int pieces) {
        return RxeFormats.RECEIVES.structure().bytes() + pieces * RxeUdata.SGE_BYTES;
    }

    @Override
    public Made<PostedQueue, SrqCapacity> srq(CardContext context, SrqCapacity capacity, boolean isNew, Udata udata) {
        return isNew ? newSrq(context, capacity, udata) : resizedSrq(context, capacity, udata);
    }

    private Made<PostedQueue, SrqCapacity> newSrq(CardContext context, SrqCapacity capacity, Udata udata) {
        MemorySegment answer = answer(udata, RxeUdata.SRQ.bytes());
        Lent made = lend(context, capacity.maxWr(), receiveBytes(capacity.maxSge()), answer);
        return made(made, capacity, number -> RxeUdata.SRQ_NUMBER.set(answer, number));
    }

    /** There is no answer: the program has said where it wants to read about the new queue. */
    private Made<PostedQueue, SrqCapacity> resizedSrq(CardContext context, SrqCapacity capacity, Udata udata) {
        if (udata.request().byteSize() < RxeUdata.MODIFY_SRQ.bytes()) {
            throw rules().refused(CardRule.UDATA, "request=" + udata.request().byteSize() + " bytes");
        }
        long address = RxeUdata.MAPPING_ADDRESS.get(udata.request());
        udata.stores().check(address, MAPPING.bytes());
        MemorySegment answer = Udata.ofBytes(0, MAPPING.bytes()).response();
        Lent made = lend(context, capacity.maxWr(), receiveBytes(capacity.maxSge()), answer);
        return made(made, capacity, _ -> udata.stores().store(address, answer));
    }

    private static Made<PostedQueue, SrqCapacity> made(Lent made, SrqCapacity capacity, IntConsumer numbered) {
        SrqCapacity told = new SrqCapacity(made.queue().mask(), capacity.maxSge());
        return new Made<>(new RxePosts(made.queue()), told, made::release, numbered);
    }

    @Override
    public boolean move(PostedQueue from, PostedQueue to) {
        return ((RxePosts) from).moveTo((RxePosts) to);
    }

    @Override
    public void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        RxeUdata.AH_NUMBER.set(answer(udata, RxeUdata.AH.bytes()), number);
    }

    @Override
    public int driverId() {
        return RDMA_DRIVER;
    }

    @Override
    public int abiVersion() {
        return 2;
    }

    /** Pieces and inline data share the room of an element, which the kernel makes. */
    @Override
    public boolean decidesInline() {
        return true;
    }

    /** Linux has it from 6.5 on, and librxe 44 does not have it. */
    @Override
    public boolean reregisters() {
        return false;
    }

    /** System calls tell the card of new requests and arms. */
    @Override
    public boolean polls() {
        return false;
    }
}
