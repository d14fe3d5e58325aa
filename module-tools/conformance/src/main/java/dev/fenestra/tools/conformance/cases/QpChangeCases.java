package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Changes of a QP that the table of states or the range of an attribute forbids: the QP keeps its state, and the right
 * change works afterwards. And changes of its rights, which count from then on.
 */
final class QpChangeCases {
    /** What fits to {@link #toReady} and {@link #toSend} at the other end. */
    private static final ConnectOptions FROM_0 =
            ConnectOptions.DEFAULT.withPsn(0).withMtu(Mtu.MTU_1024).withRdAtomic(1);

    private QpChangeCases() {}

    /** One attribute out of its range, on the way to INIT, RTR or RTS. */
    private enum Attribute {
        PORT("QPA-1", QpState.INIT, (device, to) -> to.port(device.physPortCnt() + 1)),
        PORT_0("QPA-1", QpState.INIT, (_, to) -> to.port(0)),
        PKEY_INDEX("QPA-2", QpState.INIT, (device, to) -> to.pkeyIndex(device.maxPkeys())),
        DEST_RD_ATOMIC("QPA-8", QpState.RTR, (device, to) -> to.maxDestRdAtomic(device.maxQpRdAtomic() + 1)),
        MIN_RNR_TIMER("QPA-6", QpState.RTR, (_, to) -> to.minRnrTimer(32)),
        DEST_QPN("QPA-9", QpState.RTR, (_, to) -> to.destinationQpn(1 << 24)),
        TIMEOUT("QPA-3", QpState.RTS, (_, to) -> to.timeout(32)),
        RETRY_COUNT("QPA-4", QpState.RTS, (_, to) -> to.retryCount(8)),
        RNR_RETRY("QPA-5", QpState.RTS, (_, to) -> to.rnrRetry(8)),
        RD_ATOMIC("QPA-7", QpState.RTS, (device, to) -> to.maxRdAtomic(device.maxQpRdAtomic() + 1)),
        MISSING("QPS-2", QpState.RTR, (_, _) -> QpAttributes.to(QpState.RTR).minRnrTimer(1)),
        SURPLUS("QPS-3", QpState.INIT, (_, to) -> to.timeout(1)),
        NO_WAY("QPS-1", QpState.INIT, (_, _) -> QpAttributes.to(QpState.RTS)),
        FALSE_STATE("QPS-5", QpState.RTS, (_, to) -> to.currentState(QpState.RTS)),
        ODD_STATE("QPS-4", QpState.RTS, (_, to) -> to.currentState(QpState.INIT));

        private final String rule;
        private final QpState at;
        private final Spoiler spoiler;

        Attribute(String rule, QpState at, Spoiler spoiler) {
            this.rule = rule;
            this.at = at;
            this.spoiler = spoiler;
        }
    }

    /** Makes a change invalid. */
    @FunctionalInterface
    private interface Spoiler {
        QpAttributes spoil(DeviceAttributes device, QpAttributes to);
    }

    static List<ConformanceCase> all() {
        Stream<ConformanceCase> refused = Arrays.stream(Attribute.values())
                .map(one -> ConformanceCase.of(
                                "QPC-" + one.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                "a change of a QP is refused as " + one.rule + " says, and changes nothing",
                                b -> refuse(b, one))
                        .breaking(one.rule));
        Stream<ConformanceCase> rights = Stream.of(
                ConformanceCase.of("QPC-rights-fewer", "a QP in RTS gives rights up", QpChangeCases::fewerRights)
                        .breaking("A8"),
                ConformanceCase.of("QPC-rights-more", "and gets them", QpChangeCases::moreRights),
                ConformanceCase.of(
                                "QPC-rights-init",
                                "and so does one in INIT, before it is connected",
                                QpChangeCases::lastRights)
                        .breaking("A8"));
        return Stream.concat(refused, rights).toList();
    }

