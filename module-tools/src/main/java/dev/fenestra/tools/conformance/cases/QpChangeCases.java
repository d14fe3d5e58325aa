package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.uverbs.QueuePair;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Changes of a QP that the table of states or the range of an attribute forbids. The QP keeps its state: the right
 * change works afterwards.
 */
final class QpChangeCases {
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
        return Arrays.stream(Attribute.values())
                .map(one -> ConformanceCase.of(
                                "QPC-" + one.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                "a change of a QP is refused as " + one.rule + " says, and changes nothing",
                                b -> refuse(b, one))
                        .breaking(one.rule))
                .toList();
    }

    private static void refuse(CaseBench b, Attribute wrong) {
        QueuePair qp = b.bob().createQp(b.bob().pd());
        QueuePair peer = b.alice().createQp(b.alice().pd());
        step(
                b,
                qp,
                wrong,
                () -> QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        step(
                b,
                qp,
                wrong,
                () -> QpAttributes.to(QpState.RTR)
                        .path(peer.endpoint().gid(), 0)
                        .pathMtu(Mtu.MTU_1024)
                        .destinationQpn(peer.number())
                        .rqPsn(0)
                        .maxDestRdAtomic(1)
                        .minRnrTimer(1));
        step(
                b,
                qp,
                wrong,
                () -> QpAttributes.to(QpState.RTS)
                        .timeout(14)
                        .retryCount(7)
                        .rnrRetry(7)
                        .sqPsn(0)
                        .maxRdAtomic(1));
    }

    private static void step(CaseBench b, QueuePair qp, Attribute wrong, Supplier<QpAttributes> right) {
        QpState before = qp.state();
        QpState to = right.get().state();
        if (to == wrong.at) {
            QpAttributes spoiled = wrong.spoiler.spoil(b.bob().context().deviceAttributes(), right.get());
            b.refusedCall("modify_qp", wrong.rule, Errno.EINVAL, () -> qp.modify(spoiled));
            b.same("state after it", before, qp.state());
        }
        b.works("modify_qp to " + to, () -> qp.modify(right.get()));
        b.same("state", to, qp.state());
    }
}
