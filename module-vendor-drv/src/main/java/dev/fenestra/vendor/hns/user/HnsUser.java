package dev.fenestra.vendor.hns.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.LapWords;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hns.HnsFormats;
import dev.fenestra.hw.sim.hns.HnsPlaces;
import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.CardUserAh;
import dev.fenestra.vendor.common.user.CountedPostRing;
import dev.fenestra.vendor.common.user.IndexedPostRing;
import dev.fenestra.vendor.common.user.LappedPollRing;
import dev.fenestra.vendor.common.user.OwnMemory;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.hns.abi.HnsRules;
import dev.fenestra.vendor.hns.abi.HnsUdata;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** The user half of hns cards. All queues are memory of the process. Completions have 32 bytes, those of libhns 64. */
public final class HnsUser implements UserVendor {
    /** Records have a cache line of their own. */
    private static final int RECORD_ROOM = 64;

    private static final LapWords LAPS =
            HnsFormats.laps(HnsFormats.COMPLETIONS.structure().bytes());

    /** Makes the user half of one device. */
    public HnsUser() {}

    @Override
    public VendorRules rules() {
        return HnsRules.ALL;
    }

    @Override
    public SendFormat sends(QpType type) {
        return type == QpType.UD ? HnsFormats.DATAGRAMS : HnsFormats.SENDS;
    }

    @Override
    public ReceiveFormat receives(boolean isShared) {
        return HnsFormats.RECEIVES;
    }

    @Override
    public CompletionFormat completions() {
        return HnsFormats.COMPLETIONS;
    }

    /** libhns stores the index of the first further piece over the upper half of the length. */
    @Override
    public long longestWindow() {
        return HnsUdata.LONGEST_WINDOW;
    }

    @Override
    public Udata opening() {
        return Udata.ofBytes(0, HnsUdata.CONTEXT.bytes());
    }

    /** A store to the register for all queues. */
    private static void ring(MappedPage registers, long number, int command, long rest) {
        registers.write64(HnsUdata.DOORBELL, number | (long) command << HnsUdata.COMMAND_SHIFT | rest);
    }

    private static MappedPage registers(Opened opened) {
        return opened.map().apply(HnsUdata.REGISTERS);
    }

