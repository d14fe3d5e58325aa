package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cables that are pulled and plugged in again. */
class PortTest {

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final BenchHost host = bench.host("alice");
    private final QpPair pair = bench.pair(host.open(), bench.host("bob").open());
    private final RemoteBuffer there = pair.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);

    private RdmaWrite write(long wrId) {
        pair.one().memory().putLong(0, wrId);
        return RdmaWrite.of(wrId, there, pair.one().region().slice(0, Long.BYTES));
    }

    private static void assertTold(Context context, AsyncEventType type, PortState state) {
        try (AsyncEvent event = context.awaitAsyncEvent(Patience.LIMIT)) {
            assertEquals(type, event.type());
            assertEquals(OptionalInt.of(1), event.port());
        }
        assertEquals(state, context.port(1).state());
        assertEquals(Optional.empty(), context.pollAsyncEvent());
    }

    @Test
    void shouldTellEveryProcessOfTheHostThatAPortWentDownAndUp() {
        Context second = host.open();
        Context bob = bench.host("bob").open();
        host.port(1).down();
        host.port(1).down();
        assertTold(pair.one().context(), AsyncEventType.PORT_ERR, PortState.DOWN);
        assertTold(second, AsyncEventType.PORT_ERR, PortState.DOWN);
        host.port(1).up();
        assertTold(pair.one().context(), AsyncEventType.PORT_ACTIVE, PortState.ACTIVE);
        assertTold(second, AsyncEventType.PORT_ACTIVE, PortState.ACTIVE);
        assertEquals(Optional.empty(), bob.pollAsyncEvent());
        assertEquals(PortState.ACTIVE, bob.port(1).state());
        assertThrows(IllegalArgumentException.class, () -> host.port(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "bob"})
    void shouldEndARequestWhoseRetriesFindAPortDown(String whose) {
        bench.host(whose).port(1).down();

        pair.one().qp().post(write(7));

        assertEquals(
                WcStatus.RETRY_EXC_ERR, pair.one().cq().await(7, Patience.LIMIT).status());
        assertEquals(QpState.ERR, pair.one().qp().state());
        assertEquals(0, pair.other().memory().getLong(0));
        bench.host(whose).port(1).up();
        bench.reconnectPair(pair.one().qp(), pair.other().qp());
        RemoteBuffer again = pair.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
        pair.one().memory().putLong(0, 8);
        pair.one().perform(RdmaWrite.of(8, again, pair.one().region().slice(0, Long.BYTES)));
        assertEquals(8, pair.other().memory().getLong(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "bob"})
    void shouldGoOnWhenThePortIsUpBeforeTheRetriesAreOver(String whose) {
        bench.host(whose).port(1).down();
        pair.one().qp().post(write(7));
        bench.fabric().progressUntil(bench.fabric().now());
        assertEquals(0, pair.other().memory().getLong(0));

        bench.host(whose).port(1).up();

        assertEquals(WcStatus.SUCCESS, pair.one().cq().await(7, Patience.LIMIT).status());
        assertEquals(7, pair.other().memory().getLong(0));
    }

    /** It takes in nothing that was on its way, and what it has begun it does not send. */
    @Test
    void shouldKeepALongMessageWhole() {
        byte[] sent = new byte[4096];
        Arrays.fill(sent, (byte) 0x5a);
        pair.one().memory().put(0, sent);
        RemoteBuffer all = pair.other().window(0, sent.length, AccessFlag.REMOTE_WRITE);
        for (int i = 0; i < 20; i++) {
            pair.one().qp().post(RdmaWrite.of(100 + i, all, pair.one().region().slice(0, sent.length)));
            host.port(1).down();
            bench.fabric().progress();
            host.port(1).up();
            assertEquals(
                    WcStatus.SUCCESS,
                    pair.one().cq().await(100 + i, Patience.LIMIT).status());
        }
        assertEquals(0x5a, pair.other().memory().get(4095, 1)[0]);
    }
}
