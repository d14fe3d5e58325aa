package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Methods and lines that are too large. {@code sizes.txt} lists the remaining ones; no other may come.
 */
class SizeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path MADE = Path.of("target", "sizes.txt");
    private static final Path JAVA = Path.of("module-x/src/main/java/X.java");

    @Test
    void shouldHoldTheSizesOfMethodsAndLines() throws IOException {
        Map<String, Sizes.Excess> found = new TreeMap<>();
        for (Path file : files()) {
            excess(file).forEach(one -> found.put(one.toString(), one));
        }
        Files.write(MADE, found.keySet());
        Set<String> allowed = allowed();
        List<String> complaints = new ArrayList<>();
        Sets.difference(found.keySet(), allowed)
                .forEach(one -> complaints.add(found.get(one).sentence()));
        Sets.difference(allowed, found.keySet())
                .forEach(one -> complaints.add("\"" + one + "\" in sizes.txt is no longer so."));
        assertEquals(
                List.of(),
                complaints,
                "shorten what grew; for what shrank, copy module-tools/" + MADE + " over"
                        + " module-tools/stack-tests/src/test/resources/dev/fenestra/tools/layering/sizes.txt");
    }

    @Test
    void shouldCountTheLinesOfAMethodWithoutItsAnnotations() {
        String body = "x();\n".repeat(38);
        assertEquals(List.of(), found("class A {\n@Override\n@B(c = 1)\nvoid fits() {\n" + body + "}\n}\n"));
        assertEquals(
                List.of("method 41 " + JAVA + " tooLong"),
                found("class A {\n@Override\npublic <T extends B<T>> List<T> tooLong(int a) throws C {\nx();\n" + body
                        + "}\n}\n"));
        assertEquals(List.of("method 41 " + JAVA + " A"), found("record A(\nint b) {\nA {\nx();\n" + body + "}\n}\n"));
    }

    @Test
    void shouldTakeNoTypeForAMethodAndNoLiteralForCode() {
        String body = "void x() {\n}\n".repeat(30);
        assertEquals(List.of(), found("class A {\nstatic class B {\n" + body + "}\n}\n"));
        assertEquals(List.of(), found("enum A {\nONE(1) {\n" + body + "},\nTWO {\n" + body + "};\n}\n"));
        assertEquals(
                List.of(),
                found("class A {\nB b = new B() {\n" + body + "};\nString c = \"{ '\"; // {\nchar d = '{';\n}\n"));
    }

    @Test
    void shouldCountTheColumnsOfALineAndNotTheLinesOfAFile() {
        assertEquals(List.of(), found("//\n".repeat(1000) + "x".repeat(120)));
        assertEquals(
                List.of("wide 2 " + JAVA),
                found("//\n".repeat(1000) + "x".repeat(121) + "\n" + "y".repeat(130) + "\n"));
    }

    @Test
    void shouldAllowWideTablesCodeBlocksAndAddressesInAPage() {
        String wide = "word ".repeat(30);
        Path page = Path.of("docs/page.md");
        String text = "| " + wide + "|\n```\n" + wide + "\n```\n    " + wide + "\nhttps://" + "x".repeat(130) + "\n";
        assertEquals(List.of(), Sizes.ofMarkdown(page, text));
        assertEquals(List.of("wide 1 docs/page.md"), Sizes.lines(Sizes.ofMarkdown(page, text + wide).stream()));
    }

    @Test
    void shouldHoldEachFileOfTheLibraryForRealProgramsIn200Lines() throws IOException {
        Path folder = ROOT.resolve("module-tools/cli/src/main/resources/dev/fenestra/tools/bridge");
        try (Stream<Path> sources = Files.list(folder)) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                List<String> lines = Files.readAllLines(source);
                assertTrue(lines.size() <= 200, () -> source + " has " + lines.size() + " lines");
                assertEquals(
                        List.of(),
                        lines.stream().filter(line -> line.length() > 120).toList());
            }
        }
    }

    private static List<String> found(String source) {
        return Sizes.lines(Sizes.ofJava(JAVA, source).stream());
    }

    private static List<Sizes.Excess> excess(Path file) throws IOException {
        String text = Files.readString(ROOT.resolve(file));
        return file.toString().endsWith(".md") ? Sizes.ofMarkdown(file, text) : Sizes.ofJava(file, text);
    }

    private static Set<String> allowed() throws IOException {
        try (var list = SizeTest.class.getResourceAsStream("sizes.txt")) {
            return Set.copyOf(new String(list.readAllBytes()).lines().toList());
        }
    }

    /** All sources and pages, from the root on. */
    private static List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT)) {
            top.filter(it -> it.toString().endsWith(".md")).forEach(found::add);
        }
        try (Stream<Path> modules = Files.list(ROOT);
                Stream<Path> parts = Files.list(ROOT.resolve("module-tools"))) {
            Stream.concat(modules, parts)
                    .filter(it -> !it.endsWith("src"))
                    .flatMap(it -> Stream.of(
                            it.resolve("src"), it.getFileName().toString().equals("docs") ? it : it.resolve("docs")))
                    .filter(Files::isDirectory)
                    .forEach(it -> found.addAll(below(it)));
        }
        return found.stream().map(ROOT::relativize).sorted().toList();
    }

    private static List<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(it ->
                            it.toString().endsWith(".java") || it.toString().endsWith(".md"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
