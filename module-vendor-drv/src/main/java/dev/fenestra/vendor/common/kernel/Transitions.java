package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.core.QpSettings;
import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.Map;

/** Attributes of verbs as settings of the card, and back. */
final class Transitions {
    /** 67 ms. */
    private static final int RELIABLE_TIMEOUT = 14;

    private static final int MOST_RETRIES = 7;
    private static final int UDP_PORTS = 0xc000;
    private static final int RATE_BITS = 15;
    private static final int PRIORITY_BITS = 7;
    private static final Map<QpAttribute, Integer> OPTIONAL = Map.of(
            QpAttribute.ACCESS_FLAGS, QpSettings.RIGHTS,
            QpAttribute.MIN_RNR_TIMER, QpSettings.RNR_TIMER,
            QpAttribute.QKEY, QpSettings.QKEY,
            QpAttribute.AV, QpSettings.PATH,
            QpAttribute.TIMEOUT, QpSettings.ACK_TIMEOUT,
            QpAttribute.RETRY_CNT, QpSettings.RETRIES,
            QpAttribute.RNR_RETRY, QpSettings.RNR_RETRIES,
            QpAttribute.MAX_QP_RD_ATOMIC, QpSettings.REQUESTER_DEPTH,
            QpAttribute.MAX_DEST_RD_ATOMIC, QpSettings.RESPONDER_DEPTH);

    private Transitions() {}

    /** The state behind the card's word for it, which is the same. */
    static QpState stateOf(dev.fenestra.hw.sim.hca.vocabulary.QpState state) {
        return QpState.valueOf(state.name());
    }

    static dev.fenestra.hw.sim.hca.vocabulary.QpState stateOf(QpState state) {
        return dev.fenestra.hw.sim.hca.vocabulary.QpState.valueOf(state.name());
    }

    static QpSettings settings(int qpn, QpAttributes from) {
        QpSettings into = new QpSettings();
        OPTIONAL.forEach((attribute, bit) -> into.changes |= from.has(attribute) ? bit : 0);
        into.rights = AccessBits.toEngine(from.access());
        into.qkey = from.qkey();
        // A UD QP has no path MTU: a datagram may fill a packet.
        into.mtu = (from.has(QpAttribute.PATH_MTU) ? from.pathMtu() : Mtu.MTU_4096).bytes();
        into.peerQpn = from.destinationQpn();
        path(from.path(), qpn, into);
        into.receivePsn = from.rqPsn();
        into.responderDepth = from.maxDestRdAtomic();
        into.rnrTimer = from.minRnrTimer();
        into.sendPsn = from.sqPsn();
        into.ackTimeout = from.timeout();
        into.retries = from.retryCount();
        into.rnrRetries = from.rnrRetry();
        into.requesterDepth = from.maxRdAtomic();
        into.tellsDrained = from.tellsDrained();
        return into;
    }

    /** What programs do not say of reliable datagrams: how long and how often the card tries, one READ at a time. */
    static void reliable(QpAttributes from, QpSettings into) {
        into.ackTimeout = RELIABLE_TIMEOUT;
        into.retries = MOST_RETRIES;
        into.rnrRetries = from.has(QpAttribute.RNR_RETRY) ? from.rnrRetry() : MOST_RETRIES;
        into.requesterDepth = 1;
    }

    private static void path(AhAttributes path, int qpn, QpSettings into) {
        into.gidIndex = path.sourceGidIndex();
        into.peerGidHigh = path.destination().high();
        into.peerGidLow = path.destination().low();
        into.trafficClass = path.trafficClass();
        into.flowLabel = path.flowLabel();
        into.hopLimit = path.hopLimit();
        into.udpPort = path.flowLabel() == 0 ? UDP_PORTS | qpn : FlowLabel.udpSourcePort(path.flowLabel());
        into.rate = path.rate() & RATE_BITS;
        into.priority = path.serviceLevel() & PRIORITY_BITS;
    }

    /** What verbs ask of a QP, as far as it is known in its state. */
    static QpAttributes attributes(QpSettings found) {
        QpState state = stateOf(found.state);
        QpAttributes attributes = QpAttributes.to(state).currentState(state);
        if (state == QpState.RESET) {
            return attributes;
        }
        attributes
                .access(AccessBits.fromEngine(found.rights))
                .pkeyIndex(0)
                .port(1)
                .qkey(found.qkey);
        return state == QpState.INIT ? attributes : connected(attributes, found);
    }

    private static QpAttributes connected(QpAttributes attributes, QpSettings found) {
        if (found.mtu != 0) {
            attributes.pathMtu(Mtu.of(Integer.numberOfTrailingZeros(found.mtu) - 7));
        }
        // The requests of a UD QP have their own paths.
        if (found.peerGidHigh != 0 || found.peerGidLow != 0) {
            attributes.path(new AhAttributes(
                    new Gid(found.peerGidHigh, found.peerGidLow),
                    1,
                    found.gidIndex,
                    found.flowLabel,
                    found.hopLimit,
                    found.trafficClass,
                    found.priority,
                    found.rate));
        }
        return attributes
                .destinationQpn(found.peerQpn)
                .rqPsn(found.receivePsn)
                .sqPsn(found.sendPsn)
                .timeout(found.ackTimeout)
                .retryCount(found.retries)
                .rnrRetry(found.rnrRetries)
                .minRnrTimer(found.rnrTimer)
                .maxRdAtomic(found.requesterDepth)
                .maxDestRdAtomic(found.responderDepth);
    }
}
