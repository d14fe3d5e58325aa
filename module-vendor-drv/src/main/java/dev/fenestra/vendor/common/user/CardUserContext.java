package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.common.CardRule;

/** An opened device in user space. */
final class CardUserContext implements UserContext {
    private final UserVendor vendor;
    private final UserVendor.Opened opened;
    private final QpFinder qps = new QpFinder();

    CardUserContext(UserVendor vendor, UserVendor.Opened opened) {
        this.vendor = vendor;
        this.opened = opened;
    }

    @Override
    public Pending<UserCq> prepareCq(int cqe) {
        UserVendor.Layout<PollRing> layout = vendor.cq(opened, cqe);
        return new Prepared<>(
                layout.udata(),
                number -> new CardUserCq(vendor, opened, qps, layout.made().apply(number)),
                layout.undo());
    }

    @Override
    public Pending<UserQp> prepareQp(
            QpType type, QpCapacity asked, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq) {
        return prepareQp(
                new UserQpRequest(type, asked, signalAll, singleThreaded, sendCq, recvCq, null, null, UserPd.UNKNOWN));
    }

    @Override
    public Pending<UserQp> prepareQp(UserQpRequest request) {
        if (request.extension() != null) {
            throw vendor.rules().refused(CardRule.OPERATION, "an extension of a QP");
        }
        UserVendor.Layout<UserVendor.QpRings> layout = vendor.qp(opened, request);
        return new Prepared<>(
                layout.udata(),
                number -> {
                    CardUserQp qp = new CardUserQp(
                            vendor, opened.memory(), qps, number, layout.made().apply(number), request);
                    qps.add(qp);
                    return qp;
                },
                layout.undo());
    }

    @Override
    public PendingSrq prepareSrq(SrqCapacity capacity) {
        UserVendor.Layout<PostRing> layout = vendor.srq(opened, capacity, true);
        SrqCapacity made = vendor.srqCapacity(capacity);
        return new PreparedSrq(
                made,
                layout.udata(),
                number -> new CardUserSrq(vendor, opened, layout.made().apply(number), made),
                layout.undo());
    }

    @Override
    public Pending<UserAh> prepareAh(AhAttributes attributes) {
        Udata udata = vendor.ah(attributes);
        return new Prepared<>(udata, _ -> new CardUserAh(vendor.ahNumber(udata), attributes), () -> {});
    }

    @Override
    public void close() {
        // All memory belongs to queues, and they are gone.
    }
}
