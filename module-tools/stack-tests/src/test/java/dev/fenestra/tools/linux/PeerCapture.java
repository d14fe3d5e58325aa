package dev.fenestra.tools.linux;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.capture.CaptureCheck;
import dev.fenestra.tools.observe.capture.CaptureReader;
import dev.fenestra.tools.observe.capture.PacketFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** All packets between guest and host during a case, recorded by tcpdump between the two. */
final class PeerCapture {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int SHOWN = 12;
    private static final String BUFFER_KIB = "131072";
    /** Each packet takes so much of the buffer, however short it is: with tcpdump's own choice it holds 256 packets. */
    private static final String LONGEST_BYTES = "8192";

    private static final Pattern LOST = Pattern.compile("(\\d+) packets? dropped by kernel");

    private final Shell.Running tcpdump;
    private final Path file;

    private PeerCapture(Shell.Running tcpdump, Path file) {
        this.tcpdump = tcpdump;
        this.file = file;
    }

    static PeerCapture start(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Shell.Running tcpdump = Shell.start(List.of(
                "ip",
                "netns",
                "exec",
                PeerNetwork.NAME,
                "tcpdump",
                "-i",
                PeerNetwork.TAP,
                "-n",
                "--immediate-mode",
                "-B",
                BUFFER_KIB,
                "-s",
                LONGEST_BYTES,
                "-U",
                "-Z",
                "root",
                "-w",
                file.toString(),
                "udp port 4791"));
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.readString(tcpdump.output()).contains("listening on")) {
            if (System.nanoTime() - limit > 0 || !tcpdump.process().isAlive()) {
                tcpdump.stop();
                throw new IOException("tcpdump does not record: " + Files.readString(tcpdump.output()));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return new PeerCapture(tcpdump, file);
    }

    /** Ends the recording. */
    Path stop() throws IOException, InterruptedException {
        LockSupport.parkNanos(LOOK_NANOS);
        tcpdump.process().destroy();
        tcpdump.await(PATIENCE);
        return file;
    }

    /**
     * Ends the recording of a case that went well.
     *
     * @return the file, with all packets
     * @throws IOException when packets are missing in it, so that nothing can be said about the peers
     */
    Path whole() throws IOException, InterruptedException {
        stop();
        Matcher lost = LOST.matcher(Files.readString(tcpdump.output()));
        if (!lost.find() || !lost.group(1).equals("0")) {
            throw new IOException("tcpdump has not recorded all packets: " + Files.readString(tcpdump.output()));
        }
        return file;
    }

    /**
     * Checks a capture by {@code capture check}. One with findings that are not known is kept under the name of the
     * case.
     */
    static void shouldKeepTheRules(Path capture, String name, KnownFindings known) throws IOException {
        List<PacketFinding> unknown;
        try {
            unknown = CaptureCheck.check(CaptureReader.read(capture)).findings().stream()
                    .filter(finding -> !known.has(finding))
                    .toList();
        } catch (InputException e) {
            throw new IOException(e);
        }
        if (!unknown.isEmpty()) {
            throw new AssertionError("packets broke rules, see " + keep(capture, name) + ":\n"
                    + unknown.stream().limit(SHOWN).map(PacketFinding::toString).collect(Collectors.joining("\n")));
        }
    }

    /** Keeps a capture under the name of its case, for whoever wants to know what happened. */
    static Path keep(Path capture, String name) throws IOException {
        Path kept = capture.resolveSibling(name.replaceAll("[^a-zA-Z0-9]+", "-") + "." + capture.getFileName());
        return Files.copy(capture, kept, StandardCopyOption.REPLACE_EXISTING);
    }
}
