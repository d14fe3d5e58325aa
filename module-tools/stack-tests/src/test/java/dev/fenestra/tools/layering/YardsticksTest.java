package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counts of {@code .ci} count what they say. */
class YardsticksTest {
    @TempDir
    private Path folder;

    @Test
    void shouldCountLinesWithCodeOnly() throws IOException {
        write("A.java", """
                // a comment
                class A { // 1

                    /* two
                       lines */
                    String text = "/* no comment"; // 2
                    char quote = '"'; /* and */ // 3
                    String block = \"""
                        // 5, no comment \\\"""
                        \"""; // 6
                    /** A doc comment. */ int x; // 7
                }
                """);
        write("below/B.java", "\n  \nclass B {}");
        write("C.txt", "no code");
        assertEquals(List.of("9"), run("Count", folder));
    }

    @Test
    void shouldCountWhatTheHouseForbids() throws IOException {
        write("ARCHITECTURE.md", "```\ndev.fenestra\n    high,\n        beside\n    itself\n```\n");
        source("", "Ground", "public class Ground {}");
        source(".high", "High", "abstract class High { Object o = AbiField.u32(12) + \"AbiField.u32(3)\"; }");
        source(".beside", "Beside", "class Beside { /* UdataField.u8(1) */ Object p = UdataField\n.u8( 4); }");
        source(".cellar", "Cellar", "class Cellar { Object q() { return new VerbsException(\nErrno.EIO, null); } }");
        source(".high", "Reader", "class Reader { Object r = new HostField(\"pd_handle\", 12, 4, false); }");
        source(".high", "abi/Table", "class Table { Object t = new HostField(\"pd_handle\", 12, 4, false); }");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path heirs = write("Heirs.java", """
                package dev.fenestra;
                abstract class One {}
                final class OnlyHeir extends One {}
                abstract class Two {}
                final class First extends Two {}
                final class Second extends Two {}
                abstract class None {}
                class Plain {}
                class OfPlain extends Plain {}
                """);
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", classes.toString(), heirs.toString()));
        assertEquals(
                List.of(
                        "packages without a floor: 1",
                        "    dev.fenestra.cellar",
                        "errno arguments at throws of VerbsException: 1",
                        "    module-x/src/main/java/Cellar.java:2",
                        "offset numbers of ABI fields: 3",
                        "    module-x/src/main/java/Beside.java:2",
                        "    module-x/src/main/java/High.java:2",
                        "    module-x/src/main/java/Reader.java:2",
                        "abstract classes with exactly one direct heir: 1",
                        "    dev/fenestra/One <- dev/fenestra/OnlyHeir"),
                run("House", folder, classes.toString(), "-v"));
    }

    private void source(String room, String name, String code) throws IOException {
        write("module-x/src/main/java/" + name + ".java", "package dev.fenestra" + room + ";\n" + code);
    }

    private Path write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static List<String> run(String program, Path argument, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                Path.of("..", ".ci", "src", program + ".java").toString(),
                argument.toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.inputReader()) {
            return out.lines().toList();
        }
    }
}
