package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * The state changes that connect a QP. UC needs fewer attributes, since it has no retries, no READs and no atomics. An
 * XRC initiator needs those of a requester, an XRC target those of a responder.
 */
record BringUp(ConnectOptions options, int psn, DeviceAttributes device) {

    QpAttributes toInit() {
        return QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(options.access());
    }

    QpAttributes toRtr(QpType type, QpEndpoint peer) {
        QpAttributes connected = QpAttributes.to(QpState.RTR)
                .path(peer.gid(), options.gidIndex())
                .pathMtu(options.mtu())
                .destinationQpn(peer.qpNumber())
                .rqPsn(peer.psn());
        return type == QpType.UC || type == QpType.XRC_INI
                ? connected
                : connected.maxDestRdAtomic(rdAtomic()).minRnrTimer(options.minRnrTimer());
    }

    QpAttributes toRts(QpType type) {
        QpAttributes sending = QpAttributes.to(QpState.RTS).sqPsn(psn);
        return switch (type) {
            case UC, UD, RAW_PACKET, DRIVER -> sending;
            case XRC_TGT -> sending.timeout(options.timeout());
            case RC, XRC_INI ->
                sending.timeout(options.timeout())
                        .retryCount(options.retryCount())
                        .rnrRetry(options.rnrRetry())
                        .maxRdAtomic(rdAtomic());
        };
    }

    private int rdAtomic() {
        return Math.min(options.rdAtomic(), device.maxQpRdAtomic());
    }
}
