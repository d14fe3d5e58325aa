package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Settles;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Datagrams: what arrives, what is dropped, and what fails. */
class DatagramTest extends DatagramScene {
    private byte[] header() {
        return bob.memory.get(0, GRH);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 61, 1024, MTU})
    void shouldDeliverADatagramBehindItsGrh(int length) {
        bob.qp.postRecv(1, bob.slice(0, GRH + MTU));
        alice.qp.post(length == 0 ? Datagram.of(2, toBob, bob.qp.number(), QKEY) : datagram(2, length));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        Completion.Done done = bob.awaitReceived(1).orThrow();
        assertEquals(WcOpcode.RECV, done.opcode());
        assertEquals(GRH + length, done.byteLength());
        assertEquals(OptionalInt.of(alice.qp.number()), done.sourceQpNumber());
        assertEquals(OptionalInt.empty(), done.immediate());
        assertArrayEquals(alice.memory.get(0, length), bob.memory.get(GRH, length));
        assertEquals(0, bob.memory.get(GRH + length, 1)[0]);
    }

    @Test
    @Settles(16)
    void shouldFlagTheGrhOfADatagram() {
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(datagram(2, 64));
        alice.awaitSent(2).orThrow();
        Completions block = new Completions(1);
        while (bob.received.poll(block) == 0) {
            assertTrue(bench.fabric().now() < 1_000_000_000L);
        }
        assertEquals(WcFlag.GRH, block.flags(0));
        assertEquals(alice.qp.number(), block.sourceQpNumber(0));
        assertEquals(GRH + 64, block.byteLength(0));
    }

    @Test
    void shouldShowTheIpv4HeaderInTheSecondHalfOfTheGrh() {
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(datagram(2, 64));
        bob.awaitReceived(1).orThrow();

        String zeros = "00".repeat(20);
        // 20 + 8 + BTH 12 + DETH 8 + 64 + ICRC 4 bytes; id 0, DF, TTL 64, UDP, its checksum, 10.0.0.1 to 10.0.0.2
        assertEquals(
                zeros + "4500007400004000401126770a0000010a000002",
                HexFormat.of().formatHex(header()));
    }

    @Test
    void shouldShowTheIpv6HeaderAsTheGrh() {
        bench.close();
        begin(config -> config.withGid(0xfd09000000000000L, config.gidLow() & 0xf));
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(datagram(2, 61));
        bob.awaitReceived(1).orThrow();

        assertEquals(
                "6000000000601140" + "fd090000000000000000000000000001" + "fd090000000000000000000000000002",
                HexFormat.of().formatHex(header()));
    }

    @Test
    void shouldDeliverImmediateDataAndScatterOverPieces() {
        bob.qp.postRecv(1, bob.slice(0, 30), bob.slice(100, 20), bob.slice(200, 100));
        alice.qp.post(datagram(2, 64).withImmediate(0xdeadbeef).inlined());

        Completion.Done done = bob.awaitReceived(1).orThrow();
        assertEquals(OptionalInt.of(0xdeadbeef), done.immediate());
        assertEquals(GRH + 64, done.byteLength());
        assertArrayEquals(alice.memory.get(0, 10), bob.memory.get(110, 10));
        assertArrayEquals(alice.memory.get(10, 54), bob.memory.get(200, 54));
    }

    @Test
    void shouldReachSeveralPeersFromOneQpAndItself() {
        AddressHandle toAlice = alice.pd.createAh(AhAttributes.to(alice.context.gid(0)));
        alice.qp.postRecv(1, alice.slice(1000, 200));
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(Datagram.of(2, toAlice, alice.qp.number(), QKEY, alice.slice(0, 8)), datagram(3, 16));

        assertEquals(GRH + 8, alice.awaitReceived(1).orThrow().byteLength());
        assertEquals(GRH + 16, bob.awaitReceived(1).orThrow().byteLength());
    }

    @Test
    @Settles(37)
    void shouldFailADatagramLongerThanTheMtuAndStopTheSendQueueOnly() {
        bob.qp.postRecv(1, bob.slice(0, 2 * MTU));
        alice.qp.postRecv(9, alice.slice(8192, 200));
        alice.qp.post(datagram(2, MTU + 1), datagram(3, 8));

        assertEquals(WcStatus.LOC_LEN_ERR, alice.awaitSent(2).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(3).status());
        assertEquals("U1", alice.lastRefusal());
        assertEquals(QpState.SQE, alice.qp.state());
        AddressHandle toAlice = bob.pd.createAh(alice.context.gid(0));
        bob.qp.post(Datagram.of(4, toAlice, alice.qp.number(), QKEY, bob.slice(0, 8)));
        assertEquals(GRH + 8, alice.awaitReceived(9).orThrow().byteLength());

        alice.qp.modify(QpAttributes.to(QpState.RTS));
        alice.qp.post(datagram(5, 8));
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(5).status());
        assertEquals(GRH + 8, bob.awaitReceived(1).orThrow().byteLength());
    }

    @Test
    void shouldDropADatagramWithAnotherQkeyAndCountIt() {
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(Datagram.of(2, toBob, bob.qp.number(), QKEY ^ 1, alice.slice(0, 8)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertTrue(bob.isQuiet());
        assertEquals(1, bob.host.hca().counters().qkeyViolations);
        assertEquals("U2", bob.lastRefusal());
        assertEquals(QpState.RTS, bob.qp.state());
        alice.qp.post(datagram(3, 8));
        assertEquals(GRH + 8, bob.awaitReceived(1).orThrow().byteLength());
    }

    @Test
    void shouldSendTheOwnQkeyWhenTheHighestBitIsSet() {
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(Datagram.of(2, toBob, bob.qp.number(), 0x80010000, alice.slice(0, 8)));

        assertEquals(GRH + 8, bob.awaitReceived(1).orThrow().byteLength());
    }

    @Test
    void shouldTakeAnotherQkeyByModify() {
        bob.qp.modify(QpAttributes.to(QpState.RTS).qkey(0x77));
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(datagram(2, 8), Datagram.of(3, toBob, bob.qp.number(), 0x77, alice.slice(0, 16)));

        assertEquals(GRH + 16, bob.awaitReceived(1).orThrow().byteLength());
    }

    @Test
    @Settles(37)
    void shouldDropADatagramLongerThanTheReceiveAndKeepTheReceive() {
        bob.qp.postRecv(1, bob.slice(0, GRH + 8));
        alice.qp.post(datagram(2, 9));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertTrue(bob.isQuiet());
        assertEquals(1, bob.host.hca().counters().datagramsWithoutRoom);
        assertEquals("U3", bob.lastRefusal());
        assertArrayEquals(new byte[GRH + 9], bob.memory.get(0, GRH + 9));
        alice.qp.post(datagram(3, 8));
        assertEquals(GRH + 8, bob.awaitReceived(1).orThrow().byteLength());
    }

    @Test
    void shouldDropADatagramWithoutReceiveAndCountIt() {
        alice.qp.post(datagram(2, 8));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertTrue(bob.isQuiet());
        assertEquals(1, bob.host.hca().counters().datagramsWithoutRoom);
        assertEquals("U4", bob.lastRefusal());
    }

    @Test
    void shouldFailTheReceiveWhoseKeyIsWrong() {
        bob.qp.postRecv(1, bob.region.lkey() ^ 1, bob.region.address(), 200);
        alice.qp.post(datagram(2, 8));

        assertEquals(WcStatus.LOC_PROT_ERR, bob.awaitReceived(1).status());
        assertEquals(QpState.ERR, bob.qp.state());
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
    }
}
