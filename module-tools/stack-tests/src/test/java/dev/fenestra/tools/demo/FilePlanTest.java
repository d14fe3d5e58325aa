package dev.fenestra.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePlanTest {

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5, 4095, 4096, 4097, 8189, 300_000, 20_000_000, 1L << 30})
    void shouldCoverEveryByteBehindTheFirstPartOnce(long size) {
        DemoFiles.Plan plan = new DemoFiles.Plan(size);
        long next = plan.firstPart();
        for (int i = 0; i < plan.windows(); i++) {
            assertEquals(next, plan.windowOffset(i));
            assertTrue(plan.windowLength(i) > 0);
            next += plan.windowLength(i);
        }
        assertEquals(size, next);
    }

    @Test
    void shouldCarryASingleByteTwice() {
        DemoFiles.Plan plan = new DemoFiles.Plan(1);

        assertTrue(plan.repeats());
        assertEquals(1, plan.windows());
        assertEquals(0, plan.windowOffset(0));
        assertEquals(1, plan.windowLength(0));
    }

    @Test
    void shouldHaveAtLeastThreeWindowsForAFileOfSomeBytes() {
        assertEquals(3, new DemoFiles.Plan(8189).windows());
    }

    @Test
    void shouldHaveWindowsOfAtMost16MiB() {
        assertEquals(64, new DemoFiles.Plan(1L << 30).windows());
    }

    @Test
    void shouldRegisterWholePages() {
        assertEquals(4096, new DemoFiles.Plan(1).regionBytes());
        assertEquals(4096, new DemoFiles.Plan(4096).regionBytes());
        assertEquals(8192, new DemoFiles.Plan(4097).regionBytes());
    }
}
