package dev.fenestra.hw.sim.hca.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DatagramPeersTest {
    private static final int SENDER = 0x05000040;

    private final DatagramPeers peers = new DatagramPeers();

    /** As a responder does: what is known is not executed again. */
    private boolean executes(long gidHigh, long gidLow, int sender, int psn) {
        if (peers.knows(gidHigh, gidLow, sender, psn)) {
            return false;
        }
        peers.executed(gidHigh, gidLow, sender, psn);
        return true;
    }

    @Test
    void shouldExecuteARequestOfEachSenderOnce() {
        for (int gid = 0; gid < 20; gid++) {
            assertTrue(executes(1, gid, SENDER, 0xffffff));
            assertFalse(executes(1, gid, SENDER, 0xffffff));
            assertTrue(peers.knows(1, gid, SENDER, 0xfffffe));
            assertFalse(peers.knows(1, gid, SENDER, 0));
            assertTrue(executes(1, gid, SENDER, 0));
        }
        assertTrue(peers.knows(1, 0, SENDER, 0));
    }

    @Test
    void shouldTellAQpThatBeganAnewFromWhatItWas() {
        assertTrue(executes(1, 2, SENDER, 7));
        assertTrue(executes(1, 2, SENDER + (1 << 24), 7));
    }

    @Test
    void shouldKeepTheLatestOfVeryManySenders() {
        for (int qpn = 0; qpn < 5_000; qpn++) {
            assertTrue(executes(1, 2, qpn, 0));
        }
        assertTrue(peers.knows(1, 2, 4_999, 0));
        assertFalse(peers.knows(1, 2, 0, 0));
    }

    @Test
    void shouldAnswerInTheOrderOfTheRequests() {
        DatagramPeers.Owed first = peers.owe();
        first.sent = 5;
        DatagramPeers.Owed second = peers.owe();
        assertSame(first, peers.next());
        peers.answered();
        assertSame(second, peers.next());
        peers.answered();
        assertNull(peers.next());
        assertEquals(0, peers.owe().sent);
    }

    @Test
    void shouldOweNoMoreAnswersThanItKeeps() {
        int owed = 0;
        for (; !peers.isFull(); owed++) {
            peers.owe();
        }
        assertEquals(1024, owed);
        peers.answered();
        assertFalse(peers.isFull());
        peers.owe();
        assertTrue(peers.isFull());
    }
}
