package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.spi.PinnedPages;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pages a region is translated by, and that they lead to its memory. */
class TranslationPagesTest {
    private static final int PAGE = 4096;
    private static final long HUGE = 2L << 20;

    /**
     * Memory of blocks that are contiguous inside, and lie apart.
     *
     * @param address where the range begins; blocks begin at multiples of their size
     */
    private static PinnedPages memory(long address, long length, long block, long busOffset) {
        int count = (int) ((address % PAGE + length + PAGE - 1) / PAGE);
        long[] pages = new long[count];
        for (int i = 0; i < count; i++) {
            long at = (address & -PAGE) + (long) i * PAGE;
            long number = at / block;
            // Each second block goes far away, so that no two of them meet.
            pages[i] = (number * 4 + 64) * block + at % block + busOffset;
        }
        return new PinnedPages(address, length, pages);
    }

    @ParameterizedTest(name = "iova {0}, va {1}, {2} bytes in blocks of {3}: {5} pages of 2^{4}")
    @CsvSource({
        // memory of 4 KiB pages
        "0x10000000, 0x10000000, 4096, 4096, 0, 12, 1",
        "0x10000000, 0x10000000, 65536, 4096, 0, 12, 16",
        "0x10000fff, 0x10000fff, 2, 4096, 0, 12, 2",
        // huge pages, whole
        "0x40000000, 0x40000000, 2097152, 2097152, 0, 21, 1",
        "0x40000000, 0x40000000, 4194304, 2097152, 0, 21, 2",
        "0x40000000, 0x40000000, 1073741824, 2097152, 0, 21, 512",
        // in part: no page is larger than the range asks for; the first and the last may stand out
        "0x40000000, 0x40000000, 4096, 2097152, 0, 12, 1",
        "0x40000000, 0x40000000, 65536, 2097152, 0, 16, 1",
        "0x40000000, 0x40000000, 65537, 2097152, 0, 17, 1",
        "0x40001000, 0x40001000, 4194304, 2097152, 0, 21, 3",
        "0x401ff123, 0x401ff123, 8192, 2097152, 0, 21, 2",
        "0x401fffff, 0x401fffff, 2, 2097152, 0, 21, 2",
        // another address: it must agree with the memory in all bits below the page size
        "0x7f0000200000, 0x40000000, 4194304, 2097152, 0, 21, 2",
        "0x7f0000001000, 0x40001000, 4194304, 2097152, 0, 21, 3",
        "0x7f0000001000, 0x40000000, 4194304, 2097152, 0, 12, 1024",
        "0x7f0000010000, 0x40000000, 4194304, 2097152, 0, 16, 64",
        "0x0, 0x40000000, 4194304, 2097152, 0, 21, 2",
        // contiguous on the bus, but not aligned there
        "0x40000000, 0x40000000, 4194304, 2097152, 4096, 12, 1024",
        "0x40000000, 0x40000000, 4194304, 2097152, 65536, 16, 64",
        // blocks between the two
        "0x40000000, 0x40000000, 1048576, 65536, 0, 16, 16",
        // larger blocks: the device's largest page
        "0x40000000, 0x40000000, 67108864, 67108864, 0, 21, 32"
    })
    void shouldChooseTheFewestPages(
            String iova, String address, long length, long block, long busOffset, int shift, int count) {
        PinnedPages memory = memory(Long.decode(address), length, block, busOffset);

        TranslationPages pages = TranslationPages.of(memory, Long.decode(iova));

        assertEquals(shift, pages.shift());
        assertEquals(count, pages.count());
        assertLeadsTo(memory, Long.decode(iova), pages);
    }

    @Test
    void shouldLeadToTheMemoryWhateverIsChosen() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            long block = (long) PAGE << random.nextInt(10);
            long address = HUGE * 16 + random.nextLong(HUGE);
            long length = 1 + random.nextLong(1L << random.nextInt(1, 20));
            long iova = address + random.nextLong(-4, 5) * ((long) PAGE << random.nextInt(12));
            PinnedPages memory = memory(address, length, block, (long) PAGE << random.nextInt(12));
            TranslationPages pages = TranslationPages.of(memory, iova);
            assertLeadsTo(memory, iova, pages);
            assertEquals(
                    memory.busAddresses().length,
                    TranslationPages.small(memory, iova).count());
        }
    }

    /** As the device goes: the first byte's place in its page, then page by page. */
    private static void assertLeadsTo(PinnedPages memory, long iova, TranslationPages pages) {
        long size = 1L << pages.shift();
        Stream.of(0L, memory.length() - 1, memory.length() / 2, memory.length() / 3)
                .forEach(offset -> {
                    long position = (iova & size - 1) + offset;
                    long page = pages.busAddress((int) (position / size));
                    assertEquals(0, page % size);
                    assertEquals(memory.busAddress(offset), page + position % size);
                });
    }
}
