package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryTest {
    private final Bench bench = new Bench();
    private final Memory memory = bench.context.allocate(5000);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldGiveBackWhatWasPut() {
        memory.put(4090, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0}, memory.get(4089, 11));
        memory.put(0, new byte[] {1, 2, 3, 4}, 1, 2);
        assertArrayEquals(new byte[] {2, 3, 0}, memory.get(0, 3));
        memory.putLong(4092, 0x0102030405060708L);
        assertEquals(0x0102030405060708L, memory.getLong(4092));
        assertEquals(8, memory.get(4092, 1)[0]);
        memory.fill((byte) 0x5a);
        assertEquals(0x5a5a5a5a5a5a5a5aL, memory.getLong(4992));
        assertEquals(5000, memory.length());
    }

    @Test
    void shouldCopyWholeSegments() {
        memory.copyFrom(4094, MemorySegment.ofArray(new byte[] {1, 2, 3, 4}));
        MemorySegment back = MemorySegment.ofArray(new byte[3]);
        memory.copyTo(4095, back);

        assertArrayEquals(new byte[] {2, 3, 4}, back.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void shouldRefuseOffsetsOutside() {
        assertThrows(IndexOutOfBoundsException.class, () -> memory.putLong(4993, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.get(-1, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.put(5000, new byte[1]));
        memory.put(5000, new byte[0]);
    }

    @Test
    void shouldFreeOnceAndRefuseUseAfterwards() {
        long used = bench.host.memory().usedFrames();
        memory.close();
        memory.free();

        assertEquals(used - 2, bench.host.memory().usedFrames());
        assertThrows(IllegalStateException.class, () -> memory.getLong(0));
        ProtectionDomain pd = bench.context.allocPd();
        assertThrows(VerbsException.class, () -> pd.regMr(memory));
    }

    @Test
    void shouldEncodeARemoteBufferInTwentyBigEndianBytes() {
        RemoteBuffer buffer = new RemoteBuffer(0x0102030405060708L, 0x10, 0xaabbccdd);

        byte[] encoded = buffer.encode();

        assertArrayEquals(
                new byte[] {
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0x10,
                    (byte) 0xaa,
                    (byte) 0xbb,
                    (byte) 0xcc,
                    (byte) 0xdd
                },
                encoded);
        assertEquals(buffer, RemoteBuffer.decode(encoded));
        assertThrows(IllegalArgumentException.class, () -> RemoteBuffer.decode(new byte[19]));
    }

    @Test
    void shouldSliceARemoteBufferWithinItsBounds() {
        RemoteBuffer buffer = new RemoteBuffer(0x1000, 0x10, 7);

        assertEquals(new RemoteBuffer(0x1004, 0xc, 7), buffer.at(4));
        assertEquals(new RemoteBuffer(0x1004, 2, 7), buffer.slice(4, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(0xf, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.at(0x11));
    }
}
