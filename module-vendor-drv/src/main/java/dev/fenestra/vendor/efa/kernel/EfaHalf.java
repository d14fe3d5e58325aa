package dev.fenestra.vendor.efa.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.GatheredPosts;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.efa.EfaCompletions;
import dev.fenestra.hw.sim.efa.EfaFormats;
import dev.fenestra.hw.sim.efa.EfaPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.LinkLayer;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.NodeType;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.RegisterPage;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.kernel.CallRegisters;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.common.kernel.CardPd;
import dev.fenestra.vendor.common.kernel.Loans;
import dev.fenestra.vendor.common.kernel.Made;
import dev.fenestra.vendor.common.kernel.UdataBytes;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.efa.abi.EfaRules;
import dev.fenestra.vendor.efa.abi.EfaUdata;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Set;

/** The kernel half of efa cards. The kernel makes all queues and registers, and the process maps each once. */
public final class EfaHalf implements VendorHalf {
    /** Limits of the card. A request has 24 bits for a key, and 16 for a QP, a PD and an address handle. */
    public static final HcaLimits LIMITS = HcaLimits.DEFAULT
            .withLogMaxMkey(16)
            .withLogMaxQp(16)
            .withLogRdAtomic(4)
            .withLogMaxMessage(30);

    private static final int RDMA_DRIVER = 17;
    private static final int VENDOR = 0x1d0f;
    private static final int SECOND_GENERATION = 0xefa1;
    private static final int PAGE = 4096;
    private static final int MOST_RECEIVE_BYTES = 1 << 16 << EfaUdata.LOG_RECEIVE;
    private static final UdataBytes BYTES = new UdataBytes(EfaRules.ALL);
    private static final PortAttributes PORT =
            new PortAttributes(PortState.ACTIVE, Mtu.MTU_4096, Mtu.MTU_4096, 1, LinkLayer.UNSPECIFIED);
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, SECOND_GENERATION)
            .maxQp(HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps())
            .maxQpWr(EfaUdata.MAX_WR)
            .maxSge(EfaUdata.MAX_SGE)
            .maxCq(LIMITS.maxCqs())
            .maxCqe(EfaUdata.MAX_CQE)
            .maxMr(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxInline(EfaUdata.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(1L << 40)
            .transports(Set.of(QpType.UD, QpType.DRIVER))
            .maxAh(1 << 15)
            .build();

    /** Makes the half of one card. */
    public EfaHalf() {}

    @Override
    public int driverId() {
        return RDMA_DRIVER;
    }

    @Override
    public int abiVersion() {
        return EfaUdata.ABI_VERSION;
    }

    @Override
    public NodeType nodeType() {
        return NodeType.UNSPECIFIED;
    }

    @Override
    public PortAttributes port() {
        return PORT;
    }

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public VendorRules rules() {
        return EfaRules.ALL;
    }

    @Override
    public CompletionFormat completions() {
        return EfaFormats.COMPLETIONS;
    }

    @Override
    public void opened(CardContext context, Udata udata) {
        MemorySegment answer = BYTES.answer(udata, EfaUdata.CONTEXT.bytes());
        EfaUdata.ANSWERS.set(answer, EfaUdata.BOTH_ANSWERS);
        EfaUdata.RINGS.set(answer, 1);
        EfaUdata.INLINE_BYTES.set(answer, EfaUdata.MAX_INLINE);
        EfaUdata.SENDS_BYTES.set(answer, EfaUdata.MAX_WR << EfaUdata.LOG_SEND);
    }

    /** Programs that do not know of it ask too. */
    @Override
    public void describe(Udata udata) {
        MemorySegment answer = udata.response();
        if (answer.byteSize() >= EfaUdata.DEVICE.bytes()) {
            EfaUdata.MAX_SENDS.set(answer, EfaUdata.MAX_WR);
            EfaUdata.MAX_RECEIVES.set(answer, EfaUdata.MAX_WR);
            EfaUdata.MAX_SEND_PIECES.set(answer, EfaUdata.MAX_SGE);
            EfaUdata.MAX_RECEIVE_PIECES.set(answer, EfaUdata.MAX_SGE);
            EfaUdata.MAX_READ.set(answer, 1L << LIMITS.logMaxMessage());
            EfaUdata.DEVICE_CAPS.set(answer, EfaUdata.RDMA_READ | EfaUdata.RNR_RETRY | EfaUdata.NOTIFICATIONS);
        }
    }

    @Override
    public void allocated(CardPd pd, Udata udata) {
        if (udata.response().byteSize() >= EfaUdata.PD_NUMBER.end()) {
            EfaUdata.PD_NUMBER.set(udata.response(), pd.number());
        }
    }

    @Override
    public MappedPage map(Card card, CardContext context, long offset) {
        BYTES.check(offset == RegisterPage.OFFSET, String.format("offset=0x%x", offset));
        return new CallRegisters(card, context);
    }

    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        MemorySegment asked = BYTES.request(udata, EfaUdata.CQ_FLAGS.end());
        MemorySegment answer = BYTES.answer(udata, EfaUdata.CQ_ANSWER.bytes());
        int bytes = EfaFormats.COMPLETIONS.structure().bytes();
        boolean canBe = EfaUdata.CQE_BYTES.getInt(asked) == bytes && EfaUdata.CQ_RINGS.getInt(asked) == 1;
        BYTES.check(
                canBe,
                "cq_entry_size=" + EfaUdata.CQE_BYTES.getInt(asked) + ", num_sub_cqs="
                        + EfaUdata.CQ_RINGS.getInt(asked));
        if (cqe < 1 || cqe > EfaUdata.MAX_CQE) {
            throw rules().refused(CardRule.CQ_SIZE, "cqe=" + cqe);
        }
        int entries = EfaUdata.powerOfTwo(cqe);
        boolean hasChannel = (EfaUdata.CQ_FLAGS.getInt(asked) & EfaUdata.WITH_CHANNEL) != 0;
        Loans loans = new Loans(context);
        EfaCompletions places = new EfaCompletions(
                lend(loans, (long) entries * bytes, EfaUdata.CQ_KEY, answer),
                entries,
                lend(loans, PAGE, EfaUdata.CQ_REGISTER_KEY, answer),
                hasChannel);
        EfaUdata.CQ_BYTES.set(answer, loans.bytes(0));
        EfaUdata.CQ_ANSWER_MASK.set(answer, EfaUdata.HAS_REGISTER);
        return new Made<>(places, entries, loans, number -> EfaUdata.CQ_NUMBER.set(answer, number));
    }

    @Override
    public Made<CompletionPlaces, Integer> resizedCq(CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        throw rules().refused(CardRule.OPERATION, "resize_cq");
    }

    /** Lends memory, and says in the answer where it is mapped. */
    private static PinnedRing lend(Loans loans, long bytes, HostField key, MemorySegment answer) {
        LentMemory loan = loans.lend(bytes);
        key.set(answer, loan.offset());
        return PinnedRing.of(loan.memory());
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        MemorySegment asked = BYTES.request(udata, EfaUdata.QP.bytes());
        MemorySegment answer = BYTES.answer(udata, EfaUdata.QP_ANSWER.bytes());
        int driverType = EfaUdata.DRIVER_TYPE.getInt(asked);
        BYTES.check(driverType == 0, "driver_qp_type=" + driverType);
        int sendBytes = checked(EfaUdata.SEND_BYTES, asked, EfaUdata.LOG_SEND, EfaUdata.MAX_WR << EfaUdata.LOG_SEND);
        int receiveBytes = checked(EfaUdata.RECEIVE_BYTES, asked, EfaUdata.LOG_RECEIVE, MOST_RECEIVE_BYTES);
        Loans loans = new Loans(pd.context());
        PinnedRing sends = lend(loans, sendBytes, EfaUdata.SEND_KEY, answer);
        PinnedRing receives = lend(loans, receiveBytes, EfaUdata.RECEIVE_KEY, answer);
        EfaUdata.RECEIVE_MAP_BYTES.set(answer, loans.bytes(1));
        CardQueues queues = new CardQueues(
                request.type() == QpType.UD ? EfaFormats.DATAGRAMS : EfaFormats.SENDS,
                EfaFormats.RECEIVES,
                new EfaPlaces(handles, pd.number()),
                new CountedPosts(
                        new RingSlots(sends, 0, sendBytes >> EfaUdata.LOG_SEND, EfaUdata.LOG_SEND),
                        register(loans, EfaUdata.SEND_REGISTER_KEY, answer),
                        EfaFormats.NAME),
                new GatheredPosts(
                        new RingSlots(receives, 0, receiveBytes >> EfaUdata.LOG_RECEIVE, EfaUdata.LOG_RECEIVE),
                        register(loans, EfaUdata.RECEIVE_REGISTER_KEY, answer),
                        EfaFormats.RECEIVE_NAME,
                        EfaFormats.RECEIVE_LAST,
                        EfaUdata.MAX_SGE),
                request.signalAll());
        return new Made<>(queues, request.capacity(), loans);
    }

    private static PostRecord register(Loans loans, HostField key, MemorySegment answer) {
        return new PostRecord(lend(loans, PAGE, key, answer), ByteOrder.LITTLE_ENDIAN);
    }

    private static int checked(HostField field, MemorySegment asked, int logBytes, int most) {
        int bytes = field.getInt(asked);
        boolean canBe = Integer.bitCount(bytes) == 1 && bytes >= 1 << logBytes && bytes <= most;
        BYTES.check(canBe, field.name() + "=" + Integer.toUnsignedString(bytes));
        return bytes;
    }

    @Override
    public void ah(CardPd pd, int number, AhAttributes attributes, Udata udata) {
        EfaUdata.AH_NUMBER.set(BYTES.answer(udata, EfaUdata.AH.bytes()), number);
    }

    /** The kernel checks it against the limit, and tells it back. */
    @Override
    public boolean decidesInline() {
        return true;
    }

    @Override
    public boolean reregisters() {
        return false;
    }
}
