package dev.fenestra.tools.observe.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the check finds in the captures of soft-RoCE. docs/linux.md has the table. */
class SoftRoceCapturesTest {
    private static final Path CAPTURES = Path.of("..", "module-hw-sim", "src", "test", "resources", "captures");

    @Test
    void shouldFindTheWrongIcrcsAndTheMessageThatIsNotCountedAndNothingElse() throws Exception {
        SequencedMap<String, List<String>> broken = new TreeMap<>();
        for (Path file : captures()) {
            List<String> found = check(file).findings().stream()
                    .map(one -> one.packet() + " " + one.rule().id())
                    .toList();
            if (!found.isEmpty()) {
                broken.put(file.getFileName().toString(), found);
            }
        }

        SequencedMap<String, List<String>> known = new TreeMap<>();
        known.put("interop_bad_icrc.pcap", List.of("14 PKT-ICRC", "27 PKT-ICRC"));
        known.put("nak_inv_mr_rkey.pcap", List.of("2 PKT-MSN"));
        assertEquals(known, broken);
    }

    @Test
    void shouldPutARepeatedReadTogether() throws Exception {
        CaptureFindings found = check(CAPTURES.resolve("drop_read_resp_last.pcap"));

        assertEquals(1, found.requests().size());
        Request read = found.requests().getFirst();
        assertEquals("READ", read.operation());
        assertEquals(5001, read.bytes());
        assertEquals(1, read.sentAgain());
        assertEquals("ACK", read.result());
        assertEquals("0x0000ef90", read.key());
    }

    @Test
    void shouldTellWhichNakEndedARequest() throws Exception {
        CaptureFindings found = check(CAPTURES.resolve("nak_atomic_perm.pcap"));

        assertEquals("NAK_REMOTE_ACCESS", found.requests().getFirst().result());
        assertEquals(2, found.requests().getFirst().answeredBy());
    }

    private static CaptureFindings check(Path file) throws InputException {
        return CaptureCheck.check(CaptureReader.read(file));
    }

    private static List<Path> captures() throws IOException {
        try (Stream<Path> files = Files.list(CAPTURES)) {
            return files.filter(file -> file.toString().endsWith(".pcap"))
                    .sorted()
                    .toList();
        }
    }
}
