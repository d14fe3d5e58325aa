package dev.fenestra.vendor.irdma.user;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.card.ShadowRecord;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.irdma.IrdmaFormats;
import dev.fenestra.hw.sim.irdma.IrdmaPlaces;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.MarkedPostRing;
import dev.fenestra.vendor.common.user.OwnMemory;
import dev.fenestra.vendor.common.user.PairedPollRing;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.irdma.abi.IrdmaRules;
import dev.fenestra.vendor.irdma.abi.IrdmaUdata;

/** The user half of irdma cards. All queues are memory of the process; that of a CQ and its record lie apart. */
public final class IrdmaUser implements UserVendor {
    private static final SendPlaces PLACES = new IrdmaPlaces(new AddressHandles(), 0);

    /** Makes the user half of one device. */
    public IrdmaUser() {}

    @Override
    public VendorRules rules() {
        return IrdmaRules.ALL;
    }

    @Override
    public SendFormat sends(QpType type) {
        return IrdmaFormats.SENDS;
    }

    @Override
    public ReceiveFormat receives(boolean isShared) {
        return IrdmaFormats.RECEIVES;
    }

    @Override
    public CompletionFormat completions() {
        return IrdmaFormats.COMPLETIONS;
    }

    @Override
    public SendPlaces places() {
        return PLACES;
    }

    @Override
    public Udata opening() {
        Udata udata = Udata.ofBytes(IrdmaUdata.OPENING.bytes(), IrdmaUdata.CONTEXT.bytes());
        IrdmaUdata.USER_VERSION.set(udata.request(), IrdmaUdata.ABI_VERSION);
        return udata;
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        int entries = IrdmaUdata.entries(cqe);
        OwnMemory memory = OwnMemory.allocate(opened.memory(), IrdmaUdata.bytes(entries));
        OwnMemory record = OwnMemory.allocate(opened.memory(), ShadowRecord.BYTES);
        Udata udata = asked(memory, entries, IrdmaUdata.CQ_ANSWER.bytes());
        IrdmaUdata.CQ_RECORD.set(udata.request(), record.address());
        return new Layout<>(
                udata,
                _ -> {
                    MappedPage registers = opened.map().apply(IrdmaUdata.REGISTERS);
                    return new PairedPollRing(
                            memory.ring(),
                            entries,
                            new ShadowRecord(record.ring()),
                            IrdmaFormats.PAIRS,
                            arm -> registers.write64(IrdmaUdata.ARM, arm | IrdmaUdata.CQ_NUMBER.get(udata.response())),
                            memory::free,
                            record::free);
                },
                () -> {
                    memory.free();
                    record.free();
                });
    }

    private static Udata asked(OwnMemory memory, int entries, int answer) {
        Udata udata = Udata.ofBytes(IrdmaUdata.OWN_BYTES, answer);
        IrdmaUdata.CQ_BUFFER.set(udata.request(), memory.address());
        IrdmaUdata.CQ_SIZE.set(IrdmaUdata.own(udata.request()), entries);
        return udata;
    }

    @Override
    public Layout<PollRing> resizedCq(Opened opened, PollRing from, int cqe) {
        int entries = IrdmaUdata.entries(cqe);
        OwnMemory memory = OwnMemory.allocate(opened.memory(), IrdmaUdata.bytes(entries));
        return new Layout<>(
                asked(memory, entries, 0),
                _ -> ((PairedPollRing) from).moved(memory.ring(), entries, memory::free),
                memory::free);
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        QpCapacity asked = request.capacity();
        IrdmaUdata.Rings rings = IrdmaUdata.rings(asked);
        OwnMemory memory =
                OwnMemory.allocate(opened.memory(), (rings.sendPages() + rings.receivePages()) * IrdmaUdata.PAGE);
        Udata udata = Udata.ofBytes(IrdmaUdata.OWN_BYTES, IrdmaUdata.QP_ANSWER.bytes());
        IrdmaUdata.QP_BUFFER.set(udata.request(), memory.address());
        IrdmaUdata.SENDS.set(IrdmaUdata.own(udata.request()), rings.sends());
        IrdmaUdata.RECEIVES.set(IrdmaUdata.own(udata.request()), rings.receives());
        return new Layout<>(udata, number -> made(opened, asked, rings, memory, number), memory::free);
    }

    private static QpRings made(Opened opened, QpCapacity asked, IrdmaUdata.Rings rings, OwnMemory memory, int number) {
        PinnedRing both = memory.ring();
        MappedPage registers = opened.map().apply(IrdmaUdata.REGISTERS);
        QpCapacity made = rings.capacity(asked);
        return new QpRings(
                new MarkedPostRing(
                        form(rings.sendSlots(both), IrdmaFormats.BLOCK, 0),
                        made.maxSendWr(),
                        () -> registers.write64(IrdmaUdata.SEND_DOORBELL, number),
                        memory::free),
                new MarkedPostRing(
                        form(rings.receiveSlots(both), 1, rings.logReceiveQuanta()),
                        made.maxRecvWr(),
                        () -> {},
                        () -> {}),
                made);
    }

    private static MarkedPostRing.Form form(RingSlots slots, int block, int logName) {
        return new MarkedPostRing.Form(
                slots,
                block,
                logName,
                IrdmaFormats.VALID,
                (memory, base) -> IrdmaFormats.HEADER_BITS.set(memory, base, IrdmaFormats.NOP));
    }

    @Override
    public Udata ah(AhAttributes path) {
        return Udata.ofBytes(0, IrdmaUdata.AH.bytes());
    }

    @Override
    public int ahNumber(Udata udata) {
        return IrdmaUdata.AH_NUMBER.getInt(udata.response());
    }
}
