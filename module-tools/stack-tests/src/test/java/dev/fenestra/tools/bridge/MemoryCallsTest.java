package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.Table;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares what calls about memory do to registered memory with the table of {@code docs/memory-calls.md}. */
@ExtendWith(NoHang.class)
class MemoryCallsTest {
    private static final Path PAGE = Path.of("../docs/memory-calls.md");
    private static final List<String> TIMES = List.of("before", "during", "after");
    private static final String HEAD = "| call | before | during | after |";

    @TempDir
    private static Path folder;

    /** What the program has found, by call and time. */
    private static Table<String, String, String> found;

    @BeforeAll
    static void makeAllCalls() throws IOException, InterruptedException {
        Path program = CPrograms.build("memory-calls.c", folder);
        Path output = folder.resolve("output");
        try (ServedPrograms programs = ServedPrograms.in(folder)) {
            ServedPrograms.assertSuccess(programs.run("bob", output, List.of(program.toString())), output);
        }
        ImmutableTable.Builder<String, String, String> cells = ImmutableTable.builder();
        for (String line : Files.readAllLines(output)) {
            List<String> cell = Splitter.on('|').splitToList(line);
            cells.put(cell.get(0), cell.get(1), cell.get(2));
        }
        found = cells.build();
    }

    /** The cells of the table: call, time, and what the page says. */
    static Stream<Arguments> cells() throws IOException {
        return rows().stream()
                .flatMap(row -> Stream.of(0, 1, 2)
                        .map(time -> Arguments.of(row.getFirst(), TIMES.get(time), row.get(time + 1))));
    }

    private static List<List<String>> rows() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals(HEAD))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Splitter.on('|').trimResults().omitEmptyStrings().splitToList(line))
                .toList();
    }

    @ParameterizedTest(name = "{0} {1} a registration: {2}")
    @MethodSource("cells")
    void shouldDoWhatThePageSays(String call, String time, String said) {
        assertNotNull(found.get(call, time), "the program makes no such call");
        assertEquals(said, found.get(call, time));
    }

    @Test
    void shouldHaveEachCallOnThePage() throws IOException {
        assertEquals(
                List.copyOf(found.rowKeySet()),
                rows().stream().map(List::getFirst).toList());
    }
}
