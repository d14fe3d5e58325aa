package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.SequenceInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and folders that cannot be used: one clear sentence on standard error each, exit code 2. */
class DemoInputTest {
    private final TestTerminal terminal = new TestTerminal();

    @TempDir
    private Path folder;

    @Test
    void shouldSayThatAFileDoesNotExist() {
        Path file = folder.resolve("nowhere");
        assertRefused(file + " does not exist.", file.toString());
    }

    @Test
    void shouldSayWhatIsWrongWithAFaultPlan() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.json"), "{\"faults\": [{\"action\": \"eat\"}]}");
        assertEquals(2, terminal.run("demo", "--faults", plan.toString()));
        assertTrue(
                terminal.err
                        .toString()
                        .contains(plan + ", line 1, column 24: faults[0].action: expected one of drop, "),
                terminal.err.toString());

        assertEquals(2, terminal.run("demo", "--faults", "nowhere.json"));
        assertTrue(terminal.err.toString().contains("there is no file nowhere.json."), terminal.err.toString());
    }

    @Test
    void shouldSayThatAFileIsADirectory() {
        assertRefused(folder + " is a directory, not a file.", folder.toString());
    }

    @Test
    void shouldSayThatAFileIsEmpty() throws IOException {
        Path file = Files.createFile(folder.resolve("empty"));
        assertRefused(file + " is empty: the demo needs at least 1 byte.", file.toString());
    }

    @Test
    void shouldSayThatAFileIsTooLong() throws IOException {
        Path file = folder.resolve("long");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((1L << 30) + 1);
        }
        assertRefused(file + " has 1073741825 bytes: the demo takes at most 1 GiB.", file.toString());
    }

    @Test
    void shouldSayThatAFileMayNotBeRead() throws IOException {
        Path file = file("secret");
        terminal.files(path -> {
            throw new AccessDeniedException(path.toString());
        });
        assertRefused(file + " cannot be read: permission denied.", file.toString());
    }

    @Test
    void shouldSayThatAFileCannotBeReadFromTheStart() throws IOException {
        Path file = file("broken");
        terminal.files(path -> new BrokenInput());
        assertRefused(file + " cannot be read: Input/output error.", file.toString());
    }

    @Test
    void shouldSayThatAFileCannotBeReadToItsEnd() throws IOException {
        Path file = file("half");
        terminal.files(path -> new SequenceInputStream(new ByteArrayInputStream(new byte[2]), new BrokenInput()));
        assertRefused("half cannot be read: Input/output error.", file.toString());
    }

    @Test
    void shouldSayThatAFileBecameShorter() throws IOException {
        Path file = file("shrinking");
        terminal.files(path -> new ByteArrayInputStream(new byte[2]));
        assertRefused("shrinking became shorter while it was read.", file.toString());
    }

    @Test
    void shouldSayThatTheOutputFolderIsAFile() throws IOException {
        Path file = file("input");
        Path out = file("output");
        assertFails(1, out + " is a file, not a directory to write to.", file.toString(), "--out", out.toString());
    }

    @Test
    void shouldSayThatTheOutputFolderCannotBeCreated() throws IOException {
        Path file = file("input");
        Path out = file("output").resolve("folder");
        assertFails(
                1,
                "the directory " + out + " cannot be created: Not a directory.",
                file.toString(),
                "--out",
                out.toString());
    }

    @Test
    void shouldNotWriteOverTheFileItReads() throws IOException {
        Path file = file("input");
        assertRefused(
                "the received file would be written over " + file + ": choose another --out.",
                file.toString(),
                "--out",
                folder.toString());
        assertEquals("some content", Files.readString(file));
    }

    @Test
    void shouldNotWriteTheReceivedFileOverTheCapture() throws IOException {
        Path file = file("demo.pcapng");
        assertRefused(
                "--out holds demo.pcapng and journal.txt: rename " + file + " first.",
                file.toString(),
                "--out",
                folder.resolve("out").toString());
    }

    private Path file(String name) throws IOException {
        return Files.writeString(folder.resolve(name), "some content");
    }

    private void assertRefused(String sentence, String... args) {
        assertFails(2, sentence, args);
    }

    private void assertFails(int expected, String sentence, String... args) {
        String[] command = new String[args.length + 1];
        command[0] = "demo";
        System.arraycopy(args, 0, command, 1, args.length);

        int exitCode = terminal.run(command);

        assertEquals("fenestra: " + sentence + System.lineSeparator(), terminal.err.toString());
        assertEquals(expected, exitCode);
    }

    /** A disk with a bad block. */
    private static final class BrokenInput extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("Input/output error");
        }
    }
}
