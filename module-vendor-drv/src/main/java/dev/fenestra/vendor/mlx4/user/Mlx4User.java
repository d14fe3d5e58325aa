package dev.fenestra.vendor.mlx4.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.mlx4.Mlx4Formats;
import dev.fenestra.hw.sim.mlx4.Mlx4Places;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.CountedPostRing;
import dev.fenestra.vendor.common.user.LappedPollRing;
import dev.fenestra.vendor.common.user.LappedPostRing;
import dev.fenestra.vendor.common.user.LinkedPostRing;
import dev.fenestra.vendor.common.user.OwnMemory;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.mlx4.abi.Mlx4Rules;
import dev.fenestra.vendor.mlx4.abi.Mlx4Udata;

/** The user half of mlx4 cards. All queues are memory of the process; the last cache line of it is the record. */
public final class Mlx4User implements UserVendor {
    private static final int PAGE = 4096;
    /** A record has a cache line of its own. */
    private static final int RECORD_ROOM = 64;

    private static final SendPlaces PLACES = new Mlx4Places(PAGE, 0);

    /** Makes the user half of one device. */
    public Mlx4User() {}

    @Override
    public VendorRules rules() {
        return Mlx4Rules.ALL;
    }

    @Override
    public SendFormat sends(QpType type) {
        return type == QpType.UD ? Mlx4Formats.DATAGRAMS : Mlx4Formats.SENDS;
    }

    @Override
    public ReceiveFormat receives(boolean isShared) {
        return isShared ? Mlx4Formats.SHARED_RECEIVES : Mlx4Formats.RECEIVES;
    }

    @Override
    public CompletionFormat completions() {
        return Mlx4Formats.COMPLETIONS;
    }

    @Override
    public SendPlaces places() {
        return PLACES;
    }

    @Override
    public Udata opening() {
        return Udata.ofBytes(0, Mlx4Udata.CONTEXT.bytes());
    }

    private static MappedPage registers(Opened opened) {
        return opened.map().apply(Mlx4Udata.REGISTERS);
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        int entries = 1 << Mlx4Udata.log(cqe + 1);
        OwnMemory memory = OwnMemory.allocate(opened.memory(), entries * Mlx4Formats.LAPS.bytes());
        OwnMemory record = OwnMemory.allocate(opened.memory(), Long.BYTES);
        Udata udata = Udata.ofBytes(Mlx4Udata.CQ.bytes(), Mlx4Udata.CQ_ANSWER.bytes());
        Mlx4Udata.CQ_BUFFER.set(udata.request(), memory.address());
        Mlx4Udata.CQ_RECORD.set(udata.request(), record.address());
        return new Layout<>(
                udata,
                _ -> {
                    MappedPage registers = registers(opened);
                    long number = Mlx4Udata.CQ_NUMBER.get(udata.response()) << Integer.SIZE;
                    return new LappedPollRing(
                            memory.ring(),
                            entries,
                            new PollRecord(record.ring()),
                            Mlx4Formats.LAPS,
                            arm -> registers.write64(Mlx4Udata.ARM, arm | number),
                            memory::free,
                            record::free);
                },
                () -> {
                    memory.free();
                    record.free();
                });
    }

    @Override
    public Layout<PollRing> resizedCq(Opened opened, PollRing from, int cqe) {
        int entries = 1 << Mlx4Udata.log(cqe + 1);
        OwnMemory memory = OwnMemory.allocate(opened.memory(), entries * Mlx4Formats.LAPS.bytes());
        Udata udata = Udata.ofBytes(Mlx4Udata.CQ_BUFFER.end(), 0);
        Mlx4Udata.CQ_BUFFER.set(udata.request(), memory.address());
        return new Layout<>(
                udata, _ -> ((LappedPollRing) from).moved(memory.ring(), entries, memory::free), memory::free);
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        QpCapacity asked = request.capacity();
        Mlx4Udata.Rings rings = Mlx4Udata.rings(asked, request.srq() == null, request.type());
        OwnMemory memory = OwnMemory.allocate(opened.memory(), rings.bytes() + RECORD_ROOM);
        Udata udata = Udata.ofBytes(Mlx4Udata.QP.bytes(), 0);
        Mlx4Udata.QP_BUFFER.set(udata.request(), memory.address());
        Mlx4Udata.QP_RECORD.set(udata.request(), memory.address() + memory.bytes() - RECORD_ROOM);
        Mlx4Udata.LOG_SENDS.set(udata.request(), rings.logSends());
        Mlx4Udata.LOG_SEND_BYTES.set(udata.request(), rings.logSendBytes());
        return new Layout<>(udata, number -> made(opened, asked, rings, memory, number), memory::free);
    }

    private static QpRings made(Opened opened, QpCapacity asked, Mlx4Udata.Rings rings, OwnMemory memory, int number) {
        PinnedRing both = memory.ring();
        MappedPage registers = registers(opened);
        PostRing sends = new LappedPostRing(
                new RingSlots(both, rings.sendsAt(), 1 << rings.logSends(), rings.logSendBytes()),
                rings.sends(),
                () -> registers.write64(Mlx4Udata.SEND_DOORBELL, (long) number << Byte.SIZE),
                memory::free);
        PostRing receives = rings.receives() == 0
                ? null
                : new CountedPostRing(
                        new RingSlots(both, rings.receivesAt(), rings.receives(), rings.logReceiveBytes()),
                        record(memory));
        return new QpRings(sends, receives, rings.capacity(asked, rings.sends()));
    }

    /** It has the last cache line of the memory. */
    private static PostRecord record(OwnMemory memory) {
        return new PostRecord(memory.end(RECORD_ROOM));
    }

    @Override
    public Layout<PostRing> srq(Opened opened, SrqCapacity capacity, boolean isNew) {
        int slots = Mlx4Udata.srqSlots(capacity);
        int logBytes = Mlx4Udata.srqLogBytes(capacity);
        OwnMemory memory = OwnMemory.allocate(opened.memory(), (slots << logBytes) + RECORD_ROOM);
        Udata udata = Udata.ofBytes(Mlx4Udata.SRQ.bytes(), Mlx4Udata.SRQ_ANSWER.bytes());
        Mlx4Udata.SRQ_BUFFER.set(udata.request(), memory.address());
        Mlx4Udata.SRQ_RECORD.set(udata.request(), memory.address() + memory.bytes() - RECORD_ROOM);
        return new Layout<>(
                udata,
                _ -> new LinkedPostRing(
                        new RingSlots(memory.ring(), 0, slots, logBytes),
                        Mlx4Formats.NEXT,
                        record(memory),
                        memory::free),
                memory::free);
    }

    @Override
    public SrqCapacity srqCapacity(SrqCapacity asked) {
        return new SrqCapacity(Mlx4Udata.srqSlots(asked) - 1, asked.maxSge());
    }

    @Override
    public Udata ah(AhAttributes path) {
        return Udata.ofBytes(0, Mlx4Udata.PD.bytes());
    }

    @Override
    public int ahNumber(Udata udata) {
        return Mlx4Udata.PD_NUMBER.getInt(udata.response());
    }
}
