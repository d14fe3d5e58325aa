package dev.fenestra.tools.observe.capture;

import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_ACKNOWLEDGE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_ATOMIC_ACKNOWLEDGE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_REQUEST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_RESPONSE_FIRST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_RESPONSE_LAST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_RESPONSE_MIDDLE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_RESPONSE_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_FIRST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_LAST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_FIRST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_LAST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_MIDDLE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.UC_SEND_ONLY;
import static dev.fenestra.tools.observe.capture.HandMade.MTU;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule is broken by packets made for it, and by nothing else in them. */
class CaptureRuleTest {
    private static final int ADDRESS = 0x1000;
    private static final int SHORTEST_RNR = Aeth.RNR_NAK | 1;
    private static final int LONGEST = 1 << 31;
    /** PSNs of a READ of that length. */
    private static final int PSNS = 1 << 23;

    /** The packets that break a rule. */
    private static HandMade breaking(CaptureRule rule) {
        HandMade made = new HandMade();
        return switch (rule) {
            case ICRC -> made.ask(RC_SEND_ONLY, 5, 8).corrupt(-1, 0x55);
            case LENGTH -> made.access(RC_RDMA_WRITE_ONLY, 5, ADDRESS, 0, 0).spoil(0, 0x13);
            case OPCODE -> made.packet(true, 0x1f, 5, new byte[0], 8);
            case VERSION -> made.ask(RC_SEND_ONLY, 5, 8).spoil(1, 1);
            case RESERVED -> made.ask(RC_SEND_ONLY, 5, 8).spoil(8, 1);
            case PAD -> made.ask(RC_SEND_ONLY, 5, 7).spoil(-5, 9);
            case PAYLOAD -> made.access(RC_RDMA_READ_REQUEST, 5, ADDRESS, 8, 8);
            case MTU ->
                made.ask(RC_SEND_FIRST, 5, MTU).ask(RC_SEND_MIDDLE, 6, 8).ask(RC_SEND_LAST, 7, 8);
            case SERVICE -> made.ask(RC_SEND_ONLY, 5, 8).ask(UC_SEND_ONLY, 6, 8);
            case PSN -> made.ask(RC_SEND_ONLY, 5, 8).ask(RC_SEND_ONLY, 7, 8);
            case SEQUENCE -> made.ask(RC_SEND_FIRST, 5, MTU).ask(RC_SEND_ONLY, 6, 8);
            case REPEAT -> made.ask(RC_SEND_ONLY, 5, 8).ask(RC_SEND_ONLY, 5, 12);
            case DMA_LENGTH ->
                made.access(RC_RDMA_WRITE_FIRST, 5, ADDRESS, 999, MTU).ask(RC_RDMA_WRITE_LAST, 6, 8);
            case LIMIT -> made.access(RC_RDMA_READ_REQUEST, 5, -8, 16, 0);
            case ATOMIC -> made.atomic(5, ADDRESS + 4);
            default -> breakingByAnswer(rule, made);
        };
    }

