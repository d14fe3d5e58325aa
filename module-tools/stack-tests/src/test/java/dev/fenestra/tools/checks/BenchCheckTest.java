package dev.fenestra.tools.checks;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.duties.BenchCheck;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.CheckSettings.Suppression;
import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyFinding;
import dev.fenestra.tools.duties.DutyFindings;
import dev.fenestra.tools.duties.DutyLevel;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.report.EventRow;
import dev.fenestra.tools.observe.report.Recording;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a check of a bench finds, counts, and leaves out. */
class BenchCheckTest {
    private static final int LONG = 1 << 20;

    private final TestBench bench = TestBench.twoHosts();

    @AfterEach
    void close() {
        bench.close();
    }

    private QpPair pair() {
        return bench.pair(bench.host("alice").open(), bench.host("bob").open());
    }

    private static void changeWhatIsSent(QpPair pair) {
        Peer alice = pair.one();
        RemoteBuffer window = pair.other().window(0, 64, REMOTE_WRITE);
        for (int i = 1; i <= 3; i++) {
            alice.qp().post(RdmaWrite.of(i, window, alice.region().slice(0, 64)));
            alice.memory().putLong(8, i);
            alice.await(i).orThrow();
        }
    }

    private static List<Duty> duties(BenchCheck check) {
        return check.findings().all().stream().map(it -> it.finding().duty()).toList();
    }

    @Test
    void shouldCountAFindingThatComesAgainFromTheSamePlaces() {
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        changeWhatIsSent(pair());

        List<DutyFindings.Counted> all = check.findings().all();
        assertEquals(1, all.size(), all::toString);
        assertEquals(3, all.getFirst().count());
        DutyFinding found = all.getFirst().finding();
        assertEquals("alice", found.host());
        assertEquals("00 00 00 00 00 00 00 00", found.before().substring(0, 23));
        assertEquals("01 00 00 00 00 00 00 00", found.after().substring(0, 23));
        assertTrue(found.request().place().contains("BenchCheckTest.changeWhatIsSent"), found::toString);
    }

    @Test
    void shouldLeaveOutWhatIsSuppressedLighterOrNotChecked() {
        Suppression known = new Suppression(Optional.of(Duty.SENT_BYTES_STAY), "changeWhatIsSent", "on purpose");
        Suppression elsewhere = new Suppression(Optional.empty(), "SomebodyElse", "not here");
        CheckSettings usual = CheckSettings.USUAL;
        BenchCheck suppressed =
                BenchCheck.of(bench, new CheckSettings(DutyLevel.ADVICE, usual.levels(), List.of(elsewhere, known)));
        BenchCheck off = BenchCheck.of(bench, usual.with(Duty.SENT_BYTES_STAY, Optional.empty()));
        BenchCheck lighter = BenchCheck.of(bench, usual.with(Duty.SENT_BYTES_STAY, Optional.of(DutyLevel.ADVICE)));
        BenchCheck whole = BenchCheck.of(bench, usual.atLeast(DutyLevel.ERROR));
        changeWhatIsSent(pair());

        assertFalse(duties(suppressed).contains(Duty.SENT_BYTES_STAY));
        assertEquals(List.of(), duties(off));
        assertEquals(List.of(), duties(lighter));
        assertEquals(List.of(Duty.SENT_BYTES_STAY), duties(whole));
    }

    @Test
    void shouldFindOneChangedByteOfALongBuffer() {
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        QpPair pair = pair();
        Peer alice = pair.one();
        Peer bob = pair.other();
        Memory from = alice.context().allocate(LONG);
        Memory to = bob.context().allocate(LONG);
        MemoryRegion source = alice.pd().regMr(from, LOCAL_WRITE);
        MemoryRegion target = bob.pd().regMr(to, LOCAL_WRITE, REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, target.remote(), source.all()));
        assertEquals(List.of(), duties(check));

        alice.qp().post(RdmaWrite.of(2, target.remote(), source.all()));
        from.put(LONG / 3, new byte[] {1});
        alice.await(2).orThrow();

