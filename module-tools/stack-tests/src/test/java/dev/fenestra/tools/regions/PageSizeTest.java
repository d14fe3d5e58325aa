package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Regions that the device translates by pages of 4 KiB, of 2 MiB, or of a size between: all lead to the same bytes. */
class PageSizeTest {
    private static final AccessFlag[] ALL = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC, MW_BIND};
    private static final int HUGE = 2 << 20;
    private static final int BYTES = 3 * HUGE;
    private static final int LONGEST = 3 * PAGE_BYTES;

    @ParameterizedTest(name = "{0} bytes at {1}, iova step {2}, huge pages {3}: {4} entries")
    @CsvSource({
        "6291456, 0, 0, true, 3",
        "6291456, 0, 0, false, 1536",
        "4194304, 4096, 0, true, 3",
        "4194305, 77, 0, true, 3",
        "2097152, 2097152, 0, true, 1",
        "6291456, 0, 2097152, true, 3",
        "6291456, 0, 65536, true, 96",
        "6291456, 0, 4096, true, 1536",
        "5000, 4095, 0, true, 1"
    })
    void shouldLandBytesWhereTheyBelong(int length, int offset, long iovaStep, boolean huge, long entries) {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            Memory memory = map(bob, huge);
            long before = bob.host().hca().counters().mttWritten;
            MemoryRegion region = bob.pd().regMrIova(memory, offset, length, memory.address() + offset + iovaStep, ALL);
            assertEquals(entries, bob.host().hca().counters().mttWritten - before);

            assertSame(pair, memory, region, offset, length);
            region.close();
            memory.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void shouldLandBytesWhereTheyBelongAfterARereg(boolean first, boolean then) {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            Memory old = map(bob, first);
            Memory memory = map(bob, then);
            MemoryRegion region = bob.pd().regMr(old, 0, BYTES, ALL);
            region.changeTranslation(memory, PAGE_BYTES, BYTES - HUGE);

            assertSame(pair, memory, region, PAGE_BYTES, BYTES - HUGE);
            assertArrayEquals(new byte[BYTES], old.get(0, BYTES));
            region.close();
            old.close();
            memory.close();
        }
    }

    /** Seen from address 0, a region lies in its pages as before when it begins on a large one. */
    @ParameterizedTest
    @CsvSource({"0, 4194304, 0", "4096, 4194304, 1024"})
    void shouldShareTranslationsWhereTheAddressAllowsAndElseHaveOwn(int offset, int length, long entries) {
        try (Pair pair = new Pair()) {
            Side bob = pair.bob();
            Memory memory = map(bob, true);
            MemoryRegion region = bob.pd().regMr(memory, offset, length, ALL);
            long before = bob.host().hca().counters().mttWritten;
            MemoryRegion shared = bob.pd().shareMr(region, LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, ZERO_BASED);
            assertEquals(entries, bob.host().hca().counters().mttWritten - before);

            assertSame(pair, memory, shared, offset, length);
            shared.close();
            region.close();
            memory.close();
        }
    }

    @Test
    void shouldHaveALargestPageForEveryBitThatItAnnounces() {
        try (Pair pair = new Pair()) {
            assertEquals(0x3ff000, pair.bob().context().deviceAttributes().pageSizeCap());
        }
    }

    /**
     * WRITEs, READs, atomics and a window, at places where pages meet and at others; then nothing beyond the region.
     */
    private static void assertSame(Pair pair, Memory memory, MemoryRegion region, int offset, int length) {
        Side alice = pair.alice();
        byte[] expected = memory.get(0, BYTES);
        SplittableRandom random = new SplittableRandom(length);
        for (int i = 0; i < 60; i++) {
            int count = 1 + random.nextInt(Math.min(length, LONGEST));
            int at = i % 3 == 0 ? atAnEdge(random, offset, length, count) : random.nextInt(length - count + 1);
            byte[] bytes = new byte[count];
            random.nextBytes(bytes);
            alice.memory().put(0, bytes);
            RemoteBuffer target = new RemoteBuffer(region.address() + at, count, region.rkey());
            alice.perform(RdmaWrite.of(i, target, alice.region().slice(0, count)));
            System.arraycopy(bytes, 0, expected, offset + at, count);
            alice.memory().fill((byte) 0);
            alice.perform(RdmaRead.of(i, target, alice.region().slice(0, count)));
            assertArrayEquals(bytes, alice.memory().get(0, count));
        }
        assertArrayEquals(expected, memory.get(0, BYTES));
        if (region.access().contains(MW_BIND)) {
            window(pair, memory, region, offset, length);
        }
        pair.assertRefused(
                HcaRule.R6,
                new RemoteBuffer(region.address() + length - 1, 2, region.rkey()),
                RdmaWrite.of(
                        1,
                        new RemoteBuffer(region.address() + length - 1, 2, region.rkey()),
                        alice.region().slice(0, 2)));
    }

    private static void window(Pair pair, Memory memory, MemoryRegion region, int offset, int length) {
        Side alice = pair.alice();
        int at = length / 2 & -Long.BYTES;
        try (MemoryWindow window = pair.bob().pd().allocMw(MwType.TYPE_1)) {
            pair.bob().qp().bindMw(7, window, region.slice(at, 64), REMOTE_WRITE, REMOTE_ATOMIC);
            pair.bob().await(7);
            alice.memory().fill((byte) 0x5a);
            alice.perform(RdmaWrite.of(
                    8, window.remote(region.address() + at, 64), alice.region().slice(0, 64)));
            byte[] filled = new byte[64];
            Arrays.fill(filled, (byte) 0x5a);
            assertArrayEquals(filled, memory.get(offset + at, 64));
        }
    }

    /** Around a multiple of 2 MiB where there is one inside, else of 4 KiB. */
    private static int atAnEdge(SplittableRandom random, int offset, int length, int count) {
        int step = length > HUGE ? HUGE : PAGE_BYTES;
        int edge = step * (1 + random.nextInt(Math.max(1, length / step))) - offset % step;
        return Math.clamp(edge - count / 2, 0, length - count);
    }

    private static Memory map(Side side, boolean huge) {
        Memory memory = side.context().map(BYTES, huge ? MapOptions.USUAL.hugePages() : MapOptions.USUAL);
        memory.fill((byte) 0);
        return memory;
    }
}
