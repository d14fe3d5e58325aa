package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewProviderCommandTest {
    private final TestTerminal terminal = new TestTerminal();

    @TempDir
    private Path folder;

    @Test
    void shouldWriteAProjectOnce() {
        assertEquals(0, terminal.run("new-provider", "nova", folder.toString()));
        assertTrue(Files.isRegularFile(folder.resolve(".mvn/jvm.config")));
        assertTrue(terminal.out.toString().contains("mvn verify"));
        assertEquals(2, terminal.run("new-provider", "nova", folder.toString()));
        assertTrue(terminal.err.toString().contains("is not empty"), terminal.err.toString());
    }

    @Test
    void shouldWriteAProjectThatStandsOnWhatAllDriversShare() throws IOException {
        assertEquals(0, terminal.run("new-provider", "nova", folder.toString(), "--from", "skeleton"));
        assertTrue(Files.isRegularFile(folder.resolve("src/main/java/nova/rdma/NovaFormats.java")));
        assertTrue(Files.readString(folder.resolve("pom.xml")).contains("<artifactId>module-vendor-drv</artifactId>"));
        assertEquals(2, terminal.run("new-provider", "nova", folder.toString(), "--from", "nothing"));
        assertTrue(terminal.err.toString().contains("nothing"), terminal.err.toString());
    }

    @Test
    void shouldRefuseABadNameAndWriteNothing() {
        Path project = folder.resolve("project");
        assertEquals(2, terminal.run("new-provider", "No-Good", project.toString()));
        assertTrue(terminal.err.toString().startsWith("fenestra: 'No-Good' cannot name a provider"));
        assertTrue(Files.notExists(project));
    }
}
