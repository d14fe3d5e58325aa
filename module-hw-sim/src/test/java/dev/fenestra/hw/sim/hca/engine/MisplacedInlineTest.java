package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.Wqe;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Inline data where a request has no place for it. Its bytes here spell a key and an address that the device could
 * reach: it must never take them for such.
 */
@Timeout(20)
class MisplacedInlineTest {
    private static final int ANSWER = 12;

    private final Scene scene = new Scene(QpSetup.usual(), QpSetup.usual());
    private final byte[] before = scene.from.bytes(0, Scene.BYTES);

    @AfterEach
    void close() {
        scene.close();
    }

    /** 12 inline bytes. As a segment in memory they would be alice's region. */
    private byte[] spelled() {
        return ByteBuffer.allocate(ANSWER)
                .putInt(scene.from.key())
                .putLong(scene.from.address())
                .array();
    }

    private void refused(Wqe wqe) {
        scene.post(wqe);
        scene.pair.settle();
        refused();
        assertTrue(scene.pair.wire.all().isEmpty(), "nothing was sent");
    }

    private void refused() {
        Entry entry = scene.pair.alice.sends.drain().getFirst();
        assertEquals(CqeSyndrome.LOCAL_QP_OPERATION, entry.syndrome(), entry.toString());
        assertEquals(HcaRule.W1, HcaRule.of(entry.vendor()).orElseThrow());
        assertEquals(Qpc.STATE_ERR, scene.pair.alice.state());
        assertArrayEquals(before, scene.from.bytes(0, Scene.BYTES), "alice's memory");
    }

    private Wqe read() {
        return Wqe.read(scene.to.address(), scene.to.key());
    }

    private Wqe atomic(int opcode) {
        return new Wqe(opcode)
                .remote(scene.to.address() + 7 & -8, scene.to.key())
                .atomic(1, 0);
    }

    @Test
    void shouldRefuseAReadIntoInlineData() {
        refused(read().inline(spelled()));
    }

    @Test
    void shouldRefuseAReadWhoseSecondSegmentIsInline() {
        refused(read().sge(scene.from, 0, 8).inline(spelled()));
    }