    private static QpAttributes allowing(QpState state, AccessFlag... rights) {
        return QpAttributes.to(state).access(rights);
    }

    private static void fewerRights(CaseBench b) {
        QpConnection connection = b.newConnection();
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        b.expect().succeeds("write", connection.alice().write(target));
        connection.bob().qp().modify(allowing(QpState.RTS, AccessFlag.REMOTE_READ));
        b.expect().succeeds("read", connection.alice().read(target));
        b.expect()
                .refusedByPeer(
                        "write without the right",
                        "A8",
                        () -> connection.alice().write(target));
        QpConnection other = b.newConnection();
        other.bob().qp().modify(allowing(QpState.RTS, AccessFlag.REMOTE_WRITE));
        b.expect().succeeds("write", other.alice().write(target));
        b.expect()
                .refusedByPeer(
                        "read without the right", "A8", () -> other.alice().read(target));
    }

    private static void moreRights(CaseBench b) {
        ConnectOptions none = ConnectOptions.DEFAULT.withAccess();
        QpConnection connection = b.newConnection(ConnectOptions.DEFAULT, none);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        connection.bob().qp().modify(allowing(QpState.RTS, AccessFlag.REMOTE_READ));
        b.expect().succeeds("read", connection.alice().read(target));
        b.expect().fetched(64);
        b.alice().memory().fill(b.alice().fill());
        connection.bob().qp().modify(allowing(QpState.RTS, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE));
        b.expect().succeeds("write", connection.alice().write(target));
        b.expect().landed(0, 64);
    }

    /** Each change of INIT to INIT replaces the rights; the last ones count. */
    private static void lastRights(CaseBench b) {
        QueuePair qp = b.bob().createQp(b.bob().pd());
        QueuePair peer = b.alice().createQp(b.alice().pd());
        qp.modify(allowing(QpState.INIT, AccessFlag.REMOTE_WRITE).pkeyIndex(0).port(1));
        qp.modify(allowing(QpState.INIT, AccessFlag.REMOTE_READ));
        qp.modify(toReady(peer));
        qp.modify(toSend());
        peer.connect(qp.endpoint(FROM_0), FROM_0);
        End alice = new End(b, b.alice(), peer);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        b.expect().succeeds("read", alice.read(target));
        b.expect().refusedByPeer("write", "A8", () -> alice.write(target));
    }

    private static QpAttributes toReady(QueuePair peer) {
        return QpAttributes.to(QpState.RTR)
                .path(peer.endpoint().gid(), 0)
                .pathMtu(Mtu.MTU_1024)
                .destinationQpn(peer.number())
                .rqPsn(0)
                .maxDestRdAtomic(1)
                .minRnrTimer(1);
    }

    private static QpAttributes toSend() {
        return QpAttributes.to(QpState.RTS)
                .timeout(14)
                .retryCount(7)
                .rnrRetry(7)
                .sqPsn(0)
                .maxRdAtomic(1);
    }

    private static void refuse(CaseBench b, Attribute wrong) {
        QueuePair qp = b.bob().createQp(b.bob().pd());
        QueuePair peer = b.alice().createQp(b.alice().pd());
        step(
                b,
                qp,
                wrong,
                () -> QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        step(b, qp, wrong, () -> toReady(peer));
        step(b, qp, wrong, QpChangeCases::toSend);
    }

    private static void step(CaseBench b, QueuePair qp, Attribute wrong, Supplier<QpAttributes> right) {
        QpState before = qp.state();
        QpState to = right.get().state();
        if (to == wrong.at) {
            QpAttributes spoiled = wrong.spoiler.spoil(b.bob().context().deviceAttributes(), right.get());
            b.expect().refusedCall("modify_qp", wrong.rule, Errno.EINVAL, () -> qp.modify(spoiled));
            b.expect().same("state after it", before, qp.state());
        }
        b.expect().works("modify_qp to " + to, () -> qp.modify(right.get()));
        b.expect().same("state", to, qp.state());
    }
}
