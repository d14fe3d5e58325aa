package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOMEM;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * All that a device announces is available. One more is refused, and no limit is silently exceeded. A limit that is too
 * large for a test is tried in part.
 */
final class LimitCases {
    private static final int MOST_REQUESTS = 1 << 10;
    private static final int MOST_BYTES = CaseHost.MEMORY_BYTES;

    private LimitCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                limit("LIM-sge", "a request has as many pieces as announced, and no more", LimitCases::pieces),
                limit("LIM-recv-sge", "so has a receive", LimitCases::receivePieces),
                limit("LIM-inline", "a request has as many inline bytes as its QP, and no more", LimitCases::inline),
                limit("LIM-send-wr", "a send queue takes as many requests as its QP has", LimitCases::sends),
                limit("LIM-recv-wr", "a receive queue takes as many receives as its QP has", LimitCases::receives),
                limit("LIM-cqe", "a CQ holds as many completions as it has entries", LimitCases::completions),
                limit("LIM-msg", "a message may be as long as announced", LimitCases::message),
                limit("LIM-qp", "a QP has what the device announces, and no more", LimitCases::queues, "QP-2"),
                limit(
                        "LIM-cq",
                        "a CQ has as many entries as the device announces, and no more",
                        LimitCases::cq,
                        "CQ-1"));
    }

    private static ConformanceCase limit(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    /** Bytes at the start of a host's memory, one for each piece. */
    private static MemorySlice[] bytes(CaseHost host, int pieces) {
        MemorySlice[] slices = new MemorySlice[pieces];
        Arrays.setAll(slices, i -> host.slice(i, 1));
        return slices;
    }

    private static QpConnection connection(CaseBench b, QpSpec wish) {
        return b.connectionFrom(b.alice().createQp(b.alice().pd(), wish));
    }

    private static QpSpec wish(CaseHost host) {
        return QpSpec.rc(host.cq(), host.cq());
    }

    private static void pieces(CaseBench b) {
        int most = (int) Limit.SGE.of(b.alice().context().deviceAttributes());
        QpConnection connection = connection(b, wish(b.alice()).maxSge(most).maxSend(1));
        int has = connection.alice().qp().capacity().maxSendSge();
        b.expect().holds("the QP has max_sge pieces", has >= most);
        long receive = connection.bob().receive(b.bob().slice(0, has));
        b.expect().same("post of max_sge pieces", 0, send(b, connection, bytes(b.alice(), has)));
        b.expect().succeeds("receive", b.bob().await(receive));
        b.expect().landed(0, has);
        b.expect().same("post of one piece more", true, send(b, connection, bytes(b.alice(), has + 1)) != 0);
        CaseSteps.isRefused(
                b,
                "the same in a list",
                () -> connection.alice().qp().post(Send.of(b.wrId(), bytes(b.alice(), has + 1))));
    }

    private static int send(CaseBench b, QpConnection connection, MemorySlice[] pieces) {
        SendBuilder builder = connection
                .alice()
                .qp()
                .builder()
                .start()
                .request(b.wrId(), SendFlag.SIGNALED)
                .send();
        for (MemorySlice piece : pieces) {
            builder.sge(piece.region().lkey(), piece.address(), (int) piece.length());
        }
        return builder.complete();
    }

    private static void receivePieces(CaseBench b) {
        int most = (int) Limit.SGE.of(b.bob().context().deviceAttributes());
        QpConnection connection =
                b.connectionTo(b.bob().createQp(b.bob().pd(), wish(b.bob()).maxSge(most)));
        int has = connection.bob().qp().capacity().maxRecvSge();
        b.expect().holds("the QP has max_sge pieces", has >= most);
        long receive = connection.bob().receive(bytes(b.bob(), most));
        b.expect().succeeds("send", connection.alice().send(most));
        b.expect().succeeds("receive", b.bob().await(receive));
        b.expect().landed(0, most);
        CaseSteps.isRefused(
                b,
                "a receive of one piece more",
                () -> connection.bob().qp().postRecv(b.wrId(), bytes(b.bob(), has + 1)));
    }

    private static void inline(CaseBench b) {
        b.alice().needs(Limit.INLINE, 1);
        int most = (int) Limit.INLINE.of(b.alice().context().deviceAttributes());
        QpConnection connection =
                connection(b, wish(b.alice()).maxInline(most).maxSge(1).maxSend(1));
        int has = connection.alice().qp().capacity().maxInlineData();
        b.expect().holds("the QP has max_inline_data bytes", has >= most);
        long receive = connection.bob().receive(b.bob().slice(0, has));
        b.expect().same("post of as many bytes", 0, sendInline(b, connection, has));
        b.expect().succeeds("receive", b.bob().await(receive));
        b.expect().landed(0, has);
        b.expect().holds("post of one byte more is refused", sendInline(b, connection, has + 1) != 0);
        Send longer = Send.of(b.wrId(), b.alice().slice(0, has + 1L)).inlined();
        CaseSteps.isRefused(
                b, "the same in a list", () -> connection.alice().qp().post(longer));
    }

    private static int sendInline(CaseBench b, QpConnection connection, int bytes) {
        return connection
                .alice()
                .qp()
                .builder()
                .start()
                .request(b.wrId(), SendFlag.SIGNALED)
                .send()
                .inline(b.alice().memory(), 0, bytes)
                .complete();
    }

    /** The queue fills up, since its requests wait for a receive. */
    private static void sends(CaseBench b) {
        int wish = (int) b.alice().most(Limit.REQUESTS, MOST_REQUESTS);
        QpConnection connection =
                connection(b, wish(b.alice()).maxSend(wish).maxSge(1).maxInline(0));
        QueuePair qp = connection.alice().qp();
        int has = qp.capacity().maxSendWr();
        b.expect().holds("the QP has what was asked for", has >= wish);
        for (int i = 0; i < has; i++) {
            b.expect().same("post " + i, 0, sendNothing(b, qp));
        }
        b.expect().same("one more", ENOMEM.code(), sendNothing(b, qp));
    }

    private static int sendNothing(CaseBench b, QueuePair qp) {
        return qp.builder().start().request(b.wrId(), 0).send().complete();
    }

    private static void receives(CaseBench b) {
        int wish = (int) b.bob().most(Limit.REQUESTS, MOST_REQUESTS);
        QpConnection connection = b.connectionTo(
                b.bob().createQp(b.bob().pd(), wish(b.bob()).maxRecv(wish).maxSge(1)));
        QueuePair qp = connection.bob().qp();
        int has = qp.capacity().maxRecvWr();
        b.expect().holds("the QP has what was asked for", has >= wish);
        int lkey = b.bob().region().lkey();
        for (int i = 0; i < has; i++) {
            b.expect()
                    .same(
                            "post " + i,
                            0,
                            qp.postRecv(b.wrId(), lkey, b.bob().region().address(), 1));
        }
        b.expect()
                .same(
                        "one more",
                        ENOMEM.code(),
                        qp.postRecv(b.wrId(), lkey, b.bob().region().address(), 1));
    }

    private static void completions(CaseBench b) {
        var cq = b.bob().createCq((int) b.bob().most(Limit.CQE, 16));
        QpConnection connection =
                b.connectionTo(b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq)));
        int count = (int) b.bob().most(Limit.REQUESTS, Math.min(cq.capacity(), 16));
        long last = 0;
        for (int i = 0; i < count; i++) {
            last = connection.bob().receive(b.bob().slice(0, 1));
            b.expect().succeeds("send", connection.alice().send(1));
        }
        b.expect().succeeds("the last of a full CQ", cq.await(last, Duration.ofSeconds(10)));
    }

    private static void message(CaseBench b) {
        long most = Limit.MESSAGE.of(b.bob().context().deviceAttributes());
        if (most > MOST_BYTES) {
            b.expect().succeeds("write", b.atAlice().write(b.bob().openRegion().remote()));
            return;
        }
        b.expect()
                .succeeds(
                        "write of max_msg_sz bytes",
                        b.atAlice().write(b.bob().openRegion().remote().slice(0, most)));
        b.expect().landed(0, most);
    }

    private static void queues(CaseBench b) {
        DeviceAttributes most = b.bob().context().deviceAttributes();
        QpSpec small = wish(b.bob()).maxSend(1).maxRecv(1).maxSge(1).maxInline(0);
        for (QpSpec asked : List.of(
                small.maxSend(most.maxQpWr() + 1),
                small.maxRecv(most.maxQpWr() + 1),
                small.maxSge(most.maxSge() + 1),
                small.maxInline(most.maxInline() + 1))) {
            b.expect()
                    .refusedCall("create_qp", "QP-2", EINVAL, () -> b.bob().pd().createQp(asked));
        }
        QpCapacity has = b.bob()
                .pd()
                .createQp(small.maxSge(most.maxSge()).maxInline(most.maxInline()))
                .capacity();
        b.expect().holds("max_sge", has.maxSendSge() >= most.maxSge());
        b.expect().holds("max_inline_data", has.maxInlineData() >= most.maxInline());
    }

    private static void cq(CaseBench b) {
        int most = b.bob().context().deviceAttributes().maxCqe();
        b.expect()
                .refusedCall(
                        "create_cq", "CQ-1", EINVAL, () -> b.bob().context().createCq(most + 1));
        b.expect()
                .holds(
                        "entries",
                        b.bob().context().createCq(Math.min(most, 1 << 16)).capacity() >= Math.min(most, 1 << 16));
    }
}