    @Test
    void shouldRefuseAReadIntoInlineDataOfNoByte() {
        refused(read().inline(new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(ints = {WqeOpcode.ATOMIC_CS, WqeOpcode.ATOMIC_FA})
    void shouldRefuseAnAtomicWhoseResultWouldLandInInlineData(int opcode) {
        byte[] target = scene.to.bytes(0, 16);
        refused(atomic(opcode).inline(spelled()));
        assertArrayEquals(target, scene.to.bytes(0, 16), "the atomic was not executed");
    }

    @Test
    void shouldRefuseOnlyTheOneOfManyAtomicsThatHasInlineData() {
        for (int i = 0; i < 3; i++) {
            scene.pair.alice.qp.write(atomic(WqeOpcode.ATOMIC_FA).sge(scene.from, 4096, 8));
        }
        scene.pair.alice.qp.write(atomic(WqeOpcode.ATOMIC_FA).inline(spelled()));
        scene.pair.alice.qp.ring();
        scene.pair.settle();

        List<Integer> syndromes =
                scene.pair.alice.sends.drain().stream().map(Entry::syndrome).toList();
        assertEquals(List.of(0, 0, 0, CqeSyndrome.LOCAL_QP_OPERATION), syndromes);
        assertArrayEquals(Arrays.copyOf(before, 4096), scene.from.bytes(0, 4096), "where the bytes point");
    }

    /** As UCX repeats a datagram: its header inline, the rest where it was. The inline data end with their unit. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 12, 13, 28, 29})
    void shouldSendInlineDataBetweenPiecesOfMemory(int bytes) {
        sendMixed(bytes);
        scene.pair.settle();
        assertMixed(bytes);
    }

    /** The lost packet begins in a piece of memory behind inline data. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSendMixedPiecesAgainFromWhereAPacketWasLost(int lost) {
        int[] seen = {0};
        scene.pair.wire.lose(packet -> packet.payload() > 0 && seen[0]++ == lost);
        sendMixed(29);
        scene.pair.runUntil(10_000_000_000L);
        assertTrue(seen[0] > 4, "packets were sent again");
        assertMixed(29);
    }

    private void sendMixed(int bytes) {
        byte[] inline = Arrays.copyOfRange(before, 500, 500 + bytes);
        scene.pair.bob.qp.receive(scene.to, 0, Scene.BYTES);
        scene.post(Wqe.send()
                .inline(inline)
                .sge(scene.from, 0, 3000)
                .inline(inline)
                .sge(scene.from, 4096, 20));
    }

    private void assertMixed(int bytes) {
        byte[] inline = Arrays.copyOfRange(before, 500, 500 + bytes);
        assertTrue(scene.pair.alice.sent().isSuccess());
        byte[] sent = ByteBuffer.allocate(2 * bytes + 3020)
                .put(inline)
                .put(before, 0, 3000)
                .put(inline)
                .put(before, 4096, 20)
                .array();
        assertEquals(sent.length, scene.pair.bob.received().byteCount());
        assertArrayEquals(sent, scene.to.bytes(0, sent.length));
    }

    @Test
    void shouldRefuseInlineDataThatReachBeyondTheirRequest() {
        refused(Wqe.send().sge(scene.from, 0, 8).inline(spelled(), ANSWER + 1));
    }

    @Test
    void shouldRefuseAListInMemoryWhoseSegmentIsInline() {
        int mkey = scene.aliceHost().mkey(scene.pair.alice.pd, 4);
        Wqe wqe = Wqe.configure(mkey, RawHost.ALL_RIGHTS).listAt(scene.from.key(), scene.from.address(), 4, 8);
        int count = DataSegment.BYTE_COUNT.get(wqe.memory(), 128);
        DataSegment.BYTE_COUNT.set(wqe.memory(), 128, count | DataSegment.INLINE);
        refused(wqe);
    }

    @Test
    void shouldRefuseAnAnswerWhoseSegmentBecomesInlineUnderWay() {
        int index = scene.pair.alice.qp.write(read().sge(scene.from, 0, 8000));
        List<byte[]> placed = new ArrayList<>();
        scene.pair.wire.afterEach(() -> {
            if (placed.isEmpty()) {
                long at = scene.pair.alice.qp.sendUnit(index, 2);
                RawMemory memory = scene.aliceHost().memory;
                DataSegment.BYTE_COUNT.set(memory.segment(at), memory.offset(at), DataSegment.INLINE | 8000);
                placed.add(scene.from.bytes(0, Scene.BYTES));
            }
        });
        scene.pair.alice.qp.ring();
        scene.pair.runUntil(10_000_000_000L);
        refused();
    }

    private void refusedReceive() {
        byte[] target = scene.to.bytes(0, Scene.BYTES);
        scene.post(Wqe.send().sge(scene.from, 0, 64));
        scene.pair.runUntil(10_000_000_000L);

        Entry received = scene.pair.bob.received();
        assertEquals(CqeSyndrome.LOCAL_QP_OPERATION, received.syndrome(), received.toString());
        assertEquals(HcaRule.W3, HcaRule.of(received.vendor()).orElseThrow());
        assertEquals(Qpc.STATE_ERR, scene.pair.bob.state());
        assertEquals(CqeSyndrome.REMOTE_OPERATION, scene.pair.alice.sent().syndrome());
        assertArrayEquals(target, scene.to.bytes(0, Scene.BYTES), "bob's memory");
    }

    @Test
    void shouldRefuseAReceiveWithInlineData() {
        scene.pair.bob.qp.receive(scene.to, 0, DataSegment.INLINE | 1000);
        refusedReceive();
    }

    @Test
    void shouldRefuseAReceiveWhoseSecondSegmentIsInlineBeforeItPlacesAByte() {
        scene.pair.bob.qp.receive(
                scene.to.key(), scene.to.address(), 32, scene.to.key(), scene.to.address() + 100, 0x80000000L | 1000);
        refusedReceive();
    }

    @Test
    void shouldSendInlineDataOfTheLengthInItsLowBits() {
        scene.pair.bob.qp.receive(scene.to, 0, 64);
        scene.post(Wqe.send().sge(scene.from, 0, DataSegment.INLINE | ANSWER));
        scene.pair.settle();

        assertTrue(scene.pair.alice.sent().isSuccess());
        assertEquals(ANSWER, scene.pair.bob.received().byteCount());
        assertArrayEquals(spelled(), scene.to.bytes(0, ANSWER));
    }
}
