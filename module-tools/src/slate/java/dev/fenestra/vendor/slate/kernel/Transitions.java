package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.hca.core.Peer;
import dev.fenestra.hw.sim.hca.core.QpControl;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.hw.sim.hca.core.Sending;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.SlateCard;

/** Takes QPs through their states. */
final class Transitions {
    private static final int UDP_PORTS = 0xc000;

    private final SlateCard card;
    private final QpControl control;

    Transitions(SlateCard card, QpControl control) {
        this.card = card;
        this.control = control;
    }

    /** The state behind the engine's word for it, which is the same. */
    static QpState stateOf(dev.fenestra.hw.sim.hca.vocabulary.QpState state) {
        return QpState.valueOf(state.name());
    }

    /** Refuses a transition that the card does not have. */
    static void check(QpState from, QpState to) {
        if (to == QpState.SQD || from == QpState.SQD) {
            throw new VerbsException(SlateRule.TRANSITION, from + " to " + to);
        }
    }

    Reply move(int qpn, QpState from, QpState to, QpAttributes asked) {
        Reply moved = switch (to) {
            case RESET -> card.resetQp(qpn);
            case ERR -> control.fail(qpn);
            case INIT -> from == QpState.INIT ? unmoved(qpn) : control.initialize(qpn, rights(asked));
            case RTR -> control.connect(qpn, peer(qpn, asked));
            case RTS -> start(qpn, from, asked);
            case SQE, SQD -> new Reply(CommandSyndrome.QP_STATE, 0);
        };
        return moved.isRefused() ? moved : adjust(qpn, asked);
    }

    private Reply start(int qpn, QpState from, QpAttributes asked) {
        return switch (from) {
            case RTR -> control.start(qpn, sending(asked));
            case SQE -> control.resume(qpn);
            default -> unmoved(qpn);
        };
    }

    private Reply adjust(int qpn, QpAttributes asked) {
        Reply reply = asked.has(QpAttribute.ACCESS_FLAGS) ? control.access(qpn, rights(asked)) : unmoved(qpn);
        return asked.has(QpAttribute.MIN_RNR_TIMER) ? control.rnrTimer(qpn, asked.minRnrTimer()) : reply;
    }

    private static Reply unmoved(int qpn) {
        return new Reply(CommandSyndrome.NONE, qpn);
    }

    private static int rights(QpAttributes asked) {
        return AccessBits.toEngine(asked.access());
    }

    private static Peer peer(int qpn, QpAttributes asked) {
        return new Peer(
                asked.destinationQpn(),
                asked.destination().high(),
                asked.destination().low(),
                UDP_PORTS | qpn,
                asked.pathMtu().bytes(),
                asked.rqPsn(),
                asked.maxDestRdAtomic(),
                asked.minRnrTimer());
    }

    private static Sending sending(QpAttributes asked) {
        return new Sending(asked.sqPsn(), asked.timeout(), asked.retryCount(), asked.rnrRetry(), asked.maxRdAtomic());
    }
}
