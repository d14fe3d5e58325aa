package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a bound window lets through: the first and last byte of its range, and not one more. */
class WindowAccessTest {
    private static final int OFFSET = 1000;
    private static final int LENGTH = 5000;

    private final Scene scene = new Scene(QpSetup.usual(), QpSetup.usual());

    @AfterEach
    void close() {
        scene.close();
    }

    private int bind(RawRegion region, boolean zeroBased, int rights) {
        int window = scene.bobHost().window(scene.pair.bob.pd, 2);
        long address = region.address() + OFFSET;
        scene.pair.bob.qp.post(Wqe.umr(window, 0x31, UmrControlSegment.MASK_LENGTH)
                .range(zeroBased ? 0 : address, LENGTH, rights, region.key(), address));
        scene.pair.settle();
        assertTrue(scene.pair.bob.sent().isSuccess());
        return window & ~0xff | 0x31;
    }

    private int write(long address, int rkey, int length) {
        scene.post(Wqe.write(address, rkey).sge(scene.from, 0, length));
        scene.pair.settle();
        return scene.pair.alice.sent().syndrome();
    }

    @ParameterizedTest
    @CsvSource({"0, 5000", "4999, 1", "0, 1", "1, 4999", "2500, 2500"})
    void shouldReachAllOfAWindowByItsAddress(int at, int length) {
        int key = bind(scene.to, false, RawHost.REMOTE_WRITE);
        assertEquals(CqeSyndrome.NONE, write(scene.to.address() + OFFSET + at, key, length));
        assertArrayEquals(scene.from.bytes(0, length), scene.to.bytes(OFFSET + at, length));
    }

    @ParameterizedTest
    @CsvSource({"0, 5000", "4999, 1", "0, 1", "1, 4999", "2500, 2500"})
    void shouldReachAllOfAZeroBasedWindowByOffset(int at, int length) {
        int key = bind(scene.to, true, RawHost.REMOTE_WRITE);
        assertEquals(CqeSyndrome.NONE, write(at, key, length));
        assertArrayEquals(scene.from.bytes(0, length), scene.to.bytes(OFFSET + at, length));
    }

    @ParameterizedTest
    @CsvSource({"4999, 2", "5000, 1", "-1, 1", "-1, 2", "5001, 1", "0, 5001", "0x7fffffffffffffff, 1"})
    void shouldNotReachPastAZeroBasedWindow(String at, int length) {
        byte[] before = scene.to.bytes(0, Scene.BYTES);
        int key = bind(scene.to, true, RawHost.REMOTE_WRITE);
        assertEquals(CqeSyndrome.REMOTE_ACCESS, write(Long.decode(at), key, length));
        assertEquals(List.of(HcaRule.A7), scene.bobHost().rules());
        assertArrayEquals(before, scene.to.bytes(0, Scene.BYTES));
    }

    @Test
    void shouldNotNeedRemoteRightsOfTheRegion() {
        RawRegion local = scene.bobHost().region(scene.pair.bob.pd, 0x900, 8192, RawHost.LOCAL_WRITE, RawHost.MW_BIND);
        int key = bind(local, false, RawHost.REMOTE_WRITE | RawHost.REMOTE_READ);
        assertEquals(CqeSyndrome.NONE, write(local.address() + OFFSET, key, 64));
        assertArrayEquals(scene.from.bytes(0, 64), local.bytes(OFFSET, 64));
    }

    @Test
    void shouldNotLookAtTheKeyOfAnAccessOfNoBytes() {
        assertEquals(CqeSyndrome.NONE, write(0, 0xdeadbe00, 0));
        scene.post(Wqe.read(0, 0xdeadbe00));
        scene.pair.settle();
        assertTrue(scene.pair.alice.sent().isSuccess());
    }

    @Test
    void shouldStopAWindowInTheMiddleOfAWriteAndKeepWhatArrivedBefore() {
        int key = bind(scene.to, false, RawHost.REMOTE_WRITE);
        byte[] behind = scene.to.bytes(OFFSET + 2048, 1000);
        int[] packets = {0};
        scene.pair.wire.afterEach(() -> {
            if (packets[0]++ == 2) {
                scene.pair.bob.qp.post(Wqe.invalidate(key));
            }
        });
        boolean[] held = {false};
        scene.pair.wire.lose(packet -> {
            boolean lose = packet.port() == 1 && packets[0] == 2 && !held[0];
            held[0] |= lose;
            return lose;
        });
        scene.post(Wqe.write(scene.to.address() + OFFSET, key).sge(scene.from, 0, 4096));
        scene.pair.runUntil(1_000_000_000L);
        assertEquals(CqeSyndrome.REMOTE_ACCESS, scene.pair.alice.sent().syndrome());
        assertArrayEquals(scene.from.bytes(0, 2048), scene.to.bytes(OFFSET, 2048));
        assertArrayEquals(behind, scene.to.bytes(OFFSET + 2048, 1000));
    }

    @Test
    void shouldForgetAKeyThatWasBoundAnew() {
        int key = bind(scene.to, false, RawHost.REMOTE_WRITE);
        scene.pair.bob.qp.post(Wqe.invalidate(key));
        scene.pair.bob.qp.post(Wqe.bind(key, 0x32, scene.to, scene.to.address(), 64, RawHost.REMOTE_WRITE));
        scene.pair.settle();
        assertEquals(CqeSyndrome.NONE, write(scene.to.address(), key & ~0xff | 0x32, 8));
        assertEquals(CqeSyndrome.REMOTE_ACCESS, write(scene.to.address(), key, 8));
        assertEquals(List.of(HcaRule.R2), scene.bobHost().rules());
    }
}
