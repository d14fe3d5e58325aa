package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no driver of ours would write. */
@Timeout(20)
class MalformedWqeTest {
    private final Scene scene = new Scene(QpSetup.usual(), QpSetup.usual());
    private final int window = scene.aliceHost().window(scene.pair.alice.pd, 2);

    @AfterEach
    void close() {
        scene.close();
    }

    private Entry refused(Wqe wqe, HcaRule rule, int syndrome) {
        scene.post(wqe);
        scene.pair.settle();
        Entry entry = scene.pair.alice.sends.drain().getFirst();
        assertEquals(syndrome, entry.syndrome(), entry.toString());
        assertEquals(rule, HcaRule.of(entry.vendor()).orElseThrow());
        assertEquals(Qpc.STATE_ERR, scene.pair.alice.state());
        assertTrue(scene.pair.wire.all().isEmpty(), "nothing was sent");
        return entry;
    }

    private void malformed(Wqe wqe) {
        refused(wqe, HcaRule.W1, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    @Test
    void shouldRefuseAWqeOfSizeZero() {
        malformed(Wqe.send().sge(scene.from, 0, 8).units(0));
    }

    @Test
    void shouldRefuseAWqeThatReachesBeyondWhatWasPosted() {
        malformed(Wqe.send().sge(scene.from, 0, 8).units(5));
    }

    @Test
    void shouldNotRunForEverWhenAWqeStepsOverTheDoorbellRecord() {
        for (int i = 0; i < 32; i++) {
            scene.pair.alice.qp.write(new Wqe(WqeOpcode.NOP).unsignaled().units(8));
            scene.pair.alice.qp.write(new Wqe(WqeOpcode.NOP).unsignaled().units(8));
        }
        scene.pair.alice.qp.sendRecord(1);
        scene.pair.alice.qp.ring();
        scene.pair.settle();
        assertEquals(
                HcaRule.W1,
                HcaRule.of(scene.pair.alice.sends.drain().getFirst().vendor()).orElseThrow());
    }

    /** Which no port takes in one message: it is not a piece of nothing. */
    @Test
    void shouldTakeALengthOfZeroForTwoGibibytes() {
        refused(Wqe.send().sge(scene.from.key(), scene.from.address(), 0), HcaRule.T5, CqeSyndrome.LOCAL_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x02, 0x07, 0x0c, 0x0e, 0x0f, 0x13, 0x14, 0x1b, 0x20, 0x24, 0x26, 0x7f, 0x80, 0xa5, 0xff})
    void shouldRefuseAnUnknownOpcode(int opcode) {
        malformed(new Wqe(opcode).sge(scene.from, 0, 8));
    }

    @Test
    void shouldRefuseAWqeThatNamesAnotherQp() {
        malformed(Wqe.send().sge(scene.from, 0, 8).qpn(scene.pair.alice.qp.number() + 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {WqeOpcode.RDMA_WRITE, WqeOpcode.RDMA_READ, WqeOpcode.RDMA_WRITE_IMM, WqeOpcode.ATOMIC_CS})
    void shouldRefuseARemoteOperationWithoutRemoteAddress(int opcode) {
        malformed(new Wqe(opcode));
    }

    @Test
    void shouldRefuseAnAtomicWithoutOperands() {
        malformed(new Wqe(WqeOpcode.ATOMIC_FA).remote(scene.to.address(), scene.to.key()));
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 29, 100, 1000, 0x00ffffff, 0x7ffffff0, 0x7ffffffc, 0x7fffffff})
    void shouldRefuseInlineDataBeyondTheWqe(int said) {
        malformed(Wqe.send().inline(new byte[12], said));
    }

    @Test
    void shouldSendInlineDataThatJustFits() {
        scene.pair.bob.qp.receive(scene.to, 0, 64);
        scene.post(Wqe.send().inline(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
        scene.pair.settle();
        assertTrue(scene.pair.alice.sent().isSuccess());
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, scene.to.bytes(0, 12));
    }

    @Test
    void shouldTakeAByteCountOfZeroAsTwoGibibytes() {
        refused(Wqe.send().sge(scene.from.key(), scene.from.address(), 0), HcaRule.T5, CqeSyndrome.LOCAL_LENGTH);
    }

    @Test
    void shouldRefuseTheKeyOfAWindowAsLocalKey() {
        refused(Wqe.send().sge(window, scene.from.address(), 8), HcaRule.L1, CqeSyndrome.LOCAL_PROTECTION);
    }

    @Test
    void shouldRefuseAnElementThatWrapsTheAddressSpace() {
        refused(Wqe.send().sge(scene.from.key(), -8, 64), HcaRule.L6, CqeSyndrome.LOCAL_PROTECTION);
    }

    @Test
    void shouldRefuseARangeThatWrapsInARegionAtTheEndOfTheAddressSpace() {
        var last = scene.aliceHost().region(scene.pair.alice.pd, -4096L, 4096, RawHost.ALL_RIGHTS, RawHost.MW_BIND);
        refused(Wqe.send().sge(last.key(), -8, 16), HcaRule.L6, CqeSyndrome.LOCAL_PROTECTION);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 7})
    void shouldRefuseAShortUmr(int units) {
        Wqe wqe = Wqe.invalidate(window);
        wqe.units(units);
        refused(wqe, HcaRule.W1, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                UmrControlSegment.MASK_TAG,
                UmrControlSegment.MASK_QPN,
                UmrControlSegment.MASK_START_ADDRESS,
                UmrControlSegment.MASK_REMOTE_WRITE,
                1L << 63
            })
    void shouldRefuseAUmrWithAMaskThatIsNeitherBindNorInvalidate(long mask) {
        refused(Wqe.umr(window, 1, mask), HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    @Test
    void shouldRefuseABindWhoseListDisagreesOnTheLength() {
        Wqe wqe = bind();
        DataSegment.BYTE_COUNT.set(wqe.memory(), 128, 65);
        refused(wqe, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    @Test
    void shouldRefuseABindWhoseListIsShort() {
        Wqe wqe = bind();
        UmrControlSegment.KLM_OCTOWORDS.set(wqe.memory(), 16, 1);
        refused(wqe, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    @Test
    void shouldRefuseABindWithoutItsList() {
        Wqe wqe = bind();
        wqe.units(8);
        refused(wqe, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    @Test
    void shouldRefuseABindThatStartsElsewhereThanItSays() {
        Wqe wqe = Wqe.umr(window, 1, UmrControlSegment.MASK_LENGTH)
                .range(0x1234, 64, 0, scene.from.key(), scene.from.address());
        refused(wqe, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION);
    }

    private Wqe bind() {
        return Wqe.bind(window, 1, scene.from, scene.from.address(), 64, RawHost.REMOTE_READ);
    }

    @Test
    void shouldLeaveAWindowFreeWhenItsBindWasMalformed() {
        Wqe wqe = bind();
        UmrControlSegment.KLM_OCTOWORDS.set(wqe.memory(), 16, 1);
        refused(wqe, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION);
        assertEquals(0, scene.aliceHost().hca.counters().binds);
        assertEquals(0, scene.aliceHost().destroyKey(scene.from.key()).status(), "no window holds the region");
    }

    @Test
    void shouldBindWhereverInTheRingTheWqeBegins() {
        int tag = 1;
        for (int i = 0; i < 70; i++) {
            scene.pair.alice.qp.write(Wqe.bind(window, tag, scene.from, scene.from.address(), 64, 0));
            scene.pair.alice.qp.write(Wqe.invalidate(window & ~0xff | tag));
            scene.pair.alice.qp.ring();
            scene.pair.settle();
            List<Entry> done = scene.pair.alice.sends.drain();
            assertEquals(2, done.size());
            assertTrue(done.stream().allMatch(Entry::isSuccess), done.toString());
            tag = tag % 255 + 1;
        }
        assertTrue(scene.pair.alice.qp.sent() > 5 * 64, "the ring went round several times");
    }

    @Test
    void shouldSurviveADoorbellRecordFarAhead() {
        scene.pair.alice.qp.sendRecord(0xffff);
        scene.pair.alice.qp.ring();
        scene.pair.settle();
        assertTrue(scene.pair.wire.all().isEmpty());
    }

    @Test
    void shouldNotReadPastAnElementThatShrinksUnderWay() {
        shrink(Wqe.send().sge(scene.from, 0, 8000), 1, 1);
    }

    @Test
    void shouldNotPlacePastAReadElementThatShrinksUnderWay() {
        shrink(Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 0, 8000), 2, 1);
    }

    private void shrink(Wqe wqe, int unit, int length) {
        scene.pair.bob.qp.receive(scene.to, 0, 8192);
        int index = scene.pair.alice.qp.write(wqe);
        int[] packets = {0};
        scene.pair.wire.afterEach(() -> {
            if (packets[0]++ == 2) {
                long at = scene.pair.alice.qp.sendUnit(index, unit);
                RawMemory memory = scene.aliceHost().memory;
                DataSegment.BYTE_COUNT.set(memory.segment(at), memory.offset(at), length);
            }
        });
        scene.pair.alice.qp.ring();
        scene.pair.runUntil(10_000_000_000L);
        assertEquals(1, scene.pair.alice.sends.drain().size());
    }

    @Test
    void shouldNotPlacePastAReceiveElementThatShrinksUnderWay() {
        int index = scene.pair.bob.qp.receive(scene.to, 0, 8192);
        byte[] behind = scene.to.bytes(8192, 1000);
        int[] packets = {0};
        scene.pair.wire.afterEach(() -> {
            if (packets[0]++ == 2) {
                long at = scene.pair.bob.qp.receiveUnit(index, 0);
                RawMemory memory = scene.bobHost().memory;
                DataSegment.BYTE_COUNT.set(memory.segment(at), memory.offset(at), 1);
            }
        });
        scene.post(Wqe.send().sge(scene.from, 0, 8000));
        scene.pair.runUntil(10_000_000_000L);
        Entry received = scene.pair.bob.received();
        assertFalse(received.isSuccess());
        assertEquals(CqeSyndrome.LOCAL_LENGTH, received.syndrome());
        assertArrayEquals(behind, scene.to.bytes(8192, 1000));
    }
}
