package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryAreaTest {
    private static final String TEXT = """
        5000-7000 r-xp 00000000 fd:01 1234                       /usr/bin/a b
        7000-9000 rw-p 00000000 00:00 0\s
        7f0000000000-7f0000001000 rw-s 3fffffffffc00000 00:01 18 /memfd:fenestra-pages (deleted)
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0  [vsyscall]
        """;

    private static List<MemoryArea> read(String text, long from, long to) {
        return MemoryArea.read(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), from, to);
    }

    @Test
    void shouldReadAreasAsTheKernelWritesThem() {
        List<MemoryArea> expected = List.of(
                new MemoryArea(0x5000, 0x7000, "r-xp", 0, 0xfd01, 1234, "/usr/bin/a b"),
                new MemoryArea(0x7000, 0x9000, "rw-p", 0, 0, 0, ""),
                new MemoryArea(
                        0x7f0000000000L,
                        0x7f0000001000L,
                        "rw-s",
                        0x3fffffffffc00000L,
                        1,
                        18,
                        "/memfd:fenestra-pages (deleted)"));
        assertEquals(expected, read(TEXT, 0, Long.MAX_VALUE));
    }

    @Test
    void shouldKeepTheAreasThatARangeTouches() {
        assertEquals(
                List.of(0x5000L),
                read(TEXT, 0, 0x5001).stream().map(MemoryArea::from).toList());
        assertEquals(
                List.of(0x7000L),
                read(TEXT, 0x7000, 0x9000).stream().map(MemoryArea::from).toList());
        assertEquals(List.of(), read(TEXT, 0x9000, 0x10000));
    }

    /** A program may answer anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1000",
                "1000-2000",
                "1000-2000 rw-p 0 0:0",
                "1000 rw-p 0 0:0 0",
                "-1000 rw-p 0 0:0 0",
                "1000-x rw-p 0 0:0 0",
                "1000-10000000000000000 rw-p 0 0:0 0",
                "1000-2000 rw 0 0:0 0",
                "1000-2000 rwxps 0 0:0 0",
                "1000-2000 rw-p x 0:0 0",
                "1000-2000 rw-p 0 0:0 x",
                "1000 2000-3000 rw-p 0 0:0 0",
            })
    void shouldSkipLinesThatDescribeNoArea(String line) {
        assertTrue(read(line, 0, Long.MAX_VALUE).isEmpty(), line);
        assertEquals(
                1,
                read(line + "\n1000-2000 rw-p 0 0:0 0\n" + line, 0, Long.MAX_VALUE)
                        .size());
    }
}
