package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhyCommandTest {
    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldExplainARuleWithARefusalAndTwoPrograms() {
        assertEquals(0, terminal.run("why", "a7"));
        String out = terminal.out.toString();
        assertTrue(out.startsWith("A7: the range reaches beyond the window\n  look at      address and length"), out);
        assertTrue(out.contains("  for example  hw-sim refused [A7] "), out);
        assertTrue(out.contains("\nIn Java: ./fenestra why A7 --java > A7.java;"), out);
        assertTrue(out.contains("\nIn C: ./fenestra why A7 --c > A7.c;"), out);
    }

    @Test
    void shouldExplainTheDutyOfAFindingAndPrintTheProgramThatBreaksIt() {
        assertEquals(0, terminal.run("why", "USE-16 (error), alice: a request without a fence"));
        assertTrue(terminal.out.toString().startsWith("USE-16 (error): "), terminal.out.toString());

        TestTerminal program = new TestTerminal();
        assertEquals(0, program.run("why", "USE-16", "--c"));
        assertTrue(program.out.toString().startsWith("/* USE-16, broken: "), program.out.toString());
        assertEquals(2, new TestTerminal().run("why", "USE-19", "--c"));
    }

    /** Each names the rule alone, be it written by a log, by an exception, or by a completion. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x14",
                "vendor_err 0x14",
                "vendor_err=20",
                "hw-sim refused [A7] the range reaches beyond the window -> NAK 0x62 (key=0x12:34, length=65)",
                "bob refused: A7 the range reaches beyond the window"
            })
    void shouldFindTheRuleThatWordsName(String words) {
        assertEquals(0, terminal.run("why", words));
        assertTrue(terminal.out.toString().startsWith("A7: "), terminal.out.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EINVAL | EINVAL (errno 22, \"Invalid argument\"): ",
                "einval | EINVAL ",
                "-22 | EINVAL ",
                "ibv_reg_mr: Invalid argument | EINVAL ",
                "IBV_WC_RNR_RETRY_EXC_ERR | RNR_RETRY_EXC_ERR (status 13, ",
                "remote access error | REM_ACCESS_ERR (status 10, "
            })
    void shouldFindTheSymptomThatWordsName(String words, String heading) {
        assertEquals(0, terminal.run("why", words));
        assertTrue(terminal.out.toString().startsWith(heading.strip()), terminal.out.toString());
    }

    @Test
    void shouldShowWhatANumberMeansAsErrnoAsStatusAndAsVendorError() {
        assertEquals(0, terminal.run("why", "12"));
        String out = terminal.out.toString();
        assertTrue(out.contains("ENOMEM (errno 12, ") && out.contains("RETRY_EXC_ERR (status 12, "), out);
        assertTrue(out.contains("  vendor_err   0x0c\n"), out);
    }

    @Test
    void shouldPrintTheWholeProgramAlone() {
        assertEquals(0, terminal.run("why", "EINVAL", "--java"));
        assertTrue(terminal.out.toString().startsWith("// REG-2: "), terminal.out.toString());
        TestTerminal other = new TestTerminal();
        assertEquals(0, other.run("why", "EINVAL", "--c"));
        assertTrue(other.out.toString().startsWith("/* REG-2: "), other.out.toString());
    }

    @Test
    void shouldSayThatTheWordsNameNothing() {
        assertEquals(2, terminal.run("why", "xyzzy"));
        Complaint.check(terminal.err.toString(), "why xyzzy");
    }

    /** Rules, their page and a refusal say what is the case in the same words, and what to look at in one text. */
    @Test
    void shouldUseTheWordsOfTheRules() {
        terminal.run("why", "REG-2");
        TestTerminal rules = new TestTerminal();
        rules.run("rules", "REG-2");
        String said = "REMOTE_WRITE or REMOTE_ATOMIC is asked for without LOCAL_WRITE";
        String advice = "look at      the access flags: add LOCAL_WRITE\n";
        assertTrue(terminal.out.toString().startsWith("REG-2: " + said), terminal.out.toString());
        assertTrue(terminal.out.toString().contains(advice), terminal.out.toString());
        assertTrue(rules.out.toString().contains("violation    " + said), rules.out.toString());
        assertTrue(rules.out.toString().contains(advice), rules.out.toString());
        assertTrue(terminal.out.toString().contains(" refused [REG-2] " + said), terminal.out.toString());
    }
}
