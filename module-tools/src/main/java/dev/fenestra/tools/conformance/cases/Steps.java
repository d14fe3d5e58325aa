package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.uverbs.Completion;
import java.time.Duration;

/** Steps that several tables share. */
final class Steps {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Steps() {}

    static QpAttributes toError() {
        return QpAttributes.to(QpState.ERR);
    }

    /** The next completion of a host, of any request. */
    static Completion next(CaseHost host) {
        return host.cq().await(PATIENCE);
    }

    /** Bob sends alice an empty message after all that he posted. Returns her receive. */
    static long ping(CaseBench b) {
        long receive = b.lane().alice().receive();
        b.lane().bob().send(0);
        return receive;
    }
}
