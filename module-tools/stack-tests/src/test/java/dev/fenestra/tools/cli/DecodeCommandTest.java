package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeCommandTest {
    /** A SEND without data. */
    private static final String SEND = "0000000a1e3504010000000800000000";

    private static final String ZEROS_64 = "00".repeat(64);

    private final TestTerminal terminal = new TestTerminal();

    @ParameterizedTest
    @ValueSource(
            strings = {
                SEND,
                "0x" + SEND,
                "0000000A 1E350401 00000008 00000000",
                "00:00:00:0a:1e:35:04:01 0x00000008 0x00000000"
            })
    void shouldReadHexAsPeopleWriteIt(String hex) {
        assertEquals(0, terminal.run(("wqe " + hex).split(" ")));
        assertTrue(terminal.out.toString().contains("send WQE, SEND, rc"), terminal.out.toString());
        assertEquals("", terminal.err.toString());
    }

    @Test
    void shouldReadStandardInput() {
        assertEquals(0, terminal.in(SEND + "\n").run("wqe", "-"));
        assertTrue(terminal.out.toString().contains("SEND"));
    }

    @Test
    void shouldDecodeEachKind() {
        assertAll(
                () -> assertEquals(0, new TestTerminal().run("cqe", ZEROS_64)),
                () -> assertEquals(0, new TestTerminal().run("eqe", ZEROS_64)),
                () -> assertEquals(0, new TestTerminal().run("mkey", ZEROS_64)),
                () -> assertEquals(0, new TestTerminal().run("cmd", ZEROS_64)),
                () -> assertEquals(0, new TestTerminal().run("cmd", "--in", "0202" + "00".repeat(14))),
                () -> assertEquals(0, new TestTerminal().run("cmd", "--out", "create_mkey", "00".repeat(16))),
                () -> assertEquals(0, new TestTerminal().run("cmd", "--in", "0200" + "00".repeat(0x10e + 16))),
                () -> assertEquals(0, new TestTerminal().run("cmd", "--in", "0500" + "00".repeat(0x10e + 16))),
                () -> assertEquals(0, new TestTerminal().run("packet", "04".repeat(12))),
                () -> assertEquals(0, new TestTerminal().run("wqe", "--recv", "00".repeat(32))));
    }

    @Test
    void shouldDecodeWhatLiesInQueuesOfOtherCards() {
        assertEquals(0, terminal.run("wqe", "--card", "mlx4", "0000000a" + "00".repeat(60)));
        assertTrue(terminal.out.toString().contains("mlx4 send request, SEND"), terminal.out.toString());
        assertEquals(0, new TestTerminal().run("wqe", "--card", "rxe", "--recv", "00".repeat(40)));
        assertEquals(0, new TestTerminal().run("cqe", "--card", "rxe", "00".repeat(48)));
        assertEquals(0, new TestTerminal().run("cqe", "--card", "mlx5", ZEROS_64));
        assertEquals(0, new TestTerminal().run("wqe", "--card", "mlx4", "--srq", "00".repeat(32)));
        assertEquals(2, new TestTerminal().run("wqe", "--srq", "00".repeat(32)));
        assertEquals(2, terminal.run("cqe", "--card", "acme", ZEROS_64));
        assertTrue(
                terminal.err.toString().contains("'acme' is no card; there are mlx5, efa, irdma, mlx4, rxe"),
                terminal.err.toString());
    }

    @Test
    void shouldPrintJson() {
        assertEquals(0, terminal.run("wqe", "--json", SEND));
        assertEquals(
                "send WQE, SEND, rc", JsonReader.object(terminal.out.toString()).get("title"));
    }

    @Test
    void shouldDecodeAnUnknownOpcodeAsFarAsKnown() {
        assertEquals(0, terminal.run("wqe", "0000003e000001020000000800000000" + "11".repeat(16)));
        String out = terminal.out.toString();
        assertTrue(out.contains("0x3e") && out.contains("unknown") && out.contains("11".repeat(16)), out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wqe 0000zz | \"z\", at place 5, is not a hexadecimal digit.",
                "wqe 00000 | the byte at offset 0x002 has one digit only, before character 6.",
                "wqe 0x | the input has no bytes.",
                "wqe 00 | the control segment takes 16 bytes from offset 0x000 on, but the input ends at 0x001.",
                "wqe 0000000a1e3504020000000800000000 | a WQE of 2 units (ds) takes 32 bytes from offset 0x000 on,"
                        + " but the input ends at 0x010.",
                "wqe 0000000a1e3504000000000800000000 | the size of the WQE, ds at offset 0x007, is 0,"
                        + " but the control segment alone counts 1.",
                "wqe 000000081e3504010000000800000000 | the remote address segment at offset 0x010 takes 16 bytes,"
                        + " but by its ds the WQE ends at 0x010.",
                "wqe --recv 0000 | the data segment takes 16 bytes from offset 0x000 on, but the input ends at 0x002.",
                "cqe 00 | a CQE takes 64 bytes from offset 0x000 on, but the input ends at 0x001.",
                "mkey 00 | the mkey context takes 64 bytes from offset 0x000 on, but the input ends at 0x001.",
                "cmd 00 | a command entry takes 64 bytes from offset 0x000 on, but the input ends at 0x001.",
                "cmd --in 00 | the command input takes 16 bytes from offset 0x000 on, but the input ends at 0x001.",
                "packet 04 | the BTH takes 12 bytes from offset 0x000 on, but the input ends at 0x001."
            })
    void shouldSayInOneSentenceWhatIsWrongAndWhere(String line, String sentence) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertEquals("fenestra: " + sentence, terminal.err.toString().strip());
        assertEquals("", terminal.out.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"wqe", "wqe --transport tcp 00", "cmd --in --out QUERY_MKEY 00", "cmd --out NOTHING 00"})
    void shouldAnswerBadUsageWithTheUsage(String line) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertTrue(terminal.err.toString().contains("Usage: fenestra"), terminal.err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"wqe", "cqe", "eqe", "mkey", "cmd", "packet"})
    void shouldSayInOnePlainSentenceThatStandardInputIsNoHex(String command) {
        assertEquals(2, terminal.in("12\u0000\u001b").run(command, "-"));
        Complaint.check(terminal.err.toString(), command);
        assertTrue(terminal.err.toString().contains("the character U+0000, at place 3"), terminal.err.toString());
    }
}
