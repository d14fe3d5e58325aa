package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.JavaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of package pages are programs that run, and print what they promise. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PackageExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SNIPPET =
            Pattern.compile("\\{@snippet lang = java :\n(.*?)\n \\* }\n \\*[/\n]", Pattern.DOTALL);
    private static final Pattern PROMISE = Pattern.compile("// prints: (.*)");

    /** The example of a package, without the comment's margin. */
    record Example(String packageName, String text) {
        boolean isProgram() {
            return text.contains("void main(");
        }

        @Override
        public String toString() {
            return packageName;
        }
    }

    static List<Example> programs() throws IOException {
        return examples().stream().filter(Example::isProgram).toList();
    }

    private static List<Example> examples() throws IOException {
        try (Stream<Path> files = Files.find(
                ROOT,
                20,
                (path, _) ->
                        path.endsWith("package-info.java") && path.toString().contains("/src/main/java/"))) {
            return files.sorted()
                    .map(PackageExamplesTest::example)
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    private static Optional<Example> example(Path file) {
        try {
            String text = Files.readString(file);
            Matcher snippet = SNIPPET.matcher(text);
            String name = text.replaceAll("(?s).*\npackage (.*?);.*", "$1");
            return snippet.find()
                    ? Optional.of(new Example(name, snippet.group(1).replaceAll("(?m)^ \\* ?", "")))
                    : Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldPrintWhatItPromises(Example example, @TempDir Path folder) throws Exception {
        List<String> promised =
                PROMISE.matcher(example.text()).results().map(it -> it.group(1)).toList();
        assertTrue(!promised.isEmpty(), "it promises nothing");

        String printed = String.join("\n", JavaFile.run(folder.resolve("Example.java"), example.text()));

        promised.forEach(part -> assertTrue(printed.contains(part), () -> part + " is not in: " + printed));
    }

    @Test
    void shouldShowTheTestOfTheReadmeInThePackageOfTheExtension() throws IOException {
        Path ours = Path.of("stack-tests/src/test/java/dev/fenestra/tools/readme/GreetingTest.java");
        List<String> shown = examples().stream()
                .filter(it -> it.packageName().equals("dev.fenestra.tools.junit"))
                .map(Example::text)
                .toList();
        assertEquals(1, shown.size());
        assertTrue(Files.readString(ours).endsWith(shown.getFirst() + "\n"), shown.getFirst());
    }

    @Test
    void shouldHaveExamplesInTheMainPackages() throws IOException {
        String names = examples().stream().map(Example::packageName).sorted().collect(Collectors.joining(" "));
        assertEquals(
                "dev.fenestra.tools.bench dev.fenestra.tools.conformance.kit dev.fenestra.tools.junit"
                        + " dev.fenestra.tools.observe.journal dev.fenestra.tools.serve.junit dev.fenestra.uverbs",
                names);
    }
}
