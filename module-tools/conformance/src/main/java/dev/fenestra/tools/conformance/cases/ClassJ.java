package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;

import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.Completion;

/**
 * A responder error of class J (IBA 9.9.6.3): only the responder knows it; the wire carries neither an ACK nor a NAK.
 */
final class ClassJ {
    private ClassJ() {}

    /** A SEND_WITH_INV whose key bob must not invalidate: his receive fails, his QP stops, and alice gets no answer. */
    static void refused(CaseBench b, QpConnection connection, int key, String rule) {
        long receive = connection.bob().receive();
        b.expect()
                .refusedInSilence(
                        "sender",
                        rule,
                        "T6",
                        RETRY_EXC_ERR,
                        () -> connection.alice().sendWithInvalidate(key));
        b.expect()
                .same(
                        "receiver",
                        REM_INV_REQ_ERR,
                        connection.bob().await(receive).status());
        b.expect().same("receiver's QP", QpState.ERR, connection.bob().state());
    }

    /** A SEND_WITH_INV that bob must execute. */
    static void obeyed(CaseBench b, QpConnection connection, int key) {
        long receive = connection.bob().receive();
        b.expect().succeeds("sender", connection.alice().sendWithInvalidate(key));
        Completion.Done received = connection.bob().await(receive).orThrow();
        b.expect().sameKey("invalidated key", key, received.invalidatedKey().orElse(0));
    }
}
