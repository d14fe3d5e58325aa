package dev.fenestra.tools.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program is taken from its page, compiled and run as a reader would. */
class ReadmeTest {
    private static final Path README = Path.of("../README.md");
    private static final int LINES_PROMISED = 25;
    private static String readme = "";

    @BeforeAll
    static void readPage() throws IOException {
        readme = Files.readString(README);
    }

    private static String program() {
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertTrue(block.find(), "the README shows a program");
        return block.group(1);
    }

    @Test
    void shouldFitInTwentyFiveLines() {
        long lines = program().lines().filter(line -> !line.isBlank()).count();

        assertTrue(lines <= LINES_PROMISED, "lines: " + lines);
    }

    @Test
    void shouldCompileAndRunAsItStands(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("HelloWindow.java"), program());

        List<String> printed = run(file);

        assertEquals("SUCCESS", printed.get(0));
        assertEquals("REM_ACCESS_ERR", printed.get(1));
        assertTrue(printed.get(2).contains("[A7] the range lies inside the window"), printed.get(2));
        assertEquals(3, printed.size(), String.join("\n", printed));
    }

    @Test
    void shouldNameTheTestCommandThatCiRuns() throws IOException {
        String ci = Files.readString(Path.of("../.ci/run"));

        assertTrue(ci.lines().anyMatch("mvn verify"::equals), ci);
        assertTrue(readme.contains("    mvn verify "), "the README shows the same command");
    }

    private static List<String> run(Path file) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java, "-p", modulePath(), "--add-modules", "dev.fenestra.tools", file.toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = process.inputReader().lines().toList();
        assertEquals(0, process.waitFor(), String.join("\n", lines));
        return lines;
    }

    /** Whatever this test itself runs on: jars and class folders, of the module path and of the class path. */
    private static String modulePath() {
        String modules = System.getProperty("jdk.module.path", "");
        return List.of(modules.split(File.pathSeparator)).stream()
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"))
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
    }
}
