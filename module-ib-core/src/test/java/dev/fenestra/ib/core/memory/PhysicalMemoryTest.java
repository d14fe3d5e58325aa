package dev.fenestra.ib.core.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PhysicalMemoryTest {
    private static final long MIB = 1 << 20;
    private static final long PAGE = 4096;

    @Test
    void shouldNeverHandOutBusAddressZero() {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1)) {
            long[] all = memory.frames().take(4096);

            assertTrue(Arrays.stream(all).allMatch(busAddress -> busAddress != 0));
            assertEquals(0, memory.bus().valid(0));
        }
    }

    @Test
    void shouldHandOutNeighbouringPagesFarApart() {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1)) {
            long[] all = memory.frames().take(4096);

            int neighbours = 0;
            for (int i = 1; i < all.length; i++) {
                neighbours += all[i] == all[i - 1] + PAGE ? 1 : 0;
            }

            assertTrue(neighbours < 16, () -> "a shuffle leaves few neighbours");
            assertEquals(4096, Arrays.stream(all).distinct().count());
        }
    }

    @Test
    void shouldRepeatTheOrderOfFramesForTheSameSeedOnly() {
        try (PhysicalMemory one = new PhysicalMemory(16 * MIB, 7);
                PhysicalMemory same = new PhysicalMemory(16 * MIB, 7);
                PhysicalMemory other = new PhysicalMemory(16 * MIB, 8)) {
            long[] frames = one.frames().take(64);

            assertArrayEquals(frames, same.frames().take(64));
            assertFalse(Arrays.equals(frames, other.frames().take(64)));
        }
    }

    @Test
    void shouldShuffleWithinAGroupBeforeItBeginsTheNext() {
        try (PhysicalMemory memory = new PhysicalMemory(64 * MIB, 1)) {
            long[] first = memory.frames().take(4096);
            long[] second = memory.frames().take(4096);

            assertTrue(Arrays.stream(first).max().orElseThrow()
                    < Arrays.stream(second).min().orElseThrow());
        }
    }

    @Test
    void shouldKeepAddressesOfABlockInOneSegmentAsFarApart() {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1);
                Arena arena = Arena.ofShared()) {
            long foreign = memory.frames().attach(arena.allocate(4 * MIB, PAGE), 0x10);
            LongStream addresses =
                    LongStream.iterate(foreign + 0x10, at -> at + PAGE).limit(1023);
            Map<Long, Long> firstOfBlock = new HashMap<>();
            LongStream.concat(Arrays.stream(memory.frames().take(2048)), addresses)
                    .forEach(at -> {
                        long first =
                                firstOfBlock.computeIfAbsent(at >>> memory.bus().blockShift(), block -> at);
                        assertSame(memory.bus().segment(first), memory.bus().segment(at));
                        assertEquals(
                                at - first,
                                memory.bus().offset(at) - memory.bus().offset(first));
                    });
            assertEquals(4 + 2, firstOfBlock.size());
        }
    }

    @Test
    void shouldCommitAChunkWhenItIsFirstTouched() {
        long chunk = 2 * MIB;
        FrameTable table = new FrameTable(3, 3, () -> MemorySegment.ofArray(new long[(int) chunk / Long.BYTES]));
        table.open(1);

        assertEquals(chunk, table.valid(chunk));
        assertFalse(table.isCommitted(chunk));
        MemorySegment segment = table.segment(chunk + 5);
        assertTrue(table.isCommitted(chunk));
        assertSame(segment, table.segment(2 * chunk - 1));
        assertSame(MemorySegment.NULL, table.segment(2 * chunk));
    }

    @Test
    void shouldResolveAddressesOutsideMemoryToNothing() {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1)) {
            for (long busAddress : new long[] {0, 4095, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 45, 2 * MIB}) {
                assertEquals(0, memory.bus().valid(busAddress));
                assertSame(MemorySegment.NULL, memory.bus().segment(busAddress));
            }
        }
    }

    @Test
    void shouldSeeAWriteThroughTheSameBusAddress() {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1)) {
            long frame = memory.frames().take(1)[0];
            memory.bus()
                    .segment(frame + 8)
                    .set(ValueLayout.JAVA_LONG, memory.bus().offset(frame + 8), 42);

            assertEquals(
                    42,
                    memory.bus()
                            .segment(frame)
                            .get(ValueLayout.JAVA_LONG, memory.bus().offset(frame) + 8));
            assertTrue(memory.bus().valid(frame) >= PAGE);
            assertEquals(memory.bus().valid(frame) - 8, memory.bus().valid(frame + 8));
        }
    }

    @Test
    void shouldZeroAFrameThatIsUsedAgainAndTakeTheOneFreedFirst() {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1)) {
            long[] frames = memory.frames().take(2);
            memory.bus()
                    .segment(frames[0])
                    .asSlice(memory.bus().offset(frames[0]), PAGE)
                    .fill((byte) 0xee);
            memory.frames().release(frames);

            long again = memory.frames().take(1)[0];

            assertEquals(frames[0], again);
            assertEquals(
                    0,
                    memory.bus()
                            .segment(again)
                            .get(ValueLayout.JAVA_LONG, memory.bus().offset(again)));
        }
    }

    @Test
    void shouldKeepFreedFramesInOrderWhileTheirQueueGrows() {
        FrameQueue queue = new FrameQueue();
        for (int i = 0; i < 1024; i++) {
            queue.add(i);
        }
        for (int i = 0; i < 500; i++) {
            assertEquals(i, queue.remove());
        }
        for (int i = 1024; i < 3000; i++) {
            queue.add(i);
        }
        for (int i = 500; i < 3000; i++) {
            assertEquals(i, queue.remove());
        }
        assertEquals(0, queue.size());
    }

    @Test
    void shouldGiveRacingReadersOneSegmentPerChunk() throws InterruptedException {
        try (PhysicalMemory memory = new PhysicalMemory(16 * MIB, 1)) {
            long frame = memory.frames().take(1)[0];
            AtomicReferenceArray<MemorySegment> seen = new AtomicReferenceArray<>(4);
            CountDownLatch go = new CountDownLatch(1);
            Thread[] readers = new Thread[4];
            for (int i = 0; i < readers.length; i++) {
                int reader = i;
                readers[i] = Thread.ofPlatform().start(() -> {
                    try {
                        go.await();
                        seen.set(reader, memory.bus().segment(frame));
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            go.countDown();
            for (Thread reader : readers) {
                reader.join();
            }
            for (int i = 0; i < readers.length; i++) {
                assertSame(memory.bus().segment(frame), seen.get(i));
            }
            assertNotEquals(MemorySegment.NULL, seen.get(0));
        }
    }
}
