package dev.fenestra.vendor.mlx4.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.mlx4.Mlx4Formats;
import dev.fenestra.hw.sim.mlx4.Mlx4Places;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.CountedPostRing;
import dev.fenestra.vendor.common.user.LappedPostRing;
import dev.fenestra.vendor.common.user.LinkedPostRing;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.mlx4.abi.Mlx4Rules;
import dev.fenestra.vendor.mlx4.abi.Mlx4Udata;
import java.util.stream.LongStream;

/** The user half of mlx4 cards. All queues are memory of the process; a page behind them has the record. */
public final class Mlx4User implements UserVendor {
    private static final int PAGE = 4096;
    private static final int ENTRY = Mlx4Formats.COMPLETIONS.structure().bytes();
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

    private static int pages(int bytes) {
        return bytes + PAGE - 1 & -PAGE;
    }

    /** Memory that the kernel has pinned meanwhile. */
    private static PinnedRing ring(UserMemory memory, long address, int bytes) {
        long[] pages = LongStream.iterate(address, one -> one < address + bytes, one -> one + PAGE)
                .toArray();
        return new PinnedRing(pages, 0, memory::segment, memory::offset);
    }

    private static MappedPage registers(Opened opened) {
        return opened.map().apply(Mlx4Udata.REGISTERS);
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        int entries = 1 << Mlx4Udata.log(cqe + 1);
        int bytes = pages(entries * ENTRY);
        UserMemory memory = opened.memory();
        long address = memory.allocate(bytes);
        long record = memory.allocate(PAGE);
        Udata udata = Udata.ofBytes(Mlx4Udata.CQ.bytes(), Mlx4Udata.CQ_ANSWER.bytes());
        Mlx4Udata.CQ_BUFFER.set(udata.request(), address);
        Mlx4Udata.CQ_RECORD.set(udata.request(), record);
        return new Layout<>(
                udata,
                _ -> new Mlx4PollRing(
                        ring(memory, address, bytes),
                        entries,
                        ring(memory, record, PAGE),
                        registers(opened),
                        Mlx4Udata.CQ_NUMBER.getInt(udata.response()),
                        () -> memory.free(address),
                        () -> memory.free(record)),
                () -> {
                    memory.free(address);
                    memory.free(record);
                });
    }

    @Override
    public Layout<PollRing> resizedCq(Opened opened, PollRing from, int cqe) {
        int entries = 1 << Mlx4Udata.log(cqe + 1);
        int bytes = pages(entries * ENTRY);
        UserMemory memory = opened.memory();
        long address = memory.allocate(bytes);
        Udata udata = Udata.ofBytes(Mlx4Udata.CQ_BUFFER.end(), 0);
        Mlx4Udata.CQ_BUFFER.set(udata.request(), address);
        return new Layout<>(
                udata,
                _ -> ((Mlx4PollRing) from).moved(ring(memory, address, bytes), entries, () -> memory.free(address)),
                () -> memory.free(address));
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        QpCapacity asked = request.capacity();
        boolean hasReceives = request.srq() == null;
        Mlx4Udata.Rings rings = Mlx4Udata.rings(asked, hasReceives, request.type());
        int bytes = pages(rings.bytes());
        UserMemory memory = opened.memory();
        long address = memory.allocate(bytes + PAGE);
        Udata udata = Udata.ofBytes(Mlx4Udata.QP.bytes(), 0);
        Mlx4Udata.QP_BUFFER.set(udata.request(), address);
        Mlx4Udata.QP_RECORD.set(udata.request(), address + bytes);
        Mlx4Udata.LOG_SENDS.set(udata.request(), rings.logSends());
        Mlx4Udata.LOG_SEND_BYTES.set(udata.request(), rings.logSendBytes());
        return new Layout<>(udata, number -> made(opened, asked, rings, address, number), () -> memory.free(address));
    }

    private static QpRings made(Opened opened, QpCapacity asked, Mlx4Udata.Rings rings, long address, int number) {
        UserMemory memory = opened.memory();
        int bytes = pages(rings.bytes());
        PinnedRing both = ring(memory, address, bytes);
        MappedPage registers = registers(opened);
        PostRing sends = new LappedPostRing(
                both,
                rings.sendsAt(),
                1 << rings.logSends(),
                rings.logSendBytes(),
                rings.sends(),
                () -> registers.write64(Mlx4Udata.SEND_DOORBELL, (long) number << Byte.SIZE),
                () -> memory.free(address));
        PostRing receives = rings.receives() == 0
                ? null
                : new CountedPostRing(
                        both,
                        rings.receivesAt(),
                        rings.receives(),
                        rings.logReceiveBytes(),
                        new PostRecord(ring(memory, address + bytes, PAGE)));
        return new QpRings(
                sends,
                receives,
                new QpCapacity(
                        rings.sends(),
                        rings.receives(),
                        asked.maxSendSge(),
                        rings.receives() == 0 ? 0 : (1 << rings.logReceiveBytes()) / Mlx4Udata.PIECE_BYTES,
                        asked.maxInlineData()));
    }

    @Override
    public Layout<PostRing> srq(Opened opened, SrqCapacity capacity, boolean isNew) {
        int slots = Mlx4Udata.srqSlots(capacity);
        int logBytes = Mlx4Udata.srqLogBytes(capacity);
        int bytes = pages(slots << logBytes);
        UserMemory memory = opened.memory();
        long address = memory.allocate(bytes + PAGE);
        Udata udata = Udata.ofBytes(Mlx4Udata.SRQ.bytes(), Mlx4Udata.SRQ_ANSWER.bytes());
        Mlx4Udata.SRQ_BUFFER.set(udata.request(), address);
        Mlx4Udata.SRQ_RECORD.set(udata.request(), address + bytes);
        return new Layout<>(
                udata,
                _ -> new LinkedPostRing(
                        ring(memory, address, bytes),
                        slots,
                        logBytes,
                        Mlx4Formats.NEXT,
                        new PostRecord(ring(memory, address + bytes, PAGE)),
                        () -> memory.free(address)),
                () -> memory.free(address));
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
