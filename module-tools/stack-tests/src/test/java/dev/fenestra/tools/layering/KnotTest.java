package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of one package that reach each other in a circle: how many there are is written down in {@code knots.txt}. */
class KnotTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path MADE = Path.of("target", "knots.txt");

    @Test
    void shouldHoldTheLargestKnotOfEachPackage() throws IOException {
        List<String> lines = sourceFolders()
                .map(KnotTest::line)
                .filter(it -> !it.isEmpty())
                .sorted()
                .toList();
        Files.write(MADE, lines);
        try (var held = KnotTest.class.getResourceAsStream("knots.txt")) {
            assertEquals(
                    new String(held.readAllBytes()).lines().toList(),
                    lines,
                    "a package has a larger knot than it had: untie it; or a smaller one: copy module-tools/" + MADE);
        }
    }

    private static Stream<Path> sourceFolders() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT);
                Stream<Path> parts = Files.list(ROOT.resolve("module-tools"))) {
            return Stream.concat(modules, parts)
                    .map(it -> it.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList()
                    .stream()
                    .flatMap(KnotTest::foldersBelow);
        }
    }

    private static Stream<Path> foldersBelow(Path sources) {
        try (Stream<Path> folders = Files.walk(sources)) {
            return folders.filter(Files::isDirectory).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(Path folder) {
        try {
            int size = Knots.of(folder).largest().size();
            String name = folder.toString().replaceFirst(".*src.main.java.", "").replace('/', '.');
            return size > 1 ? name + " " + size : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldFindFilesThatReachEachOtherAndNoOthers(@TempDir Path folder) throws IOException {
        write(folder, "Start", "One one; // Lonely");
        write(folder, "One", "Two two;");
        write(folder, "Two", "int three = Three.CONSTANT;");
        write(folder, "Three", "static final int CONSTANT = 3; One back;");
        write(folder, "Lonely", "String text = \"Start\"; /* One */ Other.Start nested;");
        Knots knots = Knots.of(folder);
        assertEquals(5, knots.files());
        assertEquals(Set.of("One", "Two", "Three"), knots.largest());
    }

    private static void write(Path folder, String name, String body) throws IOException {
        Files.writeString(folder.resolve(name + ".java"), "class " + name + " { " + body + "\n}\n");
    }
}
