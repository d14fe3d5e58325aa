package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** L12 for constants of mlx5, which the compiler copies, so that no rule about classes sees them. */
class GenericHcaTest {
    private static final Path HCA = Path.of("..", "module-hw-sim/src/main/java/dev/fenestra/hw/sim/hca");
    /** An entry of the key table is an mkey context of mlx5; commands of mlx5 serve the calls of other cards. */
    private static final Set<String> EXCEPTIONS = Set.of("table", "protection", "core");

    @Test
    void shouldNameNothingOfMlx5InTheGenericHca() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> files = files();
        for (Path file : files) {
            Files.readAllLines(file).stream()
                    .filter(line -> isCode(line) && line.contains("hw.sim.mlx5"))
                    .forEach(line -> found.add(HCA.relativize(file) + ": " + line.strip()));
        }
        assertTrue(files.size() > 100, "files: " + files.size());
        assertEquals(List.of(), found);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(HCA)) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file ->
                            !EXCEPTIONS.contains(HCA.relativize(file).getName(0).toString()))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isCode(String line) {
        return Stream.of("*", "/*", "//").noneMatch(line.strip()::startsWith);
    }
}
