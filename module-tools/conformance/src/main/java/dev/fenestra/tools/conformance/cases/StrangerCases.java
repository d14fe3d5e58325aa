package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.tools.conformance.Stranger;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import java.util.List;
import java.util.function.Supplier;

/**
 * Two processes of one host that use one device, and requests from a QP or a port that is not the peer. The device must
 * tell the processes' objects apart by its own numbers, not by numbers of the process: the second process makes its
 * objects in the same order as the first.
 */
final class StrangerCases {
    private static final int PEER_PSN = 1000;
    private static final int OTHER_PSN = 10;

    private StrangerCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                stranger("mr", "a peer of one process does not reach regions of another", StrangerCases::region, "R3"),
                stranger("lkey", "a process does not read memory of another", StrangerCases::localKey, "L4"),
                stranger("recv", "nor receive into it", StrangerCases::receive, "L4"),
                window("mw-t1", "nor its type-1 windows", b -> access(b, TYPE_1), "A2"),
                window("mw-t2", "nor its type-2 windows", b -> access(b, TYPE_2), "A2"),
                window(
                        "bind",
                        "a process does not bind a window of its own to a region of another",
                        b -> bind(b),
                        "B8"),
                window(
                        "window-t1",
                        "nor a window of another to a region of its own",
                        b -> bindForeign(b, TYPE_1),
                        "B5"),
                window("window-t2", "also of type 2", b -> bindForeign(b, TYPE_2), "B5"),
                window(
                        "context",
                        "nor is a window of another opening of the device bound or used",
                        StrangerCases::otherContext,
                        "B5",
                        "A2"),
                window("inv", "a process does not invalidate a window of another", StrangerCases::invalidate, "I3"),
                foreign("port", "a request from another port than the peer's is lost", StrangerCases::otherPort),
                foreign("qp", "a request from another QP than the peer is not answered", StrangerCases::otherQp));
    }

    private static ConformanceCase stranger(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of("STRANGER-" + id, title, body).breaking(rules);
    }

    private static ConformanceCase window(String id, String title, CaseBody body, String... rules) {
        return stranger(id, title, body, rules).needing(Requirement.WINDOWS);
    }

    private static ConformanceCase foreign(String id, String title, CaseBody body) {
        return ConformanceCase.of("PEER-" + id, title, body).breaking("T6");
    }

    /** Alice, and a QP of the stranger beside bob, connected. */
    private static QueuePair reach(CaseBench b, Stranger stranger) {
        QueuePair alice = b.alice().createQp(b.alice().pd());
        alice.connect(stranger.qp().endpoint());
        stranger.qp().connect(alice.endpoint());
        return alice;
    }

    private static Completion write(CaseBench b, QueuePair alice, RemoteBuffer target) {
        long wrId = b.wrId();
        b.expect()
                .posted(alice.builder()
                        .start()
                        .request(wrId, SendFlag.SIGNALED)
                        .rdmaWrite(target.rkey(), target.address())
                        .sge(b.alice().region(), b.alice().region().address(), (int) target.length())
                        .complete());
        return b.alice().await(wrId);
    }

    private static void region(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QueuePair alice = reach(b, b.bob().stranger());
        b.expect().refusedByPeer("write", "R3", () -> write(b, alice, target));
    }

    private static void localKey(CaseBench b) {
        Stranger stranger = b.bob().stranger();
        reach(b, stranger);
        b.expect().refused("send", "L4", LOC_PROT_ERR, () -> {
            long wrId = b.wrId();
            b.expect()
                    .posted(stranger.qp()
                            .builder()
                            .start()
                            .request(wrId, SendFlag.SIGNALED)
                            .send()
                            .sge(b.bob().region(), b.bob().region().address(), 64)
                            .complete());
            return stranger.cq().await(wrId, b.patience());
        });
    }

    private static void receive(CaseBench b) {
        Stranger stranger = b.bob().stranger();
        QueuePair alice = reach(b, stranger);
        long receive = b.wrId();
        int lkey = b.bob().region().lkey();
        b.expect()
                .same(
                        "post_recv",
                        0,
                        stranger.qp().postRecv(receive, lkey, b.bob().region().address(), 64));
        long wrId = b.wrId();
        b.expect().refused("receive", "L4", LOC_PROT_ERR, () -> {
            b.expect()
                    .posted(alice.builder()
                            .start()
                            .request(wrId, SendFlag.SIGNALED)
                            .send()
                            .sge(b.alice().region(), b.alice().region().address(), 64)
                            .complete());
            b.alice().await(wrId);
            return stranger.cq().await(receive, b.patience());
        });
    }

    private static void access(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE);
        QueuePair alice = reach(b, b.bob().stranger());
        b.expect().refusedByPeer("write", "A2", () -> write(b, alice, window.remote()));
        b.expect().succeeds("write by the peer", b.atAlice().write(window.remote()));
    }

    private static void bind(CaseBench b) {
        Stranger stranger = b.bob().stranger();
        reach(b, stranger);
        MemoryWindow window = b.window(stranger.pd(), TYPE_2).mw();
        b.expect().refused("bind", "B8", MW_BIND_ERR, () -> {
            long wrId = b.wrId();
            stranger.qp().post(BindMw.of(wrId, window, window.nextKey(), b.bob().slice(0, 64), REMOTE_WRITE));
            return stranger.cq().await(wrId, b.patience());
        });
    }

    /** The window is bob's, and free or bound to his memory. */
    private static void bindForeign(CaseBench b, MwType type) {
        CaseWindow window = b.window(type);
        Stranger stranger = b.bob().stranger();
        reach(b, stranger);
        b.expect()
                .refused(
                        "bind",
                        "B5",
                        MW_BIND_ERR,
                        () -> bind(b, stranger.qp(), stranger.cq(), window, stranger.region()));
        b.expect().succeeds("bind by its owner", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
    }

    /** By numbers, since a type-1 bind may be refused at post when PDs differ (P3). */
    private static Completion bind(
            CaseBench b, QueuePair through, CompletionQueue cq, CaseWindow window, MemoryRegion region) {
        long wrId = b.wrId();
        int present = window.key();
        if (window.mw().type() == TYPE_1) {
            through.bindMw(wrId, window.mw(), region.slice(0, 64), REMOTE_WRITE);
        } else {
            through.post(BindMw.of(wrId, window.mw(), window.mw().nextKey(), region.slice(0, 64), REMOTE_WRITE));
        }
        Completion outcome = cq.await(wrId, b.patience());
        window.mw().rkey(present);
        return outcome;
    }

    /** One process opens the device twice. The second opening makes its objects in the same order as the first. */
    private static void otherContext(CaseBench b) {
        Context second =
                Context.open(b.bob().machine().process(), b.bob().context().device());
        ProtectionDomain pd = second.allocPd();
        CompletionQueue cq = second.createCq(16);
        MemoryRegion region = pd.regMr(b.bob().memory(), LOCAL_WRITE, MW_BIND);
        QueuePair qp =
                pd.createQp(QpSpec.rc(cq, cq).maxSend(4).maxRecv(4).maxSge(1).maxInline(0));
        QueuePair alice = b.alice().createQp(b.alice().pd());
        alice.connect(qp.endpoint());
        qp.connect(alice.endpoint());
        CaseWindow window = b.window(pd, TYPE_1);
        b.expect()
                .refused(
                        "bind",
                        "B5",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.connection().reconnect();
        RemoteBuffer shown = new RemoteBuffer(region.address(), 64, opened(b, qp, cq, window, region));
        b.expect().refusedByPeer("write", "A2", () -> b.atAlice().write(shown));
        b.expect().succeeds("write by its own peer", write(b, alice, shown));
        b.expect().landed(0, 64);
    }

    private static int opened(
            CaseBench b, QueuePair through, CompletionQueue cq, CaseWindow window, MemoryRegion region) {
        long wrId = b.wrId();
        through.bindMw(wrId, window.mw(), region.slice(0, 64), REMOTE_WRITE);
        b.expect().succeeds("bind by its own QP", cq.await(wrId, b.patience()));
        return window.key();
    }

    private static void invalidate(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        Stranger stranger = b.bob().stranger();
        reach(b, stranger);
        b.expect().refused("LOCAL_INV", "I3", MW_BIND_ERR, () -> {
            long wrId = b.wrId();
            b.expect()
                    .posted(stranger.qp()
                            .builder()
                            .start()
                            .request(wrId, SendFlag.SIGNALED)
                            .localInvalidate(window.key())
                            .complete());
            return stranger.cq().await(wrId, b.patience());
        });
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
    }

    /** Bob's own port sends to a QP of bob whose peer is at alice, with the expected PSN. */
    private static void otherPort(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        ConnectOptions due = ConnectOptions.DEFAULT.withPsn(PEER_PSN);
        QpConnection connection = b.newConnection(due, ConnectOptions.DEFAULT);
        QueuePair intruder =
                b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), b.bob().cq()));
        intruder.connect(connection.bob().qp().endpoint(), due.withTimeout(1).withRetries(1, 0));
        lost(b, "write from another port", () -> {
            long wrId = b.wrId();
            b.expect()
                    .posted(intruder.builder()
                            .start()
                            .request(wrId, SendFlag.SIGNALED)
                            .rdmaWrite(target.rkey(), target.address())
                            .sge(b.bob().region(), b.bob().region().address() + 4096, 64)
                            .complete());
            return b.bob().await(wrId);
        });
        b.expect().same("the QP", QpState.RTS, connection.bob().state());
        b.expect().succeeds("write by the peer", connection.alice().write(target));
    }

    /** Another QP of alice's knows the number of bob's QP, but not its PSN. */
    private static void otherQp(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        QpConnection connection = b.newConnection(ConnectOptions.DEFAULT.withPsn(PEER_PSN), ConnectOptions.DEFAULT);
        QpEndpoint bob = connection.bob().qp().endpoint();
        QueuePair intruder = b.alice().createQp(b.alice().pd());
        intruder.connect(
                bob, ConnectOptions.DEFAULT.withPsn(OTHER_PSN).withTimeout(1).withRetries(1, 0));
        lost(b, "write from another QP", () -> write(b, intruder, target));
        b.expect().same("the QP", QpState.RTS, connection.bob().state());
        b.expect().succeeds("write by the peer", connection.alice().write(target));
    }

    private static void lost(CaseBench b, String what, Supplier<Completion> step) {
        b.expect().refused(what, "T6", RETRY_EXC_ERR, step);
    }
}
