package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class LatestTest {
    private final Latest<QpSizes> latest = new Latest<>();

    private static QpSizes sizes(int blocks) {
        return new QpSizes(blocks, 1, 1, 0, 1, 4, 1);
    }

    @Test
    void shouldGiveEqualValuesOneObject() {
        QpSizes first = latest.of(sizes(4));

        assertNotSame(first, sizes(4));
        assertSame(first, latest.of(sizes(4)));
    }

    @Test
    void shouldGiveAnotherValueItself() {
        latest.of(sizes(4));

        assertEquals(sizes(8), latest.of(sizes(8)));
        assertEquals(sizes(4), latest.of(sizes(4)));
    }
}
