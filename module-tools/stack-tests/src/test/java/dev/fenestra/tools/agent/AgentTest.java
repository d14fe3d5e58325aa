package dev.fenestra.tools.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.lang.invoke.VarHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A thread posts, another drives the devices. A lost doorbell shows as a wait in vain. A completion that is seen
 * before its data shows as a stale value. Nothing else is asserted, because all other orders may happen.
 */
@ExtendWith(NoHang.class)
class AgentTest {
    private static final int ROUNDS = 3_000;

    private final Fabric fabric = Fabric.inRealTime();
    private final TestBench bench = TestBench.builder().fabric(fabric).build();
    private final QpPair pair =
            bench.pair(bench.host("alice").open(), bench.host("bob").open());
    private final RemoteBuffer target = pair.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
    private final FabricAgent agent = FabricAgent.start(fabric);

    @AfterEach
    void close() {
        agent.close();
        bench.close();
    }

    /**
     * The poster never drives, so each doorbell must be seen by the agent, whatever it is doing: spinning, going to
     * sleep, asleep.
     */
    @Test
    void shouldSeeEveryDoorbellOfAThreadThatOnlyPosts() {
        for (long value = 1; value <= ROUNDS; value++) {
            int flags = value % 32 == 0 ? SendFlag.SIGNALED : 0;
            write(value, flags);
            awaitWritten(value);
            if (flags != 0) {
                pair.one().await(value);
            }
        }
    }

    /** What a request has done is visible to the thread that polls its completion. */
    @Test
    void shouldShowWhatWasWrittenToWhoPollsTheCompletion() {
        Completions found = new Completions(1);
        for (long value = 1; value <= ROUNDS; value++) {
            write(value, SendFlag.SIGNALED);
            awaitCompletion(pair.one(), value, found);
            assertEquals(WcStatus.SUCCESS, found.status(0));
            assertEquals(value, found.wrId(0));
            assertEquals(value, pair.other().memory().getLong(0));
        }
    }

    /** Two threads post on QPs of their own while the agent drives: none of them waits for ever. */
    @Test
    void shouldServeTwoThreadsAtOnce() throws InterruptedException {
        QpPair second = bench.pair(bench.host("alice").open(), bench.host("bob").open());
        RemoteBuffer there = second.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
        Thread other = Thread.ofPlatform().start(() -> writes(second.one(), there));
        writes(pair.one(), target);
        other.join();
        assertEquals(ROUNDS, pair.other().memory().getLong(0));
        assertEquals(ROUNDS, second.other().memory().getLong(0));
    }

    private static void writes(Peer from, RemoteBuffer to) {
        Completions found = new Completions(1);
        for (long value = 1; value <= ROUNDS; value++) {
            post(from, to, value, SendFlag.SIGNALED);
            awaitCompletion(from, value, found);
            assertEquals(WcStatus.SUCCESS, found.status(0));
        }
    }

    private void awaitWritten(long value) {
        Patience.until("the doorbell of value " + value + " is seen", () -> {
            VarHandle.acquireFence();
            return pair.other().memory().getLong(0) == value;
        });
    }

    private static void awaitCompletion(Peer from, long value, Completions found) {
        Patience.until(
                "the request with value " + value + " completes",
                () -> from.cq().poll(found) > 0);
    }

    private void write(long value, int flags) {
        post(pair.one(), target, value, flags);
    }

    private static void post(Peer from, RemoteBuffer to, long value, int flags) {
        from.memory().putLong(0, value);
        int errno = from.qp()
                .builder()
                .start()
                .request(value, flags)
                .rdmaWrite(to.rkey(), to.address())
                .sge(from.region(), from.memory().address(), Long.BYTES)
                .complete();
        assertEquals(0, errno);
    }
}
