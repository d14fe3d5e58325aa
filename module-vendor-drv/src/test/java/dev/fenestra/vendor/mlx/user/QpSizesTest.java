package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QpSizesTest {
    private static final int RC = SendOverhead.of(Transport.RC);

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1, 0,         4, 1, 60,   4, 4",
        "2, 1, 1, 1, 0,         8, 2, 60,   4, 4",
        "3, 3, 2, 2, 60,       16, 4, 60,   4, 5",
        "3, 3, 2, 2, 61,       16, 3, 124,  4, 5",
        "16, 16, 4, 3, 0,      64, 16, 60, 16, 6",
        "16, 16, 5, 5, 0,     128, 25, 124, 16, 7",
        "128, 128, 30, 30, 0, 2048, 186, 508, 128, 9",
        "0, 0, 0, 0, 0,         0, 0, 0,    0, 0"
    })
    void shouldLayOutQueuesForRc(
            int sends,
            int receives,
            int sendSge,
            int receiveSge,
            int inline,
            int blocks,
            int maxPost,
            int maxInline,
            int wqes,
            int logStride) {
        QpSizes sizes = QpSizes.of(new QpCapacity(sends, receives, sendSge, receiveSge, inline), RC);

        assertEquals(
                new QpSizes(
                        blocks, maxPost, sendSge, maxInline, wqes, logStride, wqes == 0 ? 0 : (1 << logStride) / 16),
                sizes);
        assertEquals((wqes << logStride) + 64L * blocks, sizes.bytes());
    }

    @ParameterizedTest
    @CsvSource({
        "32768, 1, 1, 1, 0",
        "1, 32769, 1, 1, 0",
        "1, 1, 53, 1, 0",
        "1, 1, 1, 33, 0",
        "1, 1, 1, 1, 829",
        "2147483647, 1, 1, 1, 0",
        "1, 2147483647, 1, 1, 0",
        "1, 1, 2147483647, 1, 0",
        "1, 1, 1, 2147483647, 0",
        "1, 1, 1, 1, 2147483647"
    })
    void shouldRefuseWhatTheDeviceCannotHold(int sends, int receives, int sendSge, int receiveSge, int inline) {
        QpCapacity asked = new QpCapacity(sends, receives, sendSge, receiveSge, inline);

        VerbsException refused = assertThrows(VerbsException.class, () -> QpSizes.of(asked, RC));

        assertEquals(MlxRule.SIZES, refused.rule());
    }

    @ParameterizedTest
    @CsvSource({"8192, 32768, 1, 1, 0", "1, 1, 52, 32, 828"})
    void shouldLayOutTheLargestQueues(int sends, int receives, int sendSge, int receiveSge, int inline) {
        QpSizes sizes = QpSizes.of(new QpCapacity(sends, receives, sendSge, receiveSge, inline), RC);

        assertEquals(
                new QpCapacity(sends, Math.max(receives, 1), sendSge, receiveSge, sizes.maxInline()), sizes.capacity());
    }

    @Test
    void shouldGiveTheDeviceTheSmallestMemoryForAnAbsentQueue() {
        QpSizes none = QpSizes.of(new QpCapacity(0, 0, 0, 0, 0), RC).withBothQueues();

        assertEquals(new QpSizes(1, 0, 0, 0, 4, 4, 1), none);
        assertEquals(128, none.bytes());
        QpSizes both = QpSizes.of(new QpCapacity(2, 2, 1, 1, 0), RC);
        assertEquals(both, both.withBothQueues());
    }
}
