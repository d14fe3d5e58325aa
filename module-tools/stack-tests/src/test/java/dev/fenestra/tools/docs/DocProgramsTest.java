package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.JavaFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages whose Java is one program, to be typed into {@code ./fenestra shell}: it runs after the lines with which the
 * shell begins, and prints what the comments behind {@code IO.println} promise.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DocProgramsTest {
    private static final List<String> PAGES = List.of("tutorial.md", "concepts.md", "faults.md");
    private static final int LEAST_LINES = 30;
    private static final String PRINT = "IO.println(";
    private static final String IMPORT = "import ";
    private static final Pattern PROMISE = Pattern.compile("//\\s*(.*)");

    /** All pages in one run, since starting and compiling takes longer than they do. */
    @Test
    void shouldPrintWhatThePagesPromise(@TempDir Path folder) throws Exception {
        Map<String, List<String>> pages = new LinkedHashMap<>();
        for (String page : PAGES) {
            pages.put(
                    page,
                    DocPage.blocks(Path.of("../docs", page), "java").stream()
                            .flatMap(String::lines)
                            .toList());
        }
        List<String> promised = new ArrayList<>();
        pages.forEach((page, lines) -> {
            promised.add(page);
            promised.addAll(promises(lines));
        });

        List<String> printed = JavaFile.run(folder.resolve("Pages.java"), program(pages));

        List<String> wrong = IntStream.range(0, Math.min(promised.size(), printed.size()))
                .filter(i -> !matches(promised.get(i), printed.get(i)))
                .mapToObj(i -> promised.get(i) + " <- " + printed.get(i))
                .toList();
        assertEquals(List.of(), wrong);
        assertEquals(promised.size(), printed.size(), () -> promised + "\n" + printed);
        assertTrue(promised.size() >= LEAST_LINES, promised.size() + " lines");
    }

    /** The comment on the line, or that on the next one. */
    private static List<String> promises(List<String> lines) {
        List<String> promises = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(PRINT)) {
                String place = lines.get(i).contains("//") ? lines.get(i) : lines.get(i + 1);
                var promise = PROMISE.matcher(place);
                assertTrue(promise.find(), "no promise: " + lines.get(i));
                promises.add(promise.group(1).strip());
            }
        }
        return promises;
    }

    private static boolean matches(String promised, String printed) {
        String pattern = Stream.of(promised.split(Pattern.quote("..."), -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return printed.strip().matches(pattern);
    }

    /** A method for each page, which prints the page's name first. */
    private static String program(Map<String, List<String>> pages) throws IOException {
        List<String> start = shellStart();
        Set<String> imports = new LinkedHashSet<>();
        List<String> body = new ArrayList<>();
        body.add("void main() throws Exception {");
        IntStream.range(0, pages.size()).forEach(page -> body.add("page" + page + "();"));
        int method = 0;
        for (Map.Entry<String, List<String>> page : pages.entrySet()) {
            body.add("}\nvoid page" + method++ + "() throws Exception {\nIO.println(\"" + page.getKey() + "\");");
            for (List<String> lines : List.of(start, page.getValue())) {
                lines.forEach(line -> (line.startsWith(IMPORT) ? imports : body).add(line));
            }
        }
        return String.join("\n", imports) + "\n" + String.join("\n", body) + "\n}\n";
    }

    /** What the shell runs first; it needs no semicolons. */
    private static List<String> shellStart() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                DocProgramsTest.class.getResourceAsStream("/dev/fenestra/tools/program/shell.jsh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("System.out"))
                    .map(line -> line + ";")
                    .toList();
        }
    }
}
