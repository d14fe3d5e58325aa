package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes and methods that documents name, in spans and in diagrams, exist in the sources. */
class DocNamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void shouldNameClassesAndMethodsThatExist() throws IOException {
        Sources sources = Sources.below(ROOT);
        List<Name> names = new ArrayList<>();
        for (Path page : pages()) {
            names.addAll(Name.in(page));
        }
        assertTrue(names.size() > 100, "too few names were found: " + names.size());
        assertEquals(
                List.of(), names.stream().filter(Predicate.not(sources::has)).toList());
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> decisions = Files.list(ROOT.resolve("docs/decisions"))) {
            Stream<Path> first = Stream.of(
                            "ARCHITECTURE.md",
                            "docs/provider-recipes.md",
                            "docs/coverage.md",
                            "docs/generated/README.md",
                            "docs/troubleshooting.md")
                    .map(ROOT::resolve);
            return Stream.concat(first, decisions.sorted()).toList();
        }
    }

    @Test
    void shouldFindClassesAndMethodsInSpansAndDiagrams(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("PAGE.md");
        Files.writeString(page, """
            `Known` and `Known.open`, `MW_BIND`, `Gone`, not Prose.
            ```
            Known.open() -> Known.shut()
            ```
            """);
        Files.createDirectories(folder.resolve("module-a/src"));
        Files.createFile(folder.resolve("module-a/pom.xml"));
        Files.writeString(folder.resolve("module-a/src/Known.java"), "class Known { void open() {} }");
        Sources sources = Sources.below(folder);
        assertEquals(
                List.of("PAGE.md: Gone", "PAGE.md: Known.shut"),
                Name.in(page).stream()
                        .filter(Predicate.not(sources::has))
                        .map(Name::toString)
                        .toList());
    }

    /** A class that a page names, or one of its methods; the method is empty for the class alone. */
    private record Name(String page, String type, String method) {
        private static final String FENCE = "```";
        private static final Pattern SPAN = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.([a-z]\\w*))?(?:\\(.*\\))?`");
        private static final Pattern CALL = Pattern.compile("\\b([A-Z]\\w*[a-z]\\w*)\\.([a-z]\\w*)");

        static List<Name> in(Path page) throws IOException {
            List<Name> names = new ArrayList<>();
            boolean diagram = false;
            for (String line : Files.readAllLines(page)) {
                if (line.startsWith(FENCE)) {
                    diagram = !diagram;
                }
                Matcher matcher = (diagram ? CALL : SPAN).matcher(line);
                matcher.results()
                        .map(it -> new Name(page.getFileName().toString(), it.group(1), method(it)))
                        .forEach(names::add);
            }
            return names;
        }

        private static String method(MatchResult name) {
            return name.group(2) == null ? "" : name.group(2);
        }

        @Override
        public String toString() {
            return page + ": " + type + (method.isEmpty() ? "" : "." + method);
        }
    }

    /** All types that the sources declare, and the text of the file of each. */
    private record Sources(Set<String> types, List<SourceFile> files) {
        private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");

        static Sources below(Path root) throws IOException {
            try (Stream<Path> modules = Files.walk(root, 2)) {
                List<SourceFile> files = modules.filter(it -> Files.exists(it.resolve("pom.xml")))
                        .map(it -> it.resolve("src"))
                        .filter(Files::isDirectory)
                        .flatMap(Sources::javaFiles)
                        .toList();
                return new Sources(
                        files.stream().flatMap(it -> it.types().stream()).collect(Collectors.toSet()), files);
            }
        }

        private static Stream<SourceFile> javaFiles(Path folder) {
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(it -> it.toString().endsWith(".java")).map(SourceFile::read).toList().stream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean has(Name name) {
            return name.method().isEmpty()
                    ? types.contains(name.type())
                    : files.stream().anyMatch(it -> it.types().contains(name.type()) && it.declares(name.method()));
        }

        /** A source file, by the types that it declares. */
        private record SourceFile(Set<String> types, String text) {
            static SourceFile read(Path file) {
                try {
                    String text = Files.readString(file);
                    Set<String> types =
                            TYPE.matcher(text).results().map(it -> it.group(1)).collect(Collectors.toSet());
                    return new SourceFile(types, text);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            boolean declares(String method) {
                return Pattern.compile("[\\w>\\]] " + method + "\\b")
                        .matcher(text)
                        .find();
            }
        }
    }
}
