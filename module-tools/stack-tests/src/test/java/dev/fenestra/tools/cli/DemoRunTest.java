package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import dev.fenestra.tools.testing.FrameRoundTrip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole demos, as a user runs them. */
class DemoRunTest {
    private static final long SEED = 20_240_229;

    private final TestTerminal terminal = new TestTerminal();

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} bytes, seed " + SEED)
    @ValueSource(ints = {1, 2, 3, 4096, 300_000})
    void shouldLeaveTheFileAsItWasWithACaptureOfValidPackets(int size) throws IOException, DecodeException {
        byte[] content = new byte[size];
        new Random(SEED).nextBytes(content);
        Path file = Files.write(folder.resolve("cargo.bin"), content);
        Path out = folder.resolve("out/deeper");

        int exitCode = terminal.run("demo", file.toString(), "--out", out.toString());

        assertEquals(0, exitCode, terminal.err.toString());
        assertArrayEquals(content, Files.readAllBytes(out.resolve("cargo.bin")));
        List<Captured> packets = CapturedFrames.packets(Files.readAllBytes(out.resolve("demo.pcapng")));
        assertTrue(packets.size() > 20, packets.size() + " packets");
        assertTrue(packets.stream().allMatch(it -> it.frame().orElseThrow().icrcValid()));
        FrameRoundTrip trip = new FrameRoundTrip();
        for (Captured packet : packets) {
            trip.check(packet.bytes(), packet.comment());
        }
        assertTrue(Files.readString(out.resolve("journal.txt")).contains("REFUSED [A5]"));
    }

    @Test
    void shouldGoAsTheRulesSayOverALinkThatDropsDuplicatesAndDelays() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.json"), """
            {"faults": [{"action": "drop", "opcode": "RC_SEND_ONLY", "k": 1},
                        {"action": "duplicate", "opcode": "RC_RDMA_WRITE_ONLY", "k": 2},
                        {"action": "delay", "opcode": "RC_SEND_ONLY_INV", "k": 1}]}
            """);

        int exitCode = terminal.run("demo", "--out", folder.toString(), "--faults", plan.toString());

        assertEquals(0, exitCode, terminal.out.toString());
        List<Captured> packets = CapturedFrames.packets(Files.readAllBytes(folder.resolve("demo.pcapng")));
        assertTrue(packets.stream().anyMatch(it -> it.comment().endsWith("-> lost: the link dropped it")));
        assertTrue(packets.stream().anyMatch(it -> it.comment().contains(", sent again -> accepted")));
    }

    @Test
    void shouldSendTheTextThatComesWithItWhenNoFileIsNamed() throws IOException {
        int exitCode = terminal.run("demo", "--out", folder.toString());

        String story = terminal.out.toString();
        assertEquals(0, exitCode, story);
        assertEquals("", terminal.err.toString());
        assertTrue(Files.readString(folder.resolve("memory-windows.txt")).startsWith("A WINDOW IN A WALL"));
        assertTrue(story.endsWith("Every step went as the rules say." + System.lineSeparator()), story);
        assertTrue(story.lines().anyMatch(line -> line.matches(" +kernel transitions of 6 binds +0")), story);
        assertTrue(story.chars().allMatch(c -> c < 0x7f), "plain ASCII");
    }

    @Test
    void shouldSayThatASingleByteTravelsTwice() throws IOException {
        Path file = Files.write(folder.resolve("byte"), new byte[] {42});

        assertEquals(0, terminal.run("demo", file.toString()));

        assertTrue(terminal.out.toString().contains("the window carries the same bytes again"));
    }

    @Test
    void shouldTellEventsOnlyWhenAskedAndVerdictsInColourOnATerminal() {
        TestTerminal verbose = new TestTerminal().colored();

        terminal.run("demo");
        verbose.run("demo", "-v");

        String brief = terminal.out.toString();
        String whole = verbose.out.toString();
        assertTrue(brief.contains(" -> refused as expected"), brief);
        assertTrue(whole.contains(" -> \u001b[33mrefused as expected\u001b["), whole);
        assertFalse(brief.contains("REFUSED by rule"), brief);
        assertTrue(whole.contains("REFUSED by rule A7"), whole);
        assertTrue(
                brief.lines().count() * 2 < whole.lines().count(), brief.lines().count() + " lines");
    }

    @Test
    void shouldTellTheSameStoryTwice() {
        TestTerminal again = new TestTerminal();

        terminal.run("demo");
        again.run("demo");

        assertEquals(terminal.out.toString(), again.out.toString());
    }

    @Test
    void shouldCountTheWindowsThatItDoesNotTell() throws IOException {
        Path file = folder.resolve("big");
        Files.write(file, new byte[(1 << 20) + (50 << 20)]);

        assertEquals(0, terminal.run("demo", file.toString()));

        assertTrue(terminal.out.toString().contains("... and 1 more windows in the same way"));
    }

    @Test
    void shouldShowAProgressBarWhenItTakesLongerThanASecond() {
        AtomicLong clock = new AtomicLong();
        terminal.interactive().clock(() -> clock.addAndGet(700_000_000));

        terminal.run("demo");

        assertTrue(terminal.err.toString().contains("[########################################] 100 %"));
        assertTrue(terminal.err.toString().endsWith("\r"), "cleared");
    }

    @Test
    void shouldShowNoProgressBarWhenAskedForQuiet() {
        AtomicLong clock = new AtomicLong();
        terminal.interactive().clock(() -> clock.addAndGet(700_000_000)).run("demo", "--quiet");
        assertEquals("", terminal.err.toString());
    }

    @Test
    void shouldShowNoProgressBarWhenItIsQuick() {
        terminal.interactive().run("demo");
        assertEquals("", terminal.err.toString());
    }

    @Test
    void shouldShowNoProgressBarWhenNobodyLooks() {
        AtomicLong clock = new AtomicLong();
        terminal.clock(() -> clock.addAndGet(700_000_000)).run("demo");
        assertFalse(terminal.err.toString().contains("["));
    }
}
