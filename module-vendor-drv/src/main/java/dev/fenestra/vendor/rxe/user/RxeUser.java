package dev.fenestra.vendor.rxe.user;

import static dev.fenestra.vendor.rxe.abi.RxeUdata.MAPPING;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.rxe.RxeFormats;
import dev.fenestra.hw.sim.rxe.RxePlaces;
import dev.fenestra.hw.sim.rxe.RxeQueue;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.UserStores;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.RegisterPage;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.rxe.abi.RxeRules;
import dev.fenestra.vendor.rxe.abi.RxeUdata;
import java.lang.foreign.MemorySegment;

/** The user half of rxe cards. All queues are memory of the kernel, which the process maps. */
public final class RxeUser implements UserVendor {
    private static final SendPlaces PLACES = new RxePlaces(new AddressHandles(), 0);

    /** Makes the user half of one device. */
    public RxeUser() {}

    @Override
    public VendorRules rules() {
        return RxeRules.ALL;
    }

    @Override
    public SendFormat sends(QpType type) {
        return RxeFormats.SENDS;
    }

    @Override
    public ReceiveFormat receives(boolean isShared) {
        return RxeFormats.RECEIVES;
    }

    @Override
    public CompletionFormat completions() {
        return RxeFormats.COMPLETIONS;
    }

    @Override
    public SendPlaces places() {
        return PLACES;
    }

    private static RxeQueue map(Opened opened, MemorySegment answer) {
        return RxeQueue.in(opened.map().apply(RxeUdata.OFFSET.get(answer)).memory());
    }

    private static MappedPage registers(Opened opened) {
        return opened.map().apply(RegisterPage.OFFSET);
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        Udata udata = Udata.ofBytes(0, RxeUdata.CQ_BYTES);
        return new Layout<>(
                udata,
                _ -> {
                    long number = RxeUdata.OFFSET.get(RxeUdata.part(udata.response(), RxeUdata.CQ_NUMBER_AT));
                    return new RxePollRing(map(opened, udata.response()), registers(opened), number);
                },
                () -> {});
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        Udata udata = Udata.ofBytes(0, RxeUdata.QP_BYTES);
        return new Layout<>(
                udata,
                number -> {
                    RxeQueue sends = map(opened, RxeUdata.part(udata.response(), RxeUdata.SENDS_AT));
                    PostRing sendRing = new RxePostRing(sends, registers(opened), number);
                    boolean isShared = request.srq() != null;
                    PostRing receiveRing = isShared ? null : new RxePostRing(map(opened, udata.response()), null, 0);
                    return new QpRings(sendRing, receiveRing, capacity(sends, sendRing, receiveRing, request));
                },
                () -> {});
    }

    private static QpCapacity capacity(
            RxeQueue sends,
            PostRing sendRing,
            @org.jspecify.annotations.Nullable PostRing receiveRing,
            UserQpRequest request) {
        QpCapacity asked = request.capacity();
        int room = Math.min(
                RxeUdata.dataRoom(asked.maxSendSge(), asked.maxInlineData()),
                sends.elementBytes() - RxeFormats.SENDS.structure().bytes());
        return new QpCapacity(
                sendRing.room(),
                receiveRing == null ? 0 : receiveRing.room(),
                room / RxeUdata.SGE_BYTES,
                receiveRing == null ? 0 : asked.maxRecvSge(),
                room);
    }

    @Override
    public Layout<PostRing> srq(Opened opened, SrqCapacity capacity, boolean isNew) {
        return isNew ? newSrq(opened) : resizedSrq(opened);
    }

    private static Layout<PostRing> newSrq(Opened opened) {
        Udata udata = Udata.ofBytes(0, RxeUdata.SRQ.bytes());
        return new Layout<>(udata, _ -> new RxePostRing(map(opened, udata.response()), null, 0), () -> {});
    }

    /** The kernel half says where the new queue is by a store to memory of the process. */
    private static Layout<PostRing> resizedSrq(Opened opened) {
        UserMemory memory = opened.memory();
        long page = memory.allocate(MAPPING.bytes());
        Udata bytes = Udata.ofBytes(RxeUdata.MODIFY_SRQ.bytes(), MAPPING.bytes());
        RxeUdata.MAPPING_ADDRESS.set(bytes.request(), page);
        Udata udata = new Udata(bytes.request(), MemorySegment.NULL, UserStores.into(memory));
        return new Layout<>(
                udata,
                _ -> {
                    memory.load(page, bytes.response(), 0, MAPPING.bytes());
                    memory.free(page);
                    return new RxePostRing(map(opened, bytes.response()), null, 0);
                },
                () -> memory.free(page));
    }

    @Override
    public SrqCapacity srqCapacity(SrqCapacity asked) {
        return new SrqCapacity(RxeQueue.slotsFor(asked.maxWr()) - 1, asked.maxSge());
    }

    @Override
    public Udata ah(AhAttributes path) {
        return Udata.ofBytes(0, RxeUdata.AH.bytes());
    }

    @Override
    public int ahNumber(Udata udata) {
        return RxeUdata.AH_NUMBER.getInt(udata.response());
    }
}
