package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packets that a third party sends in alice's name. Nothing in them is secret but what it may not know: the
 * transport has no source authentication, and these tests show what follows from that and what does not.
 */
class SpoofingTest {
    private static final int WRITE = WireOpcode.RC_RDMA_WRITE_ONLY.number();
    private static final int LENGTH = 64;
    private static final int PSN = QpSetup.usual().psn();
    private static final int GUESS = 0x00abcd00;

    private final RawPair pair = new RawPair(QpSetup.usual());
    private final RawRegion from = pair.alice.host.region(pair.alice.pd, 1 << 14);
    private final RawRegion forged = pair.alice.host.region(pair.alice.pd, 1 << 12);
    private final RawRegion to = pair.bob.host.region(pair.bob.pd, 1 << 14);

    @AfterEach
    void close() {
        pair.close();
    }

    private static byte[] filled(RawRegion region, int value) {
        byte[] bytes = new byte[LENGTH];
        Arrays.fill(bytes, (byte) value);
        region.write(0, bytes);
        return bytes;
    }

    private void forge(int psn, int rkey) {
        byte[] reth = new byte[Reth.BYTES];
        Reth.write(reth, 0, to.address(), rkey, LENGTH);
        pair.inject(pair.bob, WRITE, psn & 0xffffff, reth, forged.pages()[0] + (forged.address() & 0xfff), LENGTH);
        pair.settle();
    }

    private void victimWrites() {
        pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, LENGTH));
    }

    @Test
    void shouldExecuteAForgedWriteAndTakeTheVictimsOwnForItsRepetition() {
        byte[] lie = filled(forged, 1);
        byte[] truth = filled(from, 2);
        forge(PSN, to.key());
        victimWrites();
        Entry done = pair.await(pair.alice.sends);
        assertTrue(done.isSuccess(), "the victim notices nothing");
        assertArrayEquals(lie, to.bytes(0, LENGTH), "its data was never written");
        assertFalse(Arrays.equals(truth, to.bytes(0, LENGTH)));
        assertEquals(1, pair.bob.host.hca.counters().duplicateRequests);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -2, -100, -0x7fffff})
    void shouldOnlyAcknowledgeWhatLiesBehind(int ahead) {
        byte[] before = filled(to, 3);
        filled(forged, 1);
        forge(PSN + ahead, to.key());
        assertArrayEquals(before, to.bytes(0, LENGTH));
        assertEquals(List.of(), pair.wire.naks());
        assertEquals(Qpc.STATE_RTS, pair.bob.state());
    }

    @Test
    void shouldAnswerABlindSweepAheadWithOneNakOnly() {
        byte[] before = filled(to, 3);
        filled(forged, 1);
        for (int ahead = 1; ahead <= 200; ahead++) {
            forge(PSN + ahead, to.key());
        }
        assertArrayEquals(before, to.bytes(0, LENGTH));
        assertEquals(List.of(0x60), pair.wire.naks());
        assertEquals(Qpc.STATE_RTS, pair.bob.state());
    }

    @Test
    void shouldExecuteTheOneGuessOfASweepThatHits() {
        byte[] lie = filled(forged, 1);
        int executed = 0;
        for (int behind = 50; behind >= 0; behind--) {
            forge(PSN - behind, to.key());
            executed += Arrays.equals(lie, to.bytes(0, LENGTH)) ? 1 : 0;
        }
        assertEquals(1, executed, "at the expected PSN, which was the last one tried");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 64})
    void shouldLoseTheConnectionAfterSeveralForgedPackets(int count) {
        filled(forged, 1);
        for (int i = 0; i < count; i++) {
            forge(PSN + i, to.key());
        }
        victimWrites();
        Entry failed = pair.await(pair.alice.sends);
        assertEquals(CqeSyndrome.RETRY_EXCEEDED, failed.syndrome(), "acknowledged is what the victim never sent");
    }

    @Test
    void shouldEndAConnectionByOneForgedPacketWithABadKey() {
        byte[] before = filled(to, 3);
        forge(PSN, GUESS);
        assertEquals(Qpc.STATE_ERR, pair.bob.state());
        victimWrites();
        Entry failed = pair.await(pair.alice.sends);
        assertTrue(
                List.of(CqeSyndrome.RETRY_EXCEEDED, CqeSyndrome.REMOTE_ACCESS).contains(failed.syndrome()),
                failed.toString());
        assertArrayEquals(before, to.bytes(0, LENGTH));
    }
}
