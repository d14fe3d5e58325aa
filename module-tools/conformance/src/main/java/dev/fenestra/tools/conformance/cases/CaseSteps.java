package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.List;

/** Steps and sizes that several tables share. */
final class CaseSteps {
    /** Bytes of a page. */
    static final int PAGE = PageList.PAGE_BYTES;

    /** Far longer than any step takes, on any machine. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(1);

    private CaseSteps() {}

    static QpAttributes toError() {
        return QpAttributes.to(QpState.ERR);
    }

    /** The next completion of a host, of any request. */
    static Completion next(CaseHost host) {
        return host.cq().await(SOON);
    }

    /** Bob sends alice an empty message after all that he posted. Returns her receive. */
    static long ping(CaseBench b) {
        long receive = b.atAlice().receive();
        b.atBob().send(0);
        return receive;
    }

    /** Sends a message each way without a poll of bob's CQs. Returns the wrIds of his receive and of his send. */
    static List<Long> exchange(CaseBench b, QpConnection connection) {
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        b.expect().succeeds("to bob", connection.alice().send(8));
        long peers = connection.alice().receive(b.alice().slice(0, 8));
        Send send = Send.of(b.wrId(), b.bob().slice(0, 8));
        connection.bob().post(send);
        b.expect().succeeds("to alice", connection.alice().await(peers));
        b.alice().await(ping(b));
        return List.of(receive, send.wrId());
    }

    /** Expects the key of a type-1 window to have another tag, which the driver chooses. */
    static void isRenamed(CaseBench b, String what, int old, int key) {
        b.expect().holds(what + " has its old index", MemoryKey.index(old) == MemoryKey.index(key));
        b.expect().holds(what + " has another tag", MemoryKey.tag(old) != MemoryKey.tag(key));
        b.expect().note(what, MemoryKey.text(key));
    }

    /** Expects a call to be refused, whatever the errno and the rule. */
    static void isRefused(CaseBench b, String what, Runnable call) {
        boolean refused = false;
        try {
            call.run();
        } catch (VerbsException refusal) {
            refused = true;
        }
        b.expect().same(what + " is refused", true, refused);
    }
}
