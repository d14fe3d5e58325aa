package dev.fenestra.tools.transport;

import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;

/** A QP of alice and one of bob, connected, on a wire that can lose packets. */
abstract class QpLife {
    static final int QKEY = 0x22;
    static final ConnectOptions OPTIONS = ConnectOptions.DEFAULT.withTimeout(5).withRetries(7, 7);

    @AutoClose
    final TestBench bench = TestBench.twoHosts();

    final Wire wire = Wire.of(bench);
    End alice;
    End bob;

    void open(QpType type) {
        alice = new End(bench.host("alice"), type);
        bob = new End(bench.host("bob"), type);
        connect();
    }

    void connect() {
        if (alice.qp.type() == QpType.UD) {
            alice.qp.bringUp(QKEY);
            bob.qp.bringUp(QKEY);
        } else {
            alice.qp.connect(bob.qp.endpoint(OPTIONS), OPTIONS);
            bob.qp.connect(alice.qp.endpoint(OPTIONS), OPTIONS);
        }
    }

    WorkRequest send(long wrId, long length) {
        return alice.qp.type() == QpType.UD
                ? Datagram.of(
                        wrId, alice.pd.createAh(bob.context.gid(0)), bob.qp.number(), QKEY, alice.slice(0, length))
                : Send.of(wrId, alice.slice(0, length));
    }

    void receive(long wrId) {
        bob.qp.postRecv(wrId, bob.slice(wrId * 8192, 8192));
    }

    RdmaWrite write(long wrId) {
        return RdmaWrite.of(wrId, new RemoteBuffer(bob.region.address(), 64, bob.region.rkey()), alice.slice(0, 64));
    }

    static void to(End end, QpState state) {
        end.qp.modify(QpAttributes.to(state));
    }

    static Optional<AsyncEvent> next(End end) {
        return end.context.pollAsyncEvent();
    }
}
