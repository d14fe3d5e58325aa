package dev.fenestra.tools.proof.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.BindMw;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.WorkRequest;
import java.time.Duration;
import java.util.function.BiFunction;

/** Two RC QPs, or two UC QPs. */
final class ConnectedLink implements SoakLink {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SoakSide responder;
    private final QueuePair asks;
    private final QueuePair answers;

    ConnectedLink(SoakService service, SoakSide requester, SoakSide responder, ConnectOptions options) {
        this.responder = responder;
        BiFunction<CompletionQueue, CompletionQueue, QpSpec> kind = service == SoakService.UC ? QpSpec::uc : QpSpec::rc;
        asks = requester.newQp(kind);
        answers = responder.newQp(kind);
        asks.connect(answers.endpoint(options), options);
        answers.connect(asks.endpoint(options), options);
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
    }
}