    private static HandMade breakingByAnswer(CaptureRule rule, HandMade made) {
        return switch (rule) {
            case ANSWER_PSN -> made.ask(RC_SEND_ONLY, 5, 8).ack(5, 1).ack(4, 1);
            case ANSWER_KIND ->
                made.access(RC_RDMA_READ_REQUEST, 5, ADDRESS, 8, 0).ack(5, 1);
            case ANSWER_ORDER ->
                made.ask(RC_SEND_ONLY, 5, 8).ask(RC_SEND_ONLY, 6, 8).ack(6, 2).ack(5, 2);
            case RESPONSE ->
                made.access(RC_RDMA_READ_REQUEST, 5, ADDRESS, 2 * MTU, 0)
                        .answer(RC_RDMA_READ_RESPONSE_FIRST, 5, Aeth.ACK, 1, MTU)
                        .answer(RC_RDMA_READ_RESPONSE_MIDDLE, 6, 0, 0, MTU);
            case SYNDROME -> made.ask(RC_SEND_ONLY, 5, 8).answer(RC_ACKNOWLEDGE, 5, Aeth.NAK_PSN_SEQUENCE + 9, 0, 0);
            case MSN ->
                made.ask(RC_SEND_ONLY, 5, 8).ask(RC_SEND_ONLY, 6, 8).ack(5, 1).ack(6, 1);
            case FATAL ->
                made.ask(RC_SEND_ONLY, 5, 8)
                        .answer(RC_ACKNOWLEDGE, 5, Aeth.NAK_INVALID_REQUEST, 0, 0)
                        .ack(5, 1);
            case RNR_WAIT ->
                made.ask(RC_SEND_ONLY, 5, 8)
                        .answer(RC_ACKNOWLEDGE, 5, SHORTEST_RNR, 0, 0)
                        .ask(RC_SEND_ONLY, 5, 8);
            case KEY ->
                made.invalidate(5)
                        .ack(5, 1)
                        .access(RC_RDMA_WRITE_ONLY, 6, ADDRESS, 8, 8)
                        .ack(6, 2);
            default -> throw new AssertionError("nothing breaks " + rule);
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheRuleThatPacketsBreakAndNoOther(CaptureRule rule) {
        List<CapturedFrame> frames = breaking(rule).frames();

        List<PacketFinding> found = CaptureCheck.check(frames).findings();

        assertEquals(List.of(rule), found.stream().map(PacketFinding::rule).toList(), found::toString);
        int culprit = rule == CaptureRule.MTU ? 2 : rule == CaptureRule.KEY ? 3 : frames.size();
        assertEquals(culprit, found.getFirst().packet());
        assertEquals(frames.get(culprit - 1).nanos(), found.getFirst().nanos());
    }

    @Test
    void shouldHaveALineInTheDocumentForEachRule() throws IOException {
        List<String> rules = Arrays.stream(CaptureRule.values())
                .map(rule -> "| " + rule.id() + " | " + rule.text() + " | " + rule.source() + " |")
                .toList();

        List<String> documented = Files.readAllLines(Path.of("..", "docs", "linux.md")).stream()
                .filter(line -> line.startsWith("| PKT-"))
                .toList();

        assertEquals(rules, documented);
    }

    @Test
    void shouldFindNothingInLossThatIsRepaired() {
        HandMade made = new HandMade()
                .ask(RC_SEND_ONLY, 0xffffff, 8)
                .ask(RC_SEND_FIRST, 0, MTU)
                .ask(RC_SEND_LAST, 2, 8)
                .answer(RC_ACKNOWLEDGE, 0xffffff, Aeth.ACK, 1, 0)
                .answer(RC_ACKNOWLEDGE, 1, Aeth.NAK_PSN_SEQUENCE, 1, 0)
                .ask(RC_SEND_MIDDLE, 1, MTU)
                .ask(RC_SEND_LAST, 2, 8)
                .ack(2, 2);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        Request second = found.requests().get(1);
        assertEquals(2 * MTU + 8, second.bytes());
        assertEquals(3, second.packets());
        assertEquals(1, second.sentAgain());
        assertEquals("ACK", second.result());
        assertEquals(8, second.answeredBy());
    }

    /** The ACK of the WRITE was lost. It is sent again when the atomic was executed already. */
    @Test
    void shouldAllowThatARepeatedWriteIsAcknowledgedByThePsnOfALaterAtomic() {
        HandMade made = new HandMade()
                .access(RC_RDMA_WRITE_ONLY, 5, ADDRESS, 8, 8)
                .atomic(6, ADDRESS)
                .answer(RC_ATOMIC_ACKNOWLEDGE, 6, Aeth.ACK, 2, 0)
                .access(RC_RDMA_WRITE_ONLY, 5, ADDRESS, 8, 8)
                .ack(6, 2);

        assertEquals(List.of(), CaptureCheck.check(made.frames()).findings());
    }

    @Test
    void shouldAllowThatAReadIsAnsweredWhenALaterAtomicWasExecuted() {
        HandMade made = new HandMade()
                .ask(RC_SEND_ONLY, 4, 8)
                .ack(4, 1)
                .access(RC_RDMA_READ_REQUEST, 5, ADDRESS, 8, 0)
                .atomic(6, ADDRESS)
                .answer(RC_RDMA_READ_RESPONSE_ONLY, 5, Aeth.ACK, 3, 8)
                .answer(RC_ATOMIC_ACKNOWLEDGE, 6, Aeth.ACK, 3, 0);

        assertEquals(List.of(), CaptureCheck.check(made.frames()).findings());
    }

    @Test
    void shouldNotAllowThatAReadCountsARequestThatComesLater() {
        HandMade made = new HandMade()
                .ask(RC_SEND_ONLY, 4, 8)
                .ack(4, 1)
                .access(RC_RDMA_READ_REQUEST, 5, ADDRESS, 8, 0)
                .answer(RC_RDMA_READ_RESPONSE_ONLY, 5, Aeth.ACK, 3, 8)
                .atomic(6, ADDRESS)
                .answer(RC_ATOMIC_ACKNOWLEDGE, 6, Aeth.ACK, 3, 0);

        assertEquals(
                List.of(CaptureRule.MSN),
                CaptureCheck.check(made.frames()).findings().stream()
                        .map(PacketFinding::rule)
                        .toList());
    }

    /** The sender gave up within its message. */
    @Test
    void shouldNotCountAMessageWhoseEndWasNeverSent() {
        HandMade made = new HandMade()
                .ask(RC_SEND_ONLY, 4, 8)
                .ack(4, 1)
                .ask(RC_SEND_FIRST, 5, MTU)
                .ask(RC_SEND_MIDDLE, 6, MTU)
                .ack(6, 1);

        assertEquals(List.of(), CaptureCheck.check(made.frames()).findings());
    }

    @Test
    void shouldTakeTheRestOfAReadAsTheSameRead() {
        HandMade made = new HandMade()
                .access(RC_RDMA_READ_REQUEST, 5, ADDRESS, 2 * MTU + 8, 0)
                .answer(RC_RDMA_READ_RESPONSE_FIRST, 5, Aeth.ACK, 1, MTU)
                .answer(RC_RDMA_READ_RESPONSE_LAST, 7, Aeth.ACK, 1, 8)
                .access(RC_RDMA_READ_REQUEST, 6, ADDRESS + MTU, MTU + 8, 0)
                .answer(RC_RDMA_READ_RESPONSE_FIRST, 6, Aeth.ACK, 1, MTU)
                .answer(RC_RDMA_READ_RESPONSE_LAST, 7, Aeth.ACK, 1, 8)
                .ask(RC_SEND_ONLY, 8, 8)
                .ack(8, 2);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertEquals(2, found.requests().size());
        assertEquals(1, found.requests().getFirst().sentAgain());
    }

    private static int psn(long value) {
        return (int) value & 0xffffff;
    }

    /** It takes 2^23 PSNs: the responses in between were not captured. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100_000, PSNS - 1})
    void shouldTakeTheRestOfTheLongestReadAsTheSameRead(int done) {
        HandMade made = new HandMade()
                .access(RC_RDMA_READ_REQUEST, 5, ADDRESS, LONGEST, 0)
                .answer(RC_RDMA_READ_RESPONSE_FIRST, 5, Aeth.ACK, 1, MTU)
                .answer(RC_RDMA_READ_RESPONSE_MIDDLE, 6, 0, 0, MTU)
                .access(RC_RDMA_READ_REQUEST, psn(5 + done), ADDRESS + (long) done * MTU, LONGEST - done * MTU, 0);
        if (done < PSNS - 1) {
            made.answer(RC_RDMA_READ_RESPONSE_FIRST, psn(5 + done), Aeth.ACK, 1, MTU)
                    .answer(RC_RDMA_READ_RESPONSE_LAST, psn(4 + PSNS), Aeth.ACK, 1, MTU);
        } else {
            made.answer(RC_RDMA_READ_RESPONSE_ONLY, psn(5 + done), Aeth.ACK, 1, MTU);
        }
        made.ask(RC_SEND_ONLY, psn(5 + PSNS), 8).ack(psn(5 + PSNS), 2);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertEquals(2, found.requests().size());
        assertEquals(1L << 31, found.requests().getFirst().bytes());
        assertEquals(1, found.requests().getFirst().sentAgain());
        assertTrue(found.requests().stream().allMatch(one -> one.result().equals("ACK")));
    }

    /** The ACK of the WRITE was lost, and the answer to the READ behind it. */
    @Test
    void shouldTakeWhatLiesBeforeALongReadAsSentAgain() {
        HandMade made = new HandMade()
                .access(RC_RDMA_WRITE_ONLY, 5, ADDRESS, 8, 8)
                .access(RC_RDMA_READ_REQUEST, 6, ADDRESS, LONGEST, 0)
                .access(RC_RDMA_WRITE_ONLY, 5, ADDRESS, 8, 8)
                .access(RC_RDMA_READ_REQUEST, 6, ADDRESS, LONGEST, 0)
                .ack(5, 1)
                .answer(RC_RDMA_READ_RESPONSE_FIRST, 6, Aeth.ACK, 2, MTU)
                .answer(RC_RDMA_READ_RESPONSE_LAST, psn(5 + PSNS), Aeth.ACK, 2, MTU);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertEquals(2, found.requests().size());
        assertTrue(found.requests().stream().allMatch(one -> one.sentAgain() == 1));
    }

    /** A program makes one QP after the other: they have one number, and begin at one PSN. */
    @Test
    void shouldKnowAQpThatIsMadeAgainWithTheSameNumberAndPsn() {
        HandMade made = new HandMade()
                .access(RC_RDMA_WRITE_ONLY, 0, ADDRESS, 8, 8)
                .ack(0, 1)
                .access(RC_RDMA_WRITE_ONLY, 1, ADDRESS + 1, 8, 8)
                .answer(RC_ACKNOWLEDGE, 1, Aeth.NAK_REMOTE_ACCESS, 1, 0)
                .access(RC_RDMA_WRITE_ONLY, 0, ADDRESS + 2, 8, 8)
                .ack(0, 1)
                .access(RC_RDMA_WRITE_ONLY, 1, ADDRESS + 3, 8, 8)
                .ack(1, 2)
                .access(RC_RDMA_WRITE_ONLY, 0, ADDRESS + 4, 8, 8)
                .ack(0, 1);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertEquals(5, found.requests().size());
        assertTrue(found.requests().stream().allMatch(one -> one.sentAgain() == 0));
    }

    /** Its last request is not answered, so it is the same QP still. */
    @Test
    void shouldBlameAFirstRequestThatIsSentAgainAndDiffersBeforeTheLastAnswer() {
        HandMade made = new HandMade()
                .access(RC_RDMA_WRITE_ONLY, 0, ADDRESS, 8, 8)
                .ack(0, 1)
                .access(RC_RDMA_WRITE_ONLY, 1, ADDRESS, 8, 8)
                .access(RC_RDMA_WRITE_ONLY, 0, ADDRESS + 1, 8, 8);

        assertEquals(
                List.of(CaptureRule.REPEAT),
                CaptureCheck.check(made.frames()).findings().stream()
                        .map(PacketFinding::rule)
                        .toList());
    }

    @Test
    void shouldBlameARequestBehindALongReadThatIsSentAgainAndDiffers() {
        HandMade made = new HandMade()
                .access(RC_RDMA_READ_REQUEST, 5, ADDRESS, LONGEST, 0)
                .ask(RC_SEND_ONLY, psn(5 + PSNS), 8)
                .ask(RC_SEND_ONLY, psn(5 + PSNS), 12);

        assertEquals(
                List.of(CaptureRule.REPEAT),
                CaptureCheck.check(made.frames()).findings().stream()
                        .map(PacketFinding::rule)
                        .toList());
    }

    /** Together they take more PSNs than there are. */
    @Test
    void shouldFollowThePsnsOfManyLongReads() {
        HandMade made = new HandMade();
        for (int i = 0; i < 5; i++) {
            long first = 7 + (long) i * PSNS;
            made.access(RC_RDMA_READ_REQUEST, psn(first), ADDRESS, LONGEST, 0)
                    .answer(RC_RDMA_READ_RESPONSE_FIRST, psn(first), Aeth.ACK, i + 1, MTU)
                    .answer(RC_RDMA_READ_RESPONSE_MIDDLE, psn(first + PSNS / 2), 0, 0, MTU)
                    .answer(RC_RDMA_READ_RESPONSE_LAST, psn(first + PSNS - 1), Aeth.ACK, i + 1, MTU);
        }

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertEquals(5, found.requests().size());
        assertTrue(found.requests().stream().allMatch(one -> one.result().equals("ACK")));
    }

    @Test
    void shouldBlameAReadThatIsTooLongAndNotTheAnswerToIt() {
        HandMade made = new HandMade()
                .access(RC_RDMA_READ_REQUEST, 5, ADDRESS, -1, 0)
                .answer(RC_ACKNOWLEDGE, 5, Aeth.NAK_INVALID_REQUEST, 0, 0);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(
                List.of(CaptureRule.LIMIT),
                found.findings().stream().map(PacketFinding::rule).toList());
        assertEquals("NAK_INVALID_REQUEST", found.requests().getFirst().result());
        assertEquals(0xffff_ffffL, found.requests().getFirst().bytes());
    }

    @Test
    void shouldTakeAFarPsnAsANewConnectionOfTheSameQp() {
        HandMade made = new HandMade()
                .ask(RC_SEND_ONLY, 5, 8)
                .ack(5, 1)
                .access(RC_RDMA_READ_REQUEST, 9_000_000, ADDRESS, 8, 0)
                .answer(RC_RDMA_READ_RESPONSE_ONLY, 9_000_000, Aeth.ACK, 1, 8);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertTrue(found.requests().stream().allMatch(one -> one.result().equals("ACK")));
    }
}
