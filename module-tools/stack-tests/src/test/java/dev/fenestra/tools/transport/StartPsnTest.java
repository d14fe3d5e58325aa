package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.Test;

class StartPsnTest {
    private static final int MOST_RESTING = 1_000;

    private static int psn(long seed, int connection) {
        try (TestBench bench = TestBench.builder().seed(seed).build()) {
            End alice = new End(bench.host("alice"), QpType.RC);
            for (int i = 0; i < connection; i++) {
                alice.qp.reset();
            }
            return alice.qp.endpoint().psn();
        }
    }

    @Test
    void shouldDrawAPsnForEachConnectionFromTheSeed() {
        assertEquals(psn(3, 0), psn(3, 0));
        assertNotEquals(psn(3, 0), psn(4, 0));
        assertNotEquals(psn(3, 0), psn(3, 1));
        try (TestBench bench = TestBench.twoHosts()) {
            int alice = new End(bench.host("alice"), QpType.RC).qp.endpoint().psn();
            int bob = new End(bench.host("bob"), QpType.RC).qp.endpoint().psn();
            assertNotEquals(alice, bob);
            assertEquals(0, alice >>> 24);
        }
    }

    @Test
    void shouldSendFromThePsnThatThePeerWasTold() {
        try (TestBench bench = TestBench.twoHosts()) {
            Wire wire = Wire.of(bench);
            End alice = new End(bench.host("alice"), QpType.RC);
            End bob = new End(bench.host("bob"), QpType.RC);
            int told = alice.qp.endpoint().psn();
            bench.connectPair(alice.qp, bob.qp);
            write(alice, bob, 1);
            assertEquals(told, wire.sent.getFirst().psn());
            ConnectOptions fixed = ConnectOptions.DEFAULT.withPsn(0x123456);
            alice.qp.reset();
            bob.qp.reset();
            bob.qp.connect(alice.qp.endpoint(fixed));
            alice.qp.connect(bob.qp.endpoint(), fixed);
            write(alice, bob, 2);
            assertEquals(0x123456, wire.sent.getLast().psn());
        }
    }

    private static void write(End alice, End bob, long wrId) {
        alice.qp.post(
                RdmaWrite.of(wrId, new RemoteBuffer(bob.region.address(), 8, bob.region.rkey()), alice.slice(0, 8)));
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(wrId).status());
    }

    /** The number of a destroyed QP rests for a while. */
    private static QueuePair withNumber(End host, int number) {
        for (int i = 0; i < MOST_RESTING; i++) {
            QueuePair made = host.pd.createQp(QpSpec.rc(host.sent, host.received));
            if (made.number() == number) {
                return made;
            }
            made.close();
        }
        return fail("no new QP has the number " + number);
    }

    /** Alice still talks to a QP that is gone; a new one has its number, and is connected to another QP of alice. */
    @Test
    void shouldNotTakeThePacketsOfAStalePeerForThoseOfTheNewOne() {
        try (TestBench bench = TestBench.twoHosts()) {
            Wire wire = Wire.of(bench);
            End alice = new End(bench.host("alice"), QpType.RC);
            End bob = new End(bench.host("bob"), QpType.RC);
            ConnectOptions impatient = ConnectOptions.DEFAULT.withTimeout(3).withRetries(1, 1);
            alice.qp.connect(bob.qp.endpoint(), impatient);
            bob.qp.connect(alice.qp.endpoint());
            int number = bob.qp.number();
            bob.qp.close();
            QueuePair reused = withNumber(bob, number);
            QueuePair other = alice.pd.createQp(QpSpec.rc(alice.sent, alice.received));
            other.connect(reused.endpoint());
            reused.connect(other.endpoint());
            bob.memory.fill((byte) 0x5a);

            alice.qp.post(
                    RdmaWrite.of(1, new RemoteBuffer(bob.region.address(), 8, bob.region.rkey()), alice.slice(0, 8)));
            assertEquals(WcStatus.RETRY_EXC_ERR, alice.awaitSent(1).status());
            assertTrue(wire.count(WireOpcode.RC_RDMA_WRITE_ONLY) >= 2);
            assertEquals(0x5a5a5a5a5a5a5a5aL, bob.memory.getLong(0));
            assertEquals(QpState.RTS, reused.state());
            other.post(
                    RdmaWrite.of(2, new RemoteBuffer(bob.region.address(), 8, bob.region.rkey()), alice.slice(0, 8)));
            assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        }
    }
}
