package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.WorkCompletionException;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The usual mistakes of a first program end at once, and the first line of the failure has the cause. Each takes some
 * milliseconds; the limit is for machines that do other things too.
 */
@Timeout(10)
class WaitingSaysWhyTest {
    @AutoClose
    private TestBench bench;

    private QpPair pair;
    private Peer alice;
    private Peer bob;

    @BeforeEach
    void connect() {
        bench = TestBench.twoHosts();
        pair = bench.pair(bench.host("alice").open(), bench.host("bob").open());
        alice = pair.one();
        bob = pair.other();
    }

    @Test
    void shouldSayThatAReceiveWasForgotten() {
        String line = failure(() -> alice.perform(send(1)));
        assertEquals(
                "RNR_RETRY_EXC_ERR [T7] within the RNR retries, the peer had no receive, or not the page that the"
                        + " request needs (QP 0x"
                        + Integer.toHexString(alice.qp().number())
                        + ": rnr_retry=6: bob answered 7 RNR NAKs: no receive is posted on QP 0x"
                        + Integer.toHexString(bob.qp().number()) + ") (wr_id=1 QP 0x"
                        + Integer.toHexString(alice.qp().number()) + " vendor_err=56)",
                line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx4", "rxe", "irdma", "hns"})
    void shouldSayItOnCardsOfOtherVendorsToo(String provider) {
        try (TestBench others = TestBench.builder().provider(provider).build()) {
            QpPair of =
                    others.pair(others.host("alice").open(), others.host("bob").open());
            assertContains(
                    failure(() -> of.one().perform(Send.of(1, of.one().region().slice(0, 8)))),
                    // A completion of irdma has one number for both.
                    provider.equals("irdma") ? "RETRY_EXC_ERR [T7]" : "RNR_RETRY_EXC_ERR [T7]",
                    "bob answered 7 RNR NAKs: no receive is posted on QP 0x");
        }
    }

    @Test
    void shouldSayThatAReceiveIsForgottenWhileTheRetriesGoOn() {
        alice.qp().reset();
        bob.qp().reset();
        bench.connectPair(alice.qp(), bob.qp(), ConnectOptions.DEFAULT);
        alice.qp().post(send(1));
        assertContains(
                refusal(() -> alice.cq().await(1, Duration.ofMillis(10))),
                "[POLL-2]",
                "1 request without an answer: bob answered",
                "RNR NAKs: no receive is posted on QP 0x");
    }

    @Test
    void shouldSayThatTheQpNumberIsWrong() {
        connectTo(new QpEndpoint(0x123, bob.context().gid(0), 7));
        assertContains(failure(() -> alice.perform(send(1))), "[T6]", "to bob's QP 0x123", "dropped: no such QP");
    }

    @Test
    void shouldSayThatThePsnIsWrong() {
        bob.qp().postRecv(1, bob.region().slice(0, 8));
        alice.qp().reset();
        QpEndpoint known = alice.qp().endpoint();
        bob.qp().reset();
        bob.qp().connect(new QpEndpoint(known.qpNumber(), known.gid(), known.psn() + 5 & 0xffffff));
        alice.qp().connect(bob.qp().endpoint(), PairOptions.FINITE);
        assertContains(failure(() -> alice.perform(send(1))), "[T6]", "of PSN 0x", "expects PSN 0x");
    }

    @Test
    void shouldSayThatNoPortHasTheAddress() {
        QpEndpoint nowhere = new QpEndpoint(bob.qp().number(), Gid.ofIpv4(0x0a00_0009), 7);
        assertContains(
                refusal(() -> connectTo(nowhere)),
                "[PATH-6]",
                "no port answers for the destination GID of the path",
                "destination=::ffff:10.0.0.9");
    }

    @Test
    void shouldSayThatTheLinkOfAPortIsDown() {
        bench.host("bob").port(1).down();
        assertContains(failure(() -> alice.perform(send(1))), "[T6]", "the link of the port is down");
    }

    @Test
    void shouldSayThatACqIsFull() {
        PairOptions small = PairOptions.DEFAULT.withCqEntries(1);
        QpPair narrow = bench.pair(alice.context(), bob.context(), small);
        int capacity = narrow.one().cq().capacity();
        RemoteBuffer window = narrow.other().window(0, 8, AccessFlag.REMOTE_WRITE);
        int tooMany = 2 * capacity + 2;
        for (int i = 0; i < tooMany; i++) {
            narrow.one().qp().post(RdmaWrite.of(i, window, narrow.one().region().slice(0, 8)));
        }
        narrow.one().context().run(Duration.ofMillis(1));
        assertContains(
                refusal(() -> narrow.one().cq().await(tooMany - 1, Duration.ofSeconds(1))),
                "[POLL-",
                "[Q2] the CQ is full, and a completion is lost");
        assertEquals("Q2", bench.host("alice").refusals().getLast().ruleId());
    }

    /** The bench of the other tests was made by another thread, which might still post. */
    @Test
    void shouldEndAPollThatCanNeverReturn() {
        try (TestBench alone = TestBench.twoHosts()) {
            CompletionQueue cq = alone.host("bob").open().createCq(4);
            assertContains(
                    refusal(() -> pollForEver(cq)), "[POLL-3] ", "this poll can never return", "nothing is in flight");
        }
    }

    @Test
    void shouldEndAPollThatIsInterrupted() {
        Thread.currentThread().interrupt();
        assertContains(refusal(() -> pollForEver(bob.cq())), "EINTR", "[POLL-4]", "nothing is in flight");
        assertTrue(Thread.interrupted());
    }

    private static void pollForEver(CompletionQueue cq) {
        Completions block = new Completions(1);
        while (cq.poll(block) == 0) {
            // As programs wait.
        }
    }

    @Test
    void shouldSayThatRequestsAreDoneWithoutACompletion() {
        RemoteBuffer window = bob.window(0, 8, AccessFlag.REMOTE_WRITE);
        alice.qp().post(RdmaWrite.of(1, window, alice.region().slice(0, 8)).unsignaled());
        assertContains(
                refusal(() -> alice.cq().await(1, Duration.ofMillis(1))),
                "nothing is in flight",
                "1 request is done without a completion, posted unsignaled");
    }

    private void connectTo(QpEndpoint endpoint) {
        alice.qp().reset();
        bob.qp().reset();
        bob.qp().connect(alice.qp().endpoint(), PairOptions.FINITE);
        alice.qp().connect(endpoint, PairOptions.FINITE);
    }

    private Send send(long wrId) {
        return Send.of(wrId, alice.region().slice(0, 8));
    }

    private static String failure(Executable work) {
        return firstLine(assertThrows(WorkCompletionException.class, work));
    }

    private static String refusal(Executable work) {
        return firstLine(assertThrows(VerbsException.class, work));
    }

    private static String firstLine(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    }

    private static void assertContains(String line, String... parts) {
        for (String part : parts) {
            assertTrue(line.contains(part), () -> part + " is missing in: " + line);
        }
    }
}
