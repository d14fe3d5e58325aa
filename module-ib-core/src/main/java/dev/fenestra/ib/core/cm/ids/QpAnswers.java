package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.protocol.CmConnection;
import dev.fenestra.ib.core.cm.protocol.CmState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a QP is brought into its states (core/cma.c rdma_init_qp_attr, core/cm.c ib_cm_init_qp_attr). */
final class QpAnswers {
    private static final List<CmState> PEER_KNOWN = List.of(
            CmState.REQ_RCVD,
            CmState.MRA_REQ_SENT,
            CmState.REP_RCVD,
            CmState.MRA_REP_SENT,
            CmState.REP_SENT,
            CmState.MRA_REP_RCVD,
            CmState.ESTABLISHED);
    private static final List<CmState> ASKED = List.of(CmState.REQ_SENT, CmState.MRA_REQ_RCVD);

    private QpAnswers() {}

    static QpAttributes to(CmIdObject id, QpState state) {
        if (state != QpState.INIT && state != QpState.RTR && state != QpState.RTS) {
            throw refused(id, state);
        }
        if (id.isDatagrams()) {
            return first(id, state).qkey(CmIdObject.UDP_QKEY);
        }
        @Nullable CmConnection connection = id.connection;
        if (connection == null) {
            if (state != QpState.INIT) {
                throw refused(id, state);
            }
            return first(id, state).access(0);
        }
        boolean known = PEER_KNOWN.contains(connection.state());
        if (!known && !(state == QpState.INIT && ASKED.contains(connection.state()))) {
            throw refused(id, state);
        }
        return switch (state) {
            case INIT -> first(id, state).access(access(connection));
            case RTR -> receive(id, connection);
            default -> send(id, connection);
        };
    }

    private static QpAttributes first(CmIdObject id, QpState state) {
        return QpAttributes.to(state).pkeyIndex(0).port(id.boundPort().port());
    }

    private static int access(CmConnection connection) {
        int write = AccessFlag.mask(AccessFlag.REMOTE_WRITE);
        return connection.responderResources() == 0
                ? write
                : write | AccessFlag.mask(AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    }

    private static QpAttributes receive(CmIdObject id, CmConnection connection) {
        QpAttributes attributes = QpAttributes.to(QpState.RTR)
                .path(Paths.to(connection.path()))
                .pathMtu(connection.mtu())
                .destinationQpn(connection.remoteQpn())
                .rqPsn(connection.rqPsn());
        return id.type == QpType.RC || id.type == QpType.XRC_TGT
                ? attributes.maxDestRdAtomic(connection.responderResources()).minRnrTimer(0)
                : attributes;
    }

    private static QpAttributes send(CmIdObject id, CmConnection connection) {
        QpAttributes attributes = QpAttributes.to(QpState.RTS).sqPsn(connection.sqPsn());
        return id.type == QpType.RC || id.type == QpType.XRC_INI
                ? attributes
                        .timeout(connection.ackTimeout())
                        .retryCount(connection.retryCount())
                        .rnrRetry(connection.rnrRetryCount())
                        .maxRdAtomic(connection.initiatorDepth())
                : attributes;
    }

    private static VerbsException refused(CmIdObject id, QpState state) {
        CmConnection connection = id.connection;
        return CmRule.QP_STATE.refused("id=" + id.handle + " QP state=" + state + " at="
                + (connection == null ? id.state : connection.state()));
    }
}
