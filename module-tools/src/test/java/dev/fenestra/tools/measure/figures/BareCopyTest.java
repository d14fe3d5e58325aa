package dev.fenestra.tools.measure.figures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.memory.Memory;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A limit counts only if it moves all the bytes. */
class BareCopyTest {
    private static final int PAGE = 4096;
    private static final int BYTES = 5 * PAGE + 77;

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
            way.copy(BareCopy.of(alice, from, bob, to), PAGE, BYTES - PAGE);
            assertArrayEquals(new byte[PAGE], to.get(0, PAGE));
            byte[] moved = new byte[BYTES - PAGE];
            System.arraycopy(data, PAGE, moved, 0, moved.length);
            assertArrayEquals(moved, to.get(PAGE, BYTES - PAGE));
        }
    }
}
