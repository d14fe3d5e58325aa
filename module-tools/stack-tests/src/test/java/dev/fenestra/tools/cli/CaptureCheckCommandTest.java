package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fenestra capture check}: exit codes, JSON, files that are no captures. */
class CaptureCheckCommandTest {
    private static final Path CAPTURES = Path.of("..", "module-hw-sim", "src", "test", "resources", "captures");
    private static final String GOOD = CAPTURES.resolve("rc_send_only.pcap").toString();
    private static final String WRONG =
            CAPTURES.resolve("interop_bad_icrc.pcap").toString();

    private final TestTerminal terminal = new TestTerminal();

    @TempDir
    private Path folder;

    @Test
    void shouldFindNothingInTheCaptureOfOurDemo() {
        new TestTerminal().run("demo", "--out", folder.resolve("demo").toString());

        int exitCode = terminal.run(
                "capture",
                "check",
                folder.resolve("demo").resolve("demo.pcapng").toString());

        assertEquals(0, exitCode, terminal.out::toString);
        assertTrue(terminal.out.toString().contains("SEND_WITH_INV"), terminal.out::toString);
        assertTrue(terminal.out.toString().contains(", 0 findings"), terminal.out::toString);
    }

    @Test
    void shouldNameEachPacketThatBrokeARule() {
        int exitCode = terminal.run("capture", "check", GOOD, WRONG);

        assertEquals(1, exitCode);
        assertTrue(terminal.out.toString().contains("packet 14 at"), terminal.out::toString);
        assertTrue(terminal.out.toString().contains("broke PKT-ICRC"), terminal.out::toString);
    }

    @Test
    void shouldPrintJson() {
        int exitCode = terminal.run("capture", "check", "--json", WRONG);

        assertEquals(1, exitCode);
        assertTrue(terminal.out.toString().contains("\"rule\""), terminal.out::toString);
    }

    @Test
    void shouldSayWhatIsMissingWithoutAFile() {
        assertEquals(2, terminal.run("capture", "check"));
        assertEquals(2, new TestTerminal().run("capture"));
        assertEquals(2, new TestTerminal().run("capture", "check", "/no/such/file"));
    }

    /** Every length of a capture is a whole capture, or a sentence that names the file; nothing is thrown. */
    @Test
    void shouldRefuseAFileThatEndsTooEarly() throws IOException {
        byte[] pcap = Files.readAllBytes(Path.of(GOOD));
        int whole = 0;
        for (int length = 0; length <= pcap.length; length++) {
            TestTerminal cut = check(Arrays.copyOf(pcap, length));
            whole += cut.exitCode == 0 ? 1 : 0;
            assertTrue(cut.exitCode == 0 || cut.err.toString().contains("cut.pcap"), cut.err::toString);
        }
        assertEquals(3, whole, "the file header alone, and the ends of its two frames");
    }

    @Test
    void shouldRefuseABlockWhoseLengthIsWrong() throws IOException {
        new TestTerminal().run("demo", "--out", folder.resolve("demo").toString());
        byte[] file = Files.readAllBytes(folder.resolve("demo").resolve("demo.pcapng"));
        int first = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
        for (int wrong : new int[] {0, -4, 7, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            byte[] spoiled = file.clone();
            ByteBuffer.wrap(spoiled).order(ByteOrder.LITTLE_ENDIAN).putInt(first + 4, wrong);

            TestTerminal refused = check(spoiled);

            assertEquals(2, refused.exitCode);
            assertTrue(refused.err.toString().contains("the block at byte " + first), refused.err::toString);
        }
    }

    private TestTerminal check(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("cut.pcap"), bytes);
        TestTerminal fresh = new TestTerminal();
        fresh.exitCode = fresh.run("capture", "check", file.toString());
        return fresh;
    }
}
