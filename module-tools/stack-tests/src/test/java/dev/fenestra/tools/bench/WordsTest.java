package dev.fenestra.tools.bench;

import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_FIRST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_MIDDLE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.UC_SEND_ONLY;
import static dev.fenestra.ib.core.spi.WireFaults.Message.ACKNOWLEDGEMENT;
import static dev.fenestra.ib.core.spi.WireFaults.Message.READ;
import static dev.fenestra.ib.core.spi.WireFaults.Message.SEND;
import static dev.fenestra.ib.core.spi.WireFaults.Message.WRITE;
import static dev.fenestra.tools.bench.Times.atLeast;
import static dev.fenestra.tools.bench.Times.atMost;
import static dev.fenestra.tools.bench.Times.never;
import static dev.fenestra.tools.bench.Times.times;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Faults and verification of packets in words. */
@Fenestra
class WordsTest {
    private static void write(Peer alice, Peer bob, int bytes) {
        RemoteBuffer window = bob.window(0, bytes, AccessFlag.REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, bytes)));
    }

    @Test
    void shouldLoseTheNextWriteSoThatItIsSentAgain(TestBench bench, Peer alice, Peer bob) {
        Packets packets = bench.packets();
        bob.drop().next(WRITE);
        write(alice, bob, 8);

        packets.from(alice).to(bob).verify(WRITE, times(2));
        packets.from(bob).to(alice).verify(ACKNOWLEDGEMENT, times(1));
        packets.to(bob).verify(SEND, never());
        write(alice, bob, 8);
        packets.from(alice).verify(WRITE, times(3));
        assertEquals(1, packets.from(alice).to(bob).toString().lines().count(), "one opcode");
    }

    @Test
    void shouldCountTheNthPacketAndEveryPacketOfAnOpcode(Packets packets, Peer alice, Peer bob) {
        bob.drop().nth(2, WRITE);
        write(alice, bob, 8);
        packets.from(alice).verify(WRITE, times(1));
        write(alice, bob, 8);
        packets.from(alice).verify(WRITE, times(3));

        write(alice, bob, 3 * 4096);
        packets.from(alice).to(bob).verify(RC_RDMA_WRITE_FIRST, times(1));
        packets.from(alice).to(bob).verify(RC_RDMA_WRITE_MIDDLE, atLeast(1));
        bob.drop().every(WRITE);
        RemoteBuffer window = bob.window(0, 8, AccessFlag.REMOTE_WRITE);
        assertEquals(
                WcStatus.RETRY_EXC_ERR,
                alice.attempt(RdmaWrite.of(1, window, alice.region().slice(0, 8)))
                        .status());
    }

    @Test
    void shouldDelayDuplicateCorruptAndReorder(TestBench bench, Peer alice, Peer bob) {
        Packets packets = bench.packets();
        long before = bench.fabric().now();
        bob.delay(Duration.ofMillis(1)).next(WRITE);
        write(alice, bob, 8);
        assertTrue(bench.fabric().now() - before >= 1_000_000);

        bob.duplicate().next(WRITE);
        write(alice, bob, 8);
        packets.from(bob).verify(ACKNOWLEDGEMENT, atMost(3));
        bob.corrupt().next(WRITE);
        write(alice, bob, 8);
        packets.from(alice).verify(WRITE, times(4));
        bob.reorder().next(WRITE);
        write(alice, bob, 8);
        alice.drop().next(ACKNOWLEDGEMENT);
        write(alice, bob, 8);
        packets.from(alice).verify(WRITE, atLeast(7));
    }

    @Test
    void shouldListWhatPassedWhenTheNumberIsAnother(Packets packets, Peer alice, Peer bob) {
        write(alice, bob, 8);

        AssertionError wrong = assertThrows(
                AssertionError.class, () -> packets.from(alice).to(bob).verify(READ, times(1)));
        assertEquals(
                "expected 1 x READ from alice to bob, but 0 passed; what passed from alice to bob: \n"
                        + String.format(
                                "  1 x RC_RDMA_WRITE_ONLY from alice QP 0x%x to bob QP 0x%x",
                                alice.qp().number(), bob.qp().number()),
                wrong.getMessage());
        AssertionError other = assertThrows(
                AssertionError.class, () -> packets.from(bob).to(bob).verify(WRITE, atLeast(1)));
        assertTrue(
                other.getMessage().contains("nothing passed from bob to bob. What passed: \n  1 x RC_RDMA_WRITE_ONLY"),
                other.getMessage());
        assertTrue(packets.toString().contains("RC_ACKNOWLEDGE from bob"), packets.toString());
    }

    @Test
    void shouldSayThatNothingWasCountedBeforeTheFirstCall(TestBench bench, Peer alice, Peer bob) {
        write(alice, bob, 8);
        AssertionError late = assertThrows(
                AssertionError.class, () -> bench.packets().from(alice).verify(WRITE, times(1)));
        assertTrue(late.getMessage().endsWith("call it before the requests"), late.getMessage());
    }

    @Test
    void shouldRefuseWordsThatWouldHitNothing(Peer bob) {
        FaultWords words = bob.drop();
        Throwable zero = assertThrows(IllegalArgumentException.class, () -> words.nth(0, WRITE));
        assertEquals("packets are counted from 1, so there is no number 0", zero.getMessage());
        Throwable other = assertThrows(IllegalArgumentException.class, () -> words.next(UC_SEND_ONLY));
        assertEquals("a QP of type RC gets no UC_SEND_ONLY, so this fault would hit nothing", other.getMessage());
        Throwable early = assertThrows(IllegalArgumentException.class, () -> bob.delay(Duration.ofMillis(-1)));
        assertEquals("a delay is 0 or more, not PT-0.001S", early.getMessage());
        assertThrows(IllegalArgumentException.class, () -> times(-1));
        assertEquals("2 to 3", new Times(2, 3).toString());
    }

    @Test
    void shouldBuildFaultsForPlans() {
        PacketMatch writes = PacketMatch.ANY.withOpcode(WireOpcode.RC_RDMA_WRITE_ONLY.number());
        assertEquals(Fault.at(FaultAction.DROP, writes, 3), FaultWords.drop().nth(3, WRITE));

        FaultPlan plan = FaultPlan.of(FaultWords.drop().next(WRITE));
        try (TestBench lossy = TestBench.builder().faults(plan).build()) {
            QpPair pair =
                    lossy.pair(lossy.host("alice").open(), lossy.host("bob").open());
            write(pair.one(), pair.other(), 8);
            lossy.packets();
            assertTrue(lossy.fabric().now() > 1_000_000, "it was sent again");
        }
    }
}
