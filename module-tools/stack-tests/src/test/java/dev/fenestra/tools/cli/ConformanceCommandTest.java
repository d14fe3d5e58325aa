package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceCommandTest {
    private final TestTerminal terminal = new TestTerminal();

    @TempDir
    private Path folder;

    @Test
    void shouldPassTheReferenceProviderAndWriteReports() throws IOException {
        Path xml = folder.resolve("results.xml");
        Path html = folder.resolve("results.html");
        String[] arguments = {"conformance", "--provider", "mlx5", "--rule", "b12", "--seed", "7", "--xml", "" + xml};
        assertEquals(0, terminal.run(arguments), terminal.err.toString());
        assertTrue(terminal.out.toString().contains("mlx5 keeps the rules (seed 7)."));
        assertTrue(Files.readString(xml).contains("classname=\"mlx5\""));
        assertEquals(0, terminal.run("conformance", "--provider", "mlx5", "--rule", "b12", "--html", "" + html));
        assertTrue(Files.readString(html).contains("<h2>mlx5</h2>"));
    }

    @ParameterizedTest
    @CsvSource({
        "--rule nope, no case breaks a rule nope; fenestra rules lists all.",
        "--provider nobody, no provider is called nobody.",
        "--modules no/such/place, there is no no/such/place."
    })
    void shouldAnswerWhatCannotBeUsedInOneSentence(String line, String sentence) {
        assertEquals(2, terminal.run(("conformance " + line).split(" ")));
        assertEquals("fenestra: " + sentence, terminal.err.toString().strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty folder", "text", "jar", "class"})
    void shouldNameAPlaceThatHoldsNoModule(String kind) throws IOException {
        Path place = folder.resolve(kind.replace(' ', '-'));
        switch (kind) {
            case "jar" -> place = Files.writeString(folder.resolve("bad.jar"), "no zip");
            case "class" -> Files.writeString(Files.createDirectory(place).resolve("module-info.class"), "no class");
            case "text" -> Files.writeString(place, "no module");
            default -> Files.createDirectory(place);
        }

        assertEquals(2, terminal.run("conformance", "--modules", place.toString()));

        String said = terminal.err.toString();
        Complaint.check(said, kind);
        assertTrue(said.contains(place + " holds no module: expected a module jar"), said);
    }
}
