package dev.fenestra.vendor.common.user;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class QpFinderTest {
    private final QpFinder finder = new QpFinder();

    private record Known(int number) implements QpFinder.Completing {
        @Override
        public boolean isUd() {
            return false;
        }

        @Override
        public int oldest(boolean isReceive) {
            return PostRing.NONE;
        }

        @Override
        public long completed(boolean isReceive, int index) {
            return 0;
        }
    }

    @Test
    void shouldFindAQpByItsNumberUntilItIsGone() {
        Known qp = new Known(1000);
        finder.add(qp);
        assertSame(qp, finder.find(1000));
        finder.remove(qp);
        assertNull(finder.find(1000));
    }

    @Test
    void shouldFindNothingByANumberThatNoQpCanHave() {
        for (int number : new int[] {-1, Integer.MIN_VALUE, 1 << 24, Integer.MAX_VALUE}) {
            assertNull(finder.find(number));
        }
    }
}
