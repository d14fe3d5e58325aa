package acme.rdma;

import acme.rdma.AcmeRegisters.Bell;
import acme.rdma.AcmeRegisters.Numbered;
import acme.rdma.AcmeRegisters.Register;
import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.kernel.CardContext;
import dev.fenestra.vendor.common.kernel.CardPd;
import dev.fenestra.vendor.common.kernel.Made;
import dev.fenestra.vendor.common.kernel.PinnedQueue;
import dev.fenestra.vendor.common.kernel.UdataBytes;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/** The kernel half. The process lays its queues out in its own memory. */
final class AcmeHalf implements VendorHalf {
    private static final int MOST_ENTRIES = 1 << AcmeLimits.LIMITS.logMaxCqSize();
    private static final int MOST_REQUESTS = 1 << AcmeLimits.LIMITS.logMaxQpSize();
    private static final int MOST_SHARED = 1 << AcmeLimits.LIMITS.logMaxSrqSize();

    private final Card card;
    private final AcmeRegisters registers = new AcmeRegisters();
    private final UdataBytes bytes = new UdataBytes(AcmeRules.ALL);

    AcmeHalf(Card card) {
        this.card = card;
    }

    @Override
    public int abiVersion() {
        return 1;
    }

    @Override
    public DeviceAttributes attributes() {
        return AcmeLimits.ATTRIBUTES;
    }

    @Override
    public VendorRules rules() {
        return AcmeRules.ALL;
    }

    @Override
    public CompletionFormat completions() {
        return AcmeFormats.COMPLETIONS;
    }

    @Override
    public boolean pages() {
        return true;
    }

    @Override
    public MappedPage map(Card of, CardContext context, long offset) {
        return registers.page(context);
    }

    private static boolean isPowerOfTwo(int count, int most) {
        return count > 0 && count <= most && Integer.bitCount(count) == 1;
    }

    /** Whether a word that may be left out is there, and not 0. */
    private static boolean isSet(MemorySegment asked, HostField word) {
        return asked.byteSize() >= word.end() && word.isSet(asked);
    }

    private PinnedQueue pin(CardContext context, long address, long size) {
        bytes.check((address & (1 << PinnedPages.PAGE_SHIFT) - 1) == 0, String.format("buffer=0x%x", address));
        return PinnedQueue.pin(card, context, address, size);
    }

    @Override
    public Made<CompletionPlaces, Integer> cq(CardContext context, int cqe, Udata udata) {
        MemorySegment asked = bytes.request(udata, AcmeUdata.CQ_ENTRIES.end());
        MemorySegment answer = bytes.answer(udata, AcmeUdata.CQ_ANSWER.bytes());
        int entries = AcmeUdata.CQ_ENTRIES.getInt(asked);
        bytes.check(isPowerOfTwo(entries, MOST_ENTRIES) && entries >= cqe, "entries=" + entries);
        boolean hasRecord = isSet(asked, AcmeUdata.CQ_RECORD);
        long size = (long) entries * AcmeCompletions.BYTES + (hasRecord ? AcmeUdata.RECORD_BYTES : 0);
        PinnedQueue memory = pin(context, AcmeUdata.CQ_BUFFER.get(asked), size);
        AcmeCompletions made = new AcmeCompletions(memory.ring(), entries, hasRecord);
        Numbered queue = registers.queue(
                context,
                memory,
                Map.of(
                        Register.COMPLETION, (_, count) -> made.taken(count),
                        Register.ARM, (number, solicited) -> card.cq(number).arm(solicited != 0)));
        return new Made<>(made, entries, queue, number -> {
            queue.accept(number);
            AcmeUdata.CQ_NUMBER.set(answer, number);
        });
    }

    @Override
    public Made<CompletionPlaces, Integer> resizedCq(CardContext context, CompletionPlaces from, int cqe, Udata udata) {
        throw rules().refused(CardRule.OPERATION, "resize_cq");
    }

    @Override
    public Made<CardQueues, QpCapacity> qp(CardPd pd, AddressHandles handles, QpRequest request, Udata udata) {
        MemorySegment asked = bytes.request(udata, AcmeUdata.QP_RECEIVES.end());
        int sends = AcmeUdata.QP_SENDS.getInt(asked);
        int receives = AcmeUdata.QP_RECEIVES.getInt(asked);
        boolean isShared = request.srq() != null;
        bytes.check(
                isPowerOfTwo(sends, MOST_REQUESTS)
                        && (isShared ? receives == 0 : isPowerOfTwo(receives, MOST_REQUESTS)),
                "sends=" + sends + " receives=" + receives);
        boolean hasRecord = isSet(asked, AcmeUdata.QP_RECORD);
        int record = (sends + receives) * AcmePosts.BYTES;
        PinnedQueue memory =
                pin(pd.context(), AcmeUdata.QP_BUFFER.get(asked), record + (hasRecord ? AcmeUdata.RECORD_BYTES : 0));
        AcmePosts sendRing = ring(memory, 0, sends, hasRecord, record);
        AcmePosts receiveRing =
                isShared ? null : ring(memory, sends * AcmePosts.BYTES, receives, hasRecord, record + Integer.BYTES);
        Map<Register, Bell> bells = new EnumMap<>(Register.class);
        bells.put(Register.SEND, (number, count) -> {
            sendRing.posted(count);
            card.core().doorbell(number);
        });
        if (receiveRing != null) {
            bells.put(Register.RECEIVE, (_, count) -> receiveRing.posted(count));
        }
        Numbered queue = registers.queue(pd.context(), memory, bells);
        CardQueues made = new CardQueues(
                AcmeFormats.SENDS,
                AcmeFormats.RECEIVES,
                AcmeFormats.PLACES,
                sendRing,
                receiveRing,
                request.signalAll());
        return new Made<>(made, AcmeUser.capacity(sends, receives), queue, queue);
    }

    private static AcmePosts ring(PinnedQueue memory, int start, int slots, boolean hasRecord, int record) {
        return hasRecord
                ? AcmePosts.counted(memory.ring(), start, slots, record)
                : AcmePosts.of(memory.ring(), start, slots);
    }

    @Override
    public Made<PostedQueue, SrqCapacity> srq(CardContext context, SrqCapacity capacity, boolean isNew, Udata udata) {
        MemorySegment asked = bytes.request(udata, AcmeUdata.SRQ.bytes());
        int entries = AcmeUdata.SRQ_ENTRIES.getInt(asked);
        bytes.check(isPowerOfTwo(entries, MOST_SHARED) && entries >= capacity.maxWr(), "entries=" + entries);
        PinnedQueue memory = pin(context, AcmeUdata.SRQ_BUFFER.get(asked), AcmeUser.sharedBytes(entries));
        AcmePosts made = AcmePosts.shared(memory.ring(), entries);
        Numbered queue =
                registers.queue(context, memory, Map.of(Register.SHARED_RECEIVE, (_, count) -> made.posted(count)));
        return new Made<>(made, new SrqCapacity(entries, AcmeFormats.MAX_PIECES), queue, queue);
    }

    @Override
    public boolean move(PostedQueue from, PostedQueue to) {
        return ((AcmePosts) from).moveTo((AcmePosts) to);
    }
}
