package acme.rdma;

import acme.rdma.AcmeRegisters.Register;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.common.user.ProcessRing;
import dev.fenestra.vendor.common.user.UserVendor;

/** The user half. All queues are memory of the process. */
final class AcmeUser implements UserVendor {
    @Override
    public VendorRules rules() {
        return AcmeRules.ALL;
    }

    @Override
    public SendFormat sends(QpType type) {
        return AcmeFormats.SENDS;
    }

    @Override
    public ReceiveFormat receives(boolean isShared) {
        return AcmeFormats.RECEIVES;
    }

    @Override
    public CompletionFormat completions() {
        return AcmeFormats.COMPLETIONS;
    }

    @Override
    public SendPlaces places() {
        return AcmeFormats.PLACES;
    }

    @Override
    public long longestWindow() {
        return 1L << 31;
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }

    /** What a QP with such rings holds; without receives it has an SRQ. */
    static QpCapacity capacity(int sends, int receives) {
        return new QpCapacity(
                sends,
                receives,
                AcmeFormats.MAX_PIECES,
                receives == 0 ? 0 : AcmeFormats.MAX_PIECES,
                AcmeFormats.MAX_INLINE);
    }

    /** Bytes of an SRQ's ring with its header. */
    static long sharedBytes(int entries) {
        return (entries + 1L) * AcmePosts.BYTES;
    }

    private static MappedPage registers(Opened opened) {
        return opened.map().apply(0);
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        int entries = powerOfTwo(cqe);
        long size = (long) entries * AcmeCompletions.BYTES;
        UserMemory memory = opened.memory();
        long address = memory.allocate(size);
        Udata udata = Udata.ofBytes(AcmeUdata.CQ.bytes(), AcmeUdata.CQ_ANSWER.bytes());
        AcmeUdata.CQ_BUFFER.set(udata.request(), address);
        AcmeUdata.CQ_ENTRIES.set(udata.request(), entries);
        return new Layout<>(
                udata,
                _ -> new AcmePollRing(
                        ProcessRing.of(memory, address, size),
                        entries,
                        registers(opened),
                        AcmeUdata.CQ_NUMBER.getInt(udata.response()),
                        () -> memory.free(address)),
                () -> memory.free(address));
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        int sends = powerOfTwo(request.capacity().maxSendWr());
        int receives = request.srq() == null ? powerOfTwo(request.capacity().maxRecvWr()) : 0;
        long size = (long) (sends + receives) * AcmePosts.BYTES;
        UserMemory memory = opened.memory();
        long address = memory.allocate(size);
        Udata udata = Udata.ofBytes(AcmeUdata.QP.bytes(), 0);
        AcmeUdata.QP_BUFFER.set(udata.request(), address);
        AcmeUdata.QP_SENDS.set(udata.request(), sends);
        AcmeUdata.QP_RECEIVES.set(udata.request(), receives);
        return new Layout<>(
                udata,
                number -> {
                    PinnedRing both = ProcessRing.of(memory, address, size);
                    MappedPage registers = registers(opened);
                    int behind = sends * AcmePosts.BYTES;
                    return new QpRings(
                            AcmePostRing.of(
                                    both, 0, sends, registers, Register.SEND, number, () -> memory.free(address)),
                            receives == 0
                                    ? null
                                    : AcmePostRing.of(
                                            both, behind, receives, registers, Register.RECEIVE, number, () -> {}),
                            capacity(sends, receives));
                },
                () -> memory.free(address));
    }

    @Override
    public Layout<PostRing> srq(Opened opened, SrqCapacity capacity, boolean isNew) {
        int entries = srqCapacity(capacity).maxWr();
        UserMemory memory = opened.memory();
        long address = memory.allocate(sharedBytes(entries));
        Udata udata = Udata.ofBytes(AcmeUdata.SRQ.bytes(), 0);
        AcmeUdata.SRQ_BUFFER.set(udata.request(), address);
        AcmeUdata.SRQ_ENTRIES.set(udata.request(), entries);
        return new Layout<>(
                udata,
                number -> AcmePostRing.shared(
                        ProcessRing.of(memory, address, sharedBytes(entries)),
                        entries,
                        registers(opened),
                        number,
                        () -> memory.free(address)),
                () -> memory.free(address));
    }

    @Override
    public SrqCapacity srqCapacity(SrqCapacity asked) {
        return new SrqCapacity(powerOfTwo(asked.maxWr()), AcmeFormats.MAX_PIECES);
    }
}
