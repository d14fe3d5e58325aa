package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A packet is placed as a whole or not at all, though its receive has several pieces. */
class WholePacketTest {
    private static final int PSN = QpSetup.usual().psn();
    private static final int BYTES = 4096;
    private static final int UNKNOWN_KEY = 0x00ffff00;

    private final RawPair pair = new RawPair();
    private final RawRegion target = pair.bob.host.region(pair.bob.pd, BYTES);
    private final long payload = pair.alice.host.memory.page();
    private final byte[] before = target.pattern(0, BYTES);

    @AfterEach
    void close() {
        pair.close();
    }

    private void send(int length) {
        pair.inject(pair.bob, WireOpcode.RC_SEND_ONLY.number(), PSN, new byte[0], payload, length);
        pair.settle();
    }

    private void assertNothingPlaced(HcaRule rule, int nak) {
        assertEquals(List.of(rule), pair.bob.host.rules());
        assertEquals(List.of(nak), pair.wire.naks());
        assertArrayEquals(before, target.bytes(0, BYTES));
    }

    @Test
    void shouldPlaceNothingOfAMessageLongerThanItsReceive() {
        pair.bob.qp.receive(target.key(), target.address(), 100, target.key(), target.address() + 200, 99);
        send(200);
        assertNothingPlaced(HcaRule.T3, 0x61);
    }

    @Test
    void shouldPlaceNothingWhenASecondPieceMayNotBeWritten() {
        pair.bob.qp.receive(target.key(), target.address(), 100, UNKNOWN_KEY, target.address() + 200, 100);
        send(200);
        assertNothingPlaced(HcaRule.L1, 0x63);
    }

    @Test
    void shouldFillAllPiecesOfAMessageThatFits() {
        pair.bob.qp.receive(target.key(), target.address(), 100, target.key(), target.address() + 200, 100);
        send(200);
        assertEquals(List.of(), pair.bob.host.rules());
        assertArrayEquals(new byte[100], target.bytes(0, 100));
        assertArrayEquals(new byte[100], target.bytes(200, 100));
        assertArrayEquals(Arrays.copyOfRange(before, 100, 200), target.bytes(100, 100));
    }
}
