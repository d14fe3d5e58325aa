package dev.fenestra.tools.measure.figures;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.memory.Memory;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A limit counts only if it moves all the bytes. */
class BareCopyTest {
    private static final int BYTES = 5 * PAGE_BYTES + 77;

    private interface Way {
        void copy(BareCopy copy, long offset, int bytes);
    }

    @Test
    void shouldCopyAllBytesBehindAnOffset() {
        check(BareCopy::copy);
    }

    @Test
    void shouldCopyAllBytesAlsoWhenItMakesChecksums() {
        check(BareCopy::copyChecked);
    }

    private static void check(Way way) {
        try (TestBench bench = TestBench.twoHosts()) {
            BenchHost alice = bench.host("alice");
            BenchHost bob = bench.host("bob");
            Memory from = alice.open().allocate(BYTES);
            Memory to = bob.open().allocate(BYTES);
            byte[] data = new byte[BYTES];
            new Random(5).nextBytes(data);
            from.put(0, data);
            to.fill((byte) 0);
            way.copy(BareCopy.of(alice, from, bob, to), PAGE_BYTES, BYTES - PAGE_BYTES);
            assertArrayEquals(new byte[PAGE_BYTES], to.get(0, PAGE_BYTES));
            byte[] moved = new byte[BYTES - PAGE_BYTES];
            System.arraycopy(data, PAGE_BYTES, moved, 0, moved.length);
            assertArrayEquals(moved, to.get(PAGE_BYTES, BYTES - PAGE_BYTES));
        }
    }
}
