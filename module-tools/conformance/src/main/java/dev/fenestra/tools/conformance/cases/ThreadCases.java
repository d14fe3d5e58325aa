package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.Send;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * All verbs are safe for threads (ibv_open_device(3)). What one thread has used another one may use at once, also after
 * a refusal. Each step of these cases has a thread of its own, and begins when the step before it has ended.
 */
final class ThreadCases {
    private ThreadCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("THREAD-send", "each request may come from another thread", ThreadCases::sends),
                ConformanceCase.of("THREAD-receive", "so may each receive", ThreadCases::receives),
                ConformanceCase.of("THREAD-srq", "and each shared one", ThreadCases::sharedReceives)
                        .needing(Requirement.SRQ),
                ConformanceCase.of("THREAD-bind", "and each bind of a type-1 window", ThreadCases::binds)
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of("THREAD-cq", "a CQ may be polled, and go, by any", ThreadCases::polls),
                ConformanceCase.of("THREAD-resize", "and be resized", ThreadCases::resizes)
                        .needing(Requirement.RESIZE_CQ),
                ConformanceCase.of("THREAD-qp", "a QP may change, and go, by any", ThreadCases::changes),
                ConformanceCase.of("THREAD-odp", "pages may be brought, and go, for any", ThreadCases::pages)
                        .needing(Requirement.ODP));
    }

    /** Runs a step in a thread of its own, and waits until it has ended. */
    private static void byAnother(CaseBench b, String what, CaseBody step) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(what).start(() -> {
            try {
                step.run(b);
                ended.complete(null);
            } catch (RuntimeException | Error failure) {
                ended.completeExceptionally(failure);
            }
        });
        try {
            ended.get(CaseSteps.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            b.expect().holds(what + " by another thread ends within " + CaseSteps.PATIENCE.toSeconds() + " s", false);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static MemorySlice[] tooMany(MemorySlice piece, int has) {
        MemorySlice[] pieces = new MemorySlice[has + 1];
        Arrays.fill(pieces, piece);
        return pieces;
    }

    private static void sends(CaseBench b) {
        QpConnection connection = b.connection();
        QueuePair qp = connection.alice().qp();
        int has = qp.capacity().maxSendSge();
        Send tooLong = Send.of(b.wrId(), tooMany(b.alice().slice(0, 1), has));
        CaseBody write = at -> at.expect()
                .succeeds(
                        "write",
                        connection.alice().write(at.bob().openRegion().remote().slice(0, 8)));
        byAnother(b, "a post", write);
        byAnother(
                b,
                "a post that is refused",
                at -> CaseSteps.isRefused(at, "a send of one piece more", () -> qp.post(tooLong)));
        byAnother(b, "the next post", write);
        byAnother(
                b,
                "a batch that is dropped",
                at -> qp.builder().start().request(at.wrId(), 0).send().abort());
        byAnother(
                b,
                "a batch",
                at -> at.expect()
                        .posted(qp.builder()
                                .start()
                                .request(at.wrId(), 0)
                                .rdmaWrite(
                                        at.bob().openRegion().rkey(),
                                        at.bob().openRegion().address())
                                .sge(at.alice().region(), at.alice().region().address(), 8)
                                .complete()));
        byAnother(b, "the last post", write);
        b.expect().landed(0, 8);
    }

    private static void receives(CaseBench b) {
        QpConnection connection = b.connection();
        int has = connection.bob().qp().capacity().maxRecvSge();
        MemorySlice[] tooMany = tooMany(b.bob().slice(0, 1), has);
        byAnother(
                b,
                "a receive",
                at -> arrives(at, connection, connection.bob().receive(at.bob().slice(0, 8))));
        byAnother(
                b,
                "a receive that is refused",
                at -> CaseSteps.isRefused(
                        at,
                        "a receive of one piece more",
                        () -> connection.bob().qp().postRecv(at.wrId(), tooMany)));
        byAnother(
                b,
                "the next receive",
                at -> arrives(at, connection, connection.bob().receive(at.bob().slice(0, 8))));
        b.expect().landed(0, 8);
    }

    private static void arrives(CaseBench b, QpConnection connection, long receive) {
        b.expect().succeeds("send", connection.alice().send(8));
        b.expect().succeeds("receive", b.bob().await(receive));
    }

    private static void sharedReceives(CaseBench b) {
        SharedReceiveQueue srq = b.bob().createSrq(4);
        QpConnection connection = b.connectionTo(b.bob()
                .createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), b.bob().cq()).srq(srq)));
        MemorySlice[] tooMany = tooMany(b.bob().slice(0, 1), srq.capacity().maxSge());
        byAnother(b, "a receive", at -> arrives(at, connection, shared(at, srq)));
        byAnother(
                b,
                "a receive that is refused",
                at -> CaseSteps.isRefused(at, "a receive of one piece more", () -> srq.post(at.wrId(), tooMany)));
        byAnother(b, "the next receive", at -> arrives(at, connection, shared(at, srq)));
        byAnother(b, "a receive by its numbers", at -> arrives(at, connection, numbered(at, srq)));
        byAnother(b, "a query", at -> srq.query());
        byAnother(b, "its end", at -> {
            connection.bob().qp().close();
            srq.close();
        });
        b.expect().landed(0, 8);
    }

    private static long shared(CaseBench b, SharedReceiveQueue srq) {
        long wrId = b.wrId();
        srq.post(wrId, b.bob().slice(0, 8));
        return wrId;
    }

    private static long numbered(CaseBench b, SharedReceiveQueue srq) {
        long wrId = b.wrId();
        MemoryRegion region = b.bob().region();
        b.expect().posted(srq.post(wrId, region.lkey(), region.address(), 8));
        return wrId;
    }

    private static void binds(CaseBench b) {
        CaseWindow window = b.window(MwType.TYPE_1);
        QpConnection connection = b.connection();
        MemoryWindow typeTwo = b.window(MwType.TYPE_2).mw();
        byAnother(
                b,
                "a bind",
                at -> at.expect()
                        .succeeds("bind", window.bind(connection.bob(), at.bob().slice(0, 64), REMOTE_WRITE)));
        byAnother(
                b,
                "a bind that is refused",
                at -> CaseSteps.isRefused(
                        at,
                        "ibv_bind_mw of a type-2 window",
                        () -> connection
                                .bob()
                                .qp()
                                .bindMw(at.wrId(), typeTwo, at.bob().slice(0, 64), REMOTE_WRITE)));
        byAnother(
                b,
                "the next bind",
                at -> at.expect()
                        .succeeds("bind", window.bind(connection.bob(), at.bob().slice(0, 64), REMOTE_WRITE)));
        byAnother(
                b,
                "a write",
                at -> at.expect().succeeds("write", connection.alice().write(window.remote())));
        byAnother(b, "an unbind", at -> at.expect().succeeds("unbind", window.unbind(connection.bob())));
        b.expect().landed(0, 64);
    }

    private static void polls(CaseBench b) {
        CompletionQueue cq = b.bob().createCq(8);
        QpConnection connection =
                b.connectionTo(b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq)));
        byAnother(b, "a poll of the empty CQ", at -> cq.poll(new Completions(1)));
        byAnother(b, "a completion", at -> takes(at, connection, cq));
        byAnother(b, "the next completion", at -> takes(at, connection, cq));
        byAnother(b, "the end of its QP", at -> connection.bob().qp().close());
        byAnother(b, "a poll when the QP is gone", at -> cq.poll(new Completions(1)));
        byAnother(b, "the end of the CQ", at -> cq.close());
        b.expect().landed(0, 8);
    }

    private static void resizes(CaseBench b) {
        CompletionQueue cq = b.bob().createCq(8);
        QpConnection connection =
                b.connectionTo(b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq)));
        byAnother(b, "a resize", at -> cq.resize(4));
        byAnother(b, "a completion", at -> takes(at, connection, cq));
        int tooMany = b.bob().context().deviceAttributes().maxCqe() + 1;
        byAnother(
                b,
                "a resize that is refused",
                at -> CaseSteps.isRefused(at, "a CQ beyond max_cqe", () -> cq.resize(tooMany)));
        byAnother(b, "the next resize", at -> cq.resize(8));
        byAnother(b, "the next completion", at -> takes(at, connection, cq));
        b.expect().landed(0, 8);
    }

    private static void takes(CaseBench b, QpConnection connection, CompletionQueue cq) {
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        b.expect().succeeds("send", connection.alice().send(8));
        b.expect().succeeds("receive", cq.await(receive, b.patience()));
    }

    private static void changes(CaseBench b) {
        QpConnection connection = b.newConnection();
        byAnother(b, "a query", at -> connection.bob().qp().query());
        byAnother(b, "a reset", at -> connection.reconnect());
        byAnother(
                b,
                "a write after it",
                at -> at.expect()
                        .succeeds(
                                "write",
                                connection
                                        .alice()
                                        .write(at.bob().openRegion().remote().slice(0, 8))));
        byAnother(b, "the end of the QP", at -> connection.bob().qp().close());
        byAnother(b, "a new QP", at -> at.bob().createQp(at.bob().pd()).close());
        b.expect().landed(0, 8);
    }

    private static void pages(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND);
        CaseBody write = at ->
                at.expect().succeeds("write", b.atAlice().write(region.remote().slice(0, 8)));
        byAnother(b, "the first access", write);
        byAnother(b, "reclaiming its pages", at -> at.bob().machine().kernel().reclaim());
        byAnother(b, "the next access", write);
        byAnother(b, "the end of the region", at -> region.close());
        b.expect().landed(0, 8);
    }
}
