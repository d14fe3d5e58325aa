package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Forms of configuration that no driver of ours writes. */
class MkeyListTest {
    private static final int ENTRIES = 300;
    private static final int PIECE = 7;
    private static final int CONTEXT_AT = 64;

    private final Scene scene = new Scene(QpSetup.usual(), QpSetup.usual());
    private final int mkey = scene.aliceHost().mkey(scene.pair.alice.pd, ENTRIES);

    @AfterEach
    void close() {
        scene.close();
    }

    private void writeFrom(long address, int length) {
        scene.post(Wqe.write(scene.to.address(), scene.to.key()).sge(mkey, address, length));
        scene.pair.settle();
        assertTrue(scene.pair.alice.sends.drain().getLast().isSuccess());
    }

    @Test
    void shouldTakeAListThatLiesInMemory() {
        byte[] list = new byte[ENTRIES * DataSegment.BYTES];
        byte[] expected = new byte[ENTRIES * PIECE];
        byte[] source = scene.from.bytes(0, Scene.BYTES);
        for (int i = 0; i < ENTRIES; i++) {
            int offset = Scene.BYTES - (i + 1) * 2 * PIECE;
            MemorySegment entry = MemorySegment.ofArray(new long[2]);
            DataSegment.BYTE_COUNT.set(entry, 0, PIECE);
            DataSegment.LKEY.set(entry, 0, scene.from.key());
            DataSegment.ADDRESS.setLong(entry, 0, scene.from.address() + offset);
            MemorySegment.copy(entry, 0, MemorySegment.ofArray(list), (long) i * DataSegment.BYTES, DataSegment.BYTES);
            System.arraycopy(source, offset, expected, i * PIECE, PIECE);
        }
        RawRegion lists = scene.region(scene.pair.alice.pd, 0, 0);
        lists.write(0, list);

        scene.post(
                Wqe.configure(mkey, RawHost.ALL_RIGHTS).listAt(lists.key(), lists.address(), ENTRIES, expected.length));
        writeFrom(0, expected.length);

        assertArrayEquals(expected, scene.to.bytes(0, expected.length));
    }

    @Test
    void shouldCountAddressesFromAStartThatTheUmrGives() {
        long start = 0x1234_5000_0010L;
        Wqe configure = Wqe.configure(mkey, RawHost.ALL_RIGHTS).entry(scene.from, 100, 50);
        long mask = UmrControlSegment.MKEY_MASK.getLong(configure.memory(), Wqe.UNIT);
        UmrControlSegment.MKEY_MASK.setLong(configure.memory(), Wqe.UNIT, mask | UmrControlSegment.MASK_START_ADDRESS);
        MkeyContext.START_ADDRESS.setLong(configure.memory(), CONTEXT_AT, start);

        scene.post(configure);
        writeFrom(start + 10, 40);

        assertArrayEquals(scene.from.bytes(110, 40), scene.to.bytes(0, 40));
    }
}