    private static PostRecord record(OwnMemory memory, int last) {
        return new PostRecord(memory.end(last), ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        int entries = 1 << HnsUdata.logQueue(cqe);
        OwnMemory memory = OwnMemory.allocate(opened.memory(), entries * LAPS.bytes() + RECORD_ROOM);
        Udata udata = Udata.ofBytes(HnsUdata.CQ.bytes(), HnsUdata.CQ_ANSWER.bytes());
        HnsUdata.CQ_BUFFER.set(udata.request(), memory.address());
        HnsUdata.CQ_RECORD.set(udata.request(), memory.address() + memory.bytes() - RECORD_ROOM);
        HnsUdata.ENTRY_BYTES.set(udata.request(), LAPS.bytes());
        return new Layout<>(
                udata,
                _ -> {
                    MappedPage registers = registers(opened);
                    long number = HnsUdata.CQ_NUMBER.get(udata.response());
                    return new LappedPollRing(
                            memory.ring(),
                            entries,
                            new PollRecord(memory.end(RECORD_ROOM), ByteOrder.LITTLE_ENDIAN, false),
                            LAPS,
                            arm -> ring(registers, number, HnsUdata.ARM_COMMAND, armed(arm)),
                            memory::free,
                            () -> {});
                },
                memory::free);
    }

    /** The count, and which entries are meant, as the register has them. */
    private static long armed(long arm) {
        boolean isForAny = (arm >>> Integer.SIZE & PollRecord.ANY) != 0;
        return (arm & PollRecord.COUNT_MASK) << Integer.SIZE | (isForAny ? 0 : HnsUdata.SOLICITED);
    }

    @Override
    public Layout<PollRing> resizedCq(Opened opened, PollRing from, int cqe) {
        throw rules().refused(CardRule.OPERATION, "resize_cq");
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        QpCapacity asked = request.capacity();
        HnsUdata.Rings rings =
                HnsUdata.rings(asked, request.srq() == null, HnsUdata.logQueue(asked.maxSendWr()), request.type());
        OwnMemory memory = OwnMemory.allocate(opened.memory(), rings.bytes() + RECORD_ROOM);
        long end = memory.address() + memory.bytes();
        Udata udata = Udata.ofBytes(HnsUdata.QP.bytes(), HnsUdata.QP_ANSWER.bytes());
        HnsUdata.QP_BUFFER.set(udata.request(), memory.address());
        HnsUdata.SEND_RECORD.set(udata.request(), end - RECORD_ROOM);
        HnsUdata.RECEIVE_RECORD.set(udata.request(), end - RECORD_ROOM / 2);
        HnsUdata.LOG_SENDS.set(udata.request(), rings.logSends());
        HnsUdata.LOG_SEND_BYTES.set(udata.request(), HnsFormats.LOG_SEND_BYTES);
        return new Layout<>(udata, number -> made(opened, request, rings, memory, number), memory::free);
    }

    private static QpRings made(
            Opened opened, UserQpRequest request, HnsUdata.Rings rings, OwnMemory memory, int number) {
        PinnedRing all = memory.ring();
        MappedPage registers = registers(opened);
        RingSlots slots = new RingSlots(all, 0, 1 << rings.logSends(), HnsFormats.LOG_SEND_BYTES);
        boolean isOutside = HnsUdata.isInlineOutside(request.capacity().maxInlineData(), request.type());
        PostRing sends = new CountedPostRing(
                slots,
                record(memory, RECORD_ROOM),
                count -> begin(slots, rings, isOutside, count),
                () -> ring(registers, number, HnsUdata.SEND_COMMAND, 0),
                memory::free);
        RingSlots received = new RingSlots(all, rings.receivesAt(), rings.receives(), rings.logReceiveBytes());
        RingSlots further = new RingSlots(all, rings.furtherAt(), rings.further(), HnsFormats.LOG_PIECE_BYTES);
        return new QpRings(
                sends,
                rings.receives() == 0 ? null : new CountedPostRing(received, record(memory, RECORD_ROOM / 2)),
                rings.capacity(request.capacity()),
                new HnsPlaces(further, 0));
    }

    /** Each request has a part of the ring of further pieces for itself. */
    private static void begin(RingSlots slots, HnsUdata.Rings rings, boolean isInlineOutside, int count) {
        MemorySegment memory = slots.segment(count);
        long base = slots.offset(count);
        HnsFormats.OWNER.set(memory, base, (count & slots.count()) == 0);
        HnsFormats.FURTHER.set(memory, base, (long) (count & slots.count() - 1) * rings.ownFurther());
        HnsFormats.INLINE_OUTSIDE.set(memory, base, isInlineOutside);
    }

    @Override
    public Layout<PostRing> srq(Opened opened, SrqCapacity capacity, boolean isNew) {
        int slots = 1 << HnsUdata.log(capacity.maxWr());
        int logBytes = HnsUdata.logReceive(capacity.maxSge());
        OwnMemory memory = OwnMemory.allocate(opened.memory(), slots << logBytes);
        OwnMemory indexes = OwnMemory.allocate(opened.memory(), slots * Integer.BYTES);
        Runnable free = () -> {
            memory.free();
            indexes.free();
        };
        Udata udata = Udata.ofBytes(HnsUdata.SRQ.bytes(), HnsUdata.SRQ_ANSWER.bytes());
        HnsUdata.SRQ_BUFFER.set(udata.request(), memory.address());
        HnsUdata.SRQ_INDEXES.set(udata.request(), indexes.address());
        return new Layout<>(
                udata,
                _ -> new IndexedPostRing(new RingSlots(memory.ring(), 0, slots, logBytes), indexes.ring(), free),
                free);
    }

    @Override
    public SrqCapacity srqCapacity(SrqCapacity asked) {
        return new SrqCapacity(1 << HnsUdata.log(asked.maxWr()), asked.maxSge());
    }

    @Override
    public Udata ah(AhAttributes path) {
        return Udata.ofBytes(0, HnsUdata.PD.bytes());
    }

    @Override
    public int ahNumber(Udata udata) {
        return HnsUdata.PD_NUMBER.getInt(udata.response());
    }

    @Override
    public void path(MemorySegment memory, long base, RequestOperation operation, CardUserAh ah) {
        UserVendor.super.path(memory, base, operation, ah);
        int flow = ah.path().flowLabel();
        operation.word(SendRole.PATH_CLASS).set(memory, base, ah.path().trafficClass() >>> HnsFormats.CLASS_SHIFT);
        HnsFormats.UDP_PORT.set(memory, base, flow == 0 ? 0 : FlowLabel.udpSourcePort(flow));
    }
}