        assertEquals(List.of(Duty.SENT_BYTES_STAY), duties(check));
        source.close();
        target.close();
    }

    /** A device that answers into the buffer of a SEND is not the program. */
    @Test
    void shouldNotBlameTheProgramForWhatDevicesStore() {
        BenchCheck check = BenchCheck.of(bench, CheckSettings.ALL.atLeast(DutyLevel.ERROR));
        QpPair pair = pair();
        Peer alice = pair.one();
        Peer bob = pair.other();
        alice.qp().postRecv(7, alice.region().slice(32, 64));
        bob.qp().postRecv(8, bob.region().slice(128, 64));
        bob.memory().put(0, new byte[] {1, 2, 3});
        alice.qp().post(Send.of(1, alice.region().slice(0, 64)));
        bob.qp().post(Send.of(2, bob.region().slice(0, 64)));
        bench.run(Duration.ofMillis(1));
        alice.await(7).orThrow();
        alice.await(1).orThrow();

        assertEquals(List.of(), duties(check));
    }

    @Test
    void shouldStandInTheJournal() {
        Journal journal = Journal.of(bench);
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        check.findings().onFinding(found -> journal.broken(found.host(), found.broken()));
        changeWhatIsSent(pair());

        assertEquals(
                1,
                journal.since(0).stream()
                        .map(JournalText::line)
                        .filter(line -> line.contains("alice") && line.contains("USE-1 (error): bytes of"))
                        .count());
    }

    @Test
    void shouldStandInTheReportBesideTheRefusalsAndLeadToTheRequest() throws IOException {
        Journal journal = Journal.of(bench);
        Recording recording = Recording.of("a test", bench, journal);
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        check.findings().onFinding(found -> journal.broken(found.host(), found.broken()));
        changeWhatIsSent(pair());

        List<EventRow> events = recording.bare().events();
        EventRow found = events.stream()
                .filter(row -> row.kind().equals("DutyBroken"))
                .findFirst()
                .orElseThrow();
        assertEquals(1, found.wr());
        EventRow cause = events.stream()
                .filter(row -> found.cause() != null && row.n() == found.cause())
                .findFirst()
                .orElseThrow();
        assertEquals(found.qp(), cause.qp());
        assertEquals(1, cause.wr());
        EventRow.RefusalRow card = found.refusal();
        assertNotNull(card);
        assertEquals("USE-1", card.rule());
        assertTrue(card.values().contains("BenchCheckTest.changeWhatIsSent"), card::values);
    }

    @Test
    void shouldCheckNothingAfterItsEnd() {
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        QpPair pair = pair();
        check.close();
        int found = check.findings().all().size();
        changeWhatIsSent(pair);
        changeWhatIsSent(pair());

        assertEquals(found, check.findings().all().size());
    }

    /** Both have the same handles: those of the kernel count for each context anew. */
    @Test
    void shouldNotTakeTheObjectsOfOneContextForThoseOfAnother() {
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        QpPair one = pair();
        QpPair other = pair();
        assertEquals(one.one().region().handle(), other.one().region().handle());
        changeWhatIsSent(one);
        other.close();

        assertEquals(List.of(Duty.SENT_BYTES_STAY), duties(check));
    }

    @Test
    void shouldSeeProgramsThatPollByCursorAndInBlocks() {
        BenchCheck check = BenchCheck.of(bench, CheckSettings.USUAL);
        QpPair pair = pair();
        Peer alice = pair.one();
        RemoteBuffer window = pair.other().window(0, 64, AccessFlag.REMOTE_WRITE);
        Completions block = new Completions(4);
        for (int i = 1; i <= 2; i++) {
            alice.qp().builder().start().request(i, 2).rdmaWrite(window.rkey(), window.address());
            alice.qp()
                    .builder()
                    .sge(alice.region(), alice.region().address(), 64)
                    .complete();
            alice.memory().putLong(0, i);
            while (i == 1 ? alice.cq().poll(block) == 0 : alice.cq().cursor().startPoll() != 0) {
                bench.run(Duration.ofNanos(100));
            }
        }
        alice.cq().cursor().endPoll();

        assertEquals(2, check.findings().all().getFirst().count());
    }
}
