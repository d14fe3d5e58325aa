package dev.fenestra.vendor.efa.user;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.efa.EfaFormats;
import dev.fenestra.hw.sim.efa.EfaPlaces;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.common.RegisterPage;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.efa.abi.EfaRules;
import dev.fenestra.vendor.efa.abi.EfaUdata;
import java.nio.ByteOrder;

/** The user half of efa cards. All queues are memory of the kernel, which the process maps. */
public final class EfaUser implements UserVendor {
    private static final SendPlaces PLACES = new EfaPlaces(new AddressHandles(), 0);

    /** Makes the user half of one device. */
    public EfaUser() {}

    @Override
    public VendorRules rules() {
        return EfaRules.ALL;
    }

    @Override
    public SendFormat sends(QpType type) {
        return type == QpType.UD ? EfaFormats.DATAGRAMS : EfaFormats.SENDS;
    }

    @Override
    public ReceiveFormat receives(boolean isShared) {
        return EfaFormats.RECEIVES;
    }

    @Override
    public CompletionFormat completions() {
        return EfaFormats.COMPLETIONS;
    }

    @Override
    public SendPlaces places() {
        return PLACES;
    }

    @Override
    public Udata opening() {
        return Udata.ofBytes(0, EfaUdata.CONTEXT.bytes());
    }

    private static PinnedRing map(Opened opened, HostField key, Udata udata) {
        return PinnedRing.of(opened.map().apply(key.get(udata.response())).memory());
    }

    private static PostRecord register(Opened opened, HostField key, Udata udata) {
        return new PostRecord(map(opened, key, udata), ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public Layout<PollRing> cq(Opened opened, int cqe) {
        Udata udata = Udata.ofBytes(EfaUdata.CQ.bytes(), EfaUdata.CQ_ANSWER.bytes());
        EfaUdata.CQE_BYTES.set(
                udata.request(), EfaFormats.COMPLETIONS.structure().bytes());
        EfaUdata.CQ_RINGS.set(udata.request(), 1);
        return new Layout<>(
                udata,
                _ -> {
                    MappedPage registers = opened.map().apply(RegisterPage.OFFSET);
                    long number = EfaUdata.CQ_NUMBER.get(udata.response()) << 1;
                    return new EfaPollRing(
                            map(opened, EfaUdata.CQ_KEY, udata),
                            EfaUdata.powerOfTwo(cqe),
                            register(opened, EfaUdata.CQ_REGISTER_KEY, udata),
                            solicited -> registers.write64(RegisterPage.ARM, number | (solicited ? 1 : 0)));
                },
                () -> {});
    }

    @Override
    public Layout<QpRings> qp(Opened opened, UserQpRequest request) {
        QpCapacity asked = request.capacity();
        int sends = EfaUdata.powerOfTwo(asked.maxSendWr());
        int receiveSlots = EfaUdata.powerOfTwo(asked.maxRecvWr() * asked.maxRecvSge());
        int receives = receiveSlots / Math.max(1, asked.maxRecvSge());
        Udata udata = Udata.ofBytes(EfaUdata.QP.bytes(), EfaUdata.QP_ANSWER.bytes());
        EfaUdata.SEND_BYTES.set(udata.request(), (long) sends << EfaUdata.LOG_SEND);
        EfaUdata.RECEIVE_BYTES.set(udata.request(), (long) receiveSlots << EfaUdata.LOG_RECEIVE);
        QpCapacity made =
                new QpCapacity(sends, receives, asked.maxSendSge(), asked.maxRecvSge(), asked.maxInlineData());
        return new Layout<>(
                udata,
                number -> new QpRings(
                        sendRing(opened, sends, number, udata),
                        new EfaReceiveRing(
                                new RingSlots(
                                        map(opened, EfaUdata.RECEIVE_KEY, udata),
                                        0,
                                        receiveSlots,
                                        EfaUdata.LOG_RECEIVE),
                                receives,
                                register(opened, EfaUdata.RECEIVE_REGISTER_KEY, udata)),
                        made),
                () -> {});
    }

    private static PostRing sendRing(Opened opened, int count, int number, Udata udata) {
        MappedPage registers = opened.map().apply(RegisterPage.OFFSET);
        return new EfaSendRing(
                new RingSlots(map(opened, EfaUdata.SEND_KEY, udata), 0, count, EfaUdata.LOG_SEND),
                register(opened, EfaUdata.SEND_REGISTER_KEY, udata),
                () -> registers.write64(RegisterPage.POST, number));
    }

    @Override
    public Udata ah(AhAttributes path) {
        return Udata.ofBytes(0, EfaUdata.AH.bytes());
    }

    @Override
    public int ahNumber(Udata udata) {
        return EfaUdata.AH_NUMBER.getInt(udata.response());
    }
}
