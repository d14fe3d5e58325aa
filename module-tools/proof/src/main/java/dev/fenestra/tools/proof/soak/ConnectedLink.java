package dev.fenestra.tools.proof.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.CmPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.WorkRequest;
import java.time.Duration;
import java.util.function.BiFunction;

/** Two RC QPs, or two UC QPs. */
final class ConnectedLink implements SoakLink {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Longer than all that CM still sends, or waits for, after a disconnect. */
    private static final Duration TIME_WAIT = Duration.ofMinutes(3);

    private final SoakSide responder;
    private final QueuePair asks;
    private final QueuePair answers;

    private final Runnable disconnection;

    private ConnectedLink(SoakSide responder, QueuePair asks, QueuePair answers, Runnable disconnection) {
        this.responder = responder;
        this.asks = asks;
        this.answers = answers;
        this.disconnection = disconnection;
    }

    ConnectedLink(SoakService service, SoakSide requester, SoakSide responder, ConnectOptions options) {
        BiFunction<CompletionQueue, CompletionQueue, QpSpec> kind = service == SoakService.UC ? QpSpec::uc : QpSpec::rc;
        this(responder, requester.newQp(kind), responder.newQp(kind), () -> {});
        asks.connect(answers.endpoint(options), options);
        answers.connect(asks.endpoint(options), options);
    }

    /** RC QPs that RDMA CM connects. In the end it disconnects them, and the time-wait of both ends passes. */
    static ConnectedLink byCm(TestBench bench, SoakSide requester, SoakSide responder) {
        QueuePair asks = requester.newQp(QpSpec::rc);
        QueuePair answers = responder.newQp(QpSpec::rc);
        CmPair connection = bench.connectByCm(asks, answers);
        return new ConnectedLink(responder, asks, answers, () -> {
            connection.close();
            bench.run(TIME_WAIT);
        });
    }

    @Override
    public QueuePair asks() {
        return asks;
    }

    @Override
    public WorkRequest request(SoakStep step, WorkRequest plain, MemorySlice data) {
        return plain;
    }

    @Override
    public void receive(long wrId, int operand, MemorySlice into) {
        answers.postRecv(wrId, into);
    }

    @Override
    public MemoryWindow bind() {
        return responder.hasTypeTwo() ? bindTypeTwo() : bindTypeOne();
    }

    private MemoryWindow bindTypeOne() {
        MemoryWindow window = responder.pd().allocMw(MwType.TYPE_1);
        answers.bindMw(0, window, responder.region().all(), AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        responder.sends().await(PATIENCE).orThrow();
        return window;
    }

    private MemoryWindow bindTypeTwo() {
        MemoryWindow window = responder.pd().allocMw(MwType.TYPE_2);
        int key = window.nextKey();
        answers.post(
                BindMw.of(0, window, key, responder.region().all(), AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ));
        responder.sends().await(PATIENCE).orThrow();
        window.rkey(key);
        return window;
    }

    @Override
    public void close() {
        asks.close();
        answers.close();
        disconnection.run();
    }
}
