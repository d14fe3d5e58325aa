package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a wait on a card of another module says when it gives up. */
class SlateWaitsTest {
    @Test
    void shouldSayThatAReceiveIsForgottenWhileTheRetriesGoOn() {
        try (TestBench bench = SlateModule.bench().build()) {
            QpPair pair =
                    bench.pair(bench.host("alice").open(), bench.host("bob").open());
            Peer alice = pair.one();
            alice.qp().reset();
            pair.other().qp().reset();
            bench.connectPair(alice.qp(), pair.other().qp(), ConnectOptions.DEFAULT);
            alice.qp().post(Send.of(1, alice.region().slice(0, 8)));
            String said = String.valueOf(assertThrows(
                            VerbsException.class, () -> alice.cq().await(1, Duration.ofMillis(10)))
                    .getMessage());
            assertTrue(said.contains("1 request without an answer: bob answered"), said);
            assertTrue(said.contains("no receive is posted on QP 0x"), said);
        }
    }
}
