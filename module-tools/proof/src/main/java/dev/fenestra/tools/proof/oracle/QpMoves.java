package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.uverbs.handles.ConnectOptions;

/** Changes of a QP's state that {@code connect} does not make. */
final class QpMoves {
    private QpMoves() {}

    static QpAttributes toInit() {
        return QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0);
    }

    static QpAttributes toError() {
        return QpAttributes.to(QpState.ERR);
    }

    static ConnectOptions withAccess(ConnectOptions options, int mask) {
        return options.withAccess(AccessFlag.of(mask).toArray(AccessFlag[]::new));
    }
}
