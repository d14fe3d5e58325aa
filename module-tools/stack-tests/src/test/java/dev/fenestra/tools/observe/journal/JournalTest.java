package dev.fenestra.tools.observe.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.observe.journal.JournalEvent.DoorbellRung;
import dev.fenestra.tools.observe.journal.JournalEvent.DoorbellSeen;
import dev.fenestra.tools.observe.journal.JournalEvent.KeyChanged;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketSent;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketsSent;
import dev.fenestra.tools.observe.journal.JournalEvent.Pinned;
import dev.fenestra.tools.observe.journal.JournalEvent.Posted;
import dev.fenestra.tools.observe.journal.JournalEvent.QpStateChanged;
import dev.fenestra.tools.observe.journal.JournalEvent.Refused;
import dev.fenestra.tools.observe.journal.JournalEvent.SystemCalled;
import dev.fenestra.tools.observe.journal.JournalEvent.TranslationsWritten;
import dev.fenestra.tools.observe.journal.JournalEvent.WqeFetched;
import dev.fenestra.tools.observe.journal.JournalEvent.WqeWritten;
import dev.fenestra.tools.testing.BrokenStream;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JournalTest {
    private final Pair pair = new Pair();
    private final Journal journal = Journal.of(pair.bench());

    @AfterEach
    void close() {
        journal.close();
        pair.close();
    }

    @Test
    void shouldHearEveryLayerOfARegistration() {
        long mark = journal.mark();
        pair.bob().pd().regMr(pair.bob().memory(), AccessFlag.LOCAL_WRITE);

        List<JournalEvent> events = journal.since(mark);

        assertEquals(EnumSet.allOf(Layer.class), layers(events));
        assertEquals(3, only(Pinned.class, events).pages());
        assertEquals(3, only(TranslationsWritten.class, events).count());
        assertEquals(KeyChange.CREATED, only(KeyChanged.class, events).change());
        assertEquals(0, only(SystemCalled.class, events).errno());
    }

    @Test
    void shouldHearNoKernelInABind() {
        MemoryWindow window = pair.bob().pd().allocMw(MwType.TYPE_1);
        long mark = journal.mark();
        RemoteBuffer bound = pair.bob().bind(1, window, 0, 100, AccessFlag.REMOTE_WRITE);

        List<JournalEvent> events = journal.since(mark);

        assertEquals(EnumSet.of(Layer.UVERBS, Layer.DRIVER, Layer.HW_SIM), layers(events));
        assertEquals(
                only(WqeWritten.class, events).index(),
                only(WqeFetched.class, events).index());
        assertEquals(bound.rkey(), only(KeyChanged.class, events).key());
    }

    /** Of a list of which the last request is refused, of a batch, and of a bind of type 1. */
    @Test
    void shouldHearOfAPostBehindItsWqeAndBeforeItsDoorbell() {
        MemoryRegion region = pair.alice().region();
        RemoteBuffer there = pair.bob().region().remote();
        WorkRequest refused =
                BindMw.of(3, pair.alice().pd().allocMw(MwType.TYPE_1), 0, region.slice(0, 8), AccessFlag.REMOTE_READ);
        assertPostedBeforeDoorbell(
                List.of(1L, 2L),
                () -> assertThrows(
                        PostException.class,
                        () -> pair.alice()
                                .qp()
                                .post(
                                        Send.of(1, region.slice(0, 8)).unsignaled(),
                                        Send.of(2, region.slice(0, 8)),
                                        refused)));
        assertPostedBeforeDoorbell(
                List.of(4L, 5L),
                () -> pair.alice()
                        .qp()
                        .builder()
                        .start()
                        .request(4, 0)
                        .rdmaWrite(there.rkey(), there.address())
                        .sge(region, region.address(), 8)
                        .request(5, 0)
                        .rdmaWrite(there.rkey(), there.address())
                        .sge(region, region.address(), 8)
                        .complete());
        MemoryWindow window = pair.bob().pd().allocMw(MwType.TYPE_1);
        assertPostedBeforeDoorbell(
                List.of(6L),
                () -> pair.bob().qp().bindMw(6, window, pair.bob().region().slice(0, 8), AccessFlag.REMOTE_READ));
    }

    private void assertPostedBeforeDoorbell(List<Long> wrIds, Runnable post) {
        long mark = journal.mark();
        post.run();
        List<JournalEvent> events = journal.since(mark);
        List<String> kinds = events.stream()
                .filter(event -> event instanceof WqeWritten
                        || event instanceof Posted
                        || event instanceof DoorbellSeen
                        || event instanceof DoorbellRung)
                .map(event -> event.getClass().getSimpleName())
                .toList();
        List<String> due = new ArrayList<>(Collections.nCopies(wrIds.size(), "WqeWritten"));
        due.addAll(Collections.nCopies(wrIds.size(), "Posted"));
        assertEquals(due, kinds.subList(0, due.size()), kinds::toString);
        assertTrue(kinds.contains("DoorbellRung"), kinds::toString);
        assertEquals(wrIds, all(Posted.class, events).stream().map(Posted::wrId).toList());
    }

    @Test
    void shouldTellARefusalWithItsRuleAndBothQpsInError() {
        RemoteBuffer region = pair.bob().region().remote();
        long mark = journal.mark();
        pair.alice().attempt(RdmaWrite.of(1, region, pair.alice().region().slice(0, 8)));

        List<JournalEvent> events = journal.since(mark);

        Refused refused = only(Refused.class, events);
        assertEquals(HcaRule.R4.id(), refused.refusal().ruleId());
        assertEquals("bob", refused.stamp().host());
        assertEquals(Layer.HW_SIM, refused.stamp().layer());
        assertEquals(
                Set.of("alice", "bob"),
                all(QpStateChanged.class, events).stream()
                        .map(it -> it.stamp().host())
                        .collect(Collectors.toSet()));
    }

    @Test
    void shouldOrderEventsBySequenceAndTime() {
        write(1, 5000);
        List<JournalEvent> events = journal.since(0);

        assertFalse(events.isEmpty());
        for (int i = 1; i < events.size(); i++) {
            assertTrue(
                    events.get(i - 1).stamp().sequence() < events.get(i).stamp().sequence());
            assertTrue(
                    events.get(i - 1).stamp().nanos() <= events.get(i).stamp().nanos());
        }
    }

    @Test
    void shouldTakeTheMiddlePacketsOfAMessageTogether() {
        long mark = journal.mark();
        write(1, 12_288);

        List<JournalEvent> events = journal.since(mark);

        PacketsSent middle = only(PacketsSent.class, events);
        assertEquals(1, middle.packets());
        assertEquals(4096, middle.payloadBytes());
        assertEquals(
                List.of("alice", "alice", "bob"),
                all(PacketSent.class, events).stream()
                        .map(it -> it.stamp().host())
                        .toList());
    }

    @Test
    void shouldKeepOnlyTheLastEvents() {
        for (int i = 0; i < 40_000; i++) {
            pair.alice().qp().endpoint();
        }
        List<JournalEvent> events = journal.since(0);

        assertEquals(1 << 16, events.size());
        assertEquals(journal.mark() - 1, events.getLast().stamp().sequence());
    }

    @Test
    void shouldShowASinkWhatItNoLongerKeeps() {
        List<JournalEvent> seen = new ArrayList<>();
        journal.addSink(seen::add);
        write(1, 5000);

        assertEquals(journal.since(0), seen);
    }

    @Test
    void shouldHearNothingOnceItIsClosed() {
        journal.close();
        long mark = journal.mark();

        write(1, 5000);

        assertEquals(List.of(), journal.since(mark));
    }

    @Test
    void shouldWriteOneLinePerEvent() throws IOException {
        StringWriter out = new StringWriter();
        try (JournalText text = new JournalText(out)) {
            journal.addSink(text);
            write(1, 12_288);
        }
        List<String> lines = out.toString().lines().toList();

        assertEquals(journal.since(0).stream().map(JournalText::line).toList(), lines);
        assertTrue(lines.stream().allMatch(line -> line.matches(" *\\d+ +\\d+\\.\\d{3} us  (alice|bob) +\\S+ +\\S.*")));
    }

    @Test
    void shouldLetTheProgramRunWhenItsTextCannotBeWritten() {
        JournalText text = new JournalText(new OutputStreamWriter(new BrokenStream(100), StandardCharsets.UTF_8));
        journal.addSink(text);

        write(1, 12_288);

        assertThrows(IOException.class, text::close);
        assertEquals((byte) 0xaa, pair.bob().memory().get(12_287, 1)[0]);
    }

    @Test
    void shouldBeTheSameTextForTheSameProgram() {
        assertEquals(text(), text());
    }

    private static String text() {
        try (Pair pair = new Pair();
                Journal journal = Journal.of(pair.bench())) {
            RemoteBuffer window =
                    pair.bob().bind(1, pair.bob().pd().allocMw(MwType.TYPE_1), 0, 12_288, AccessFlag.REMOTE_WRITE);
            pair.alice().perform(RdmaWrite.of(1, window, pair.alice().region().all()));
            pair.assertRefused(
                    HcaRule.A7,
                    window,
                    RdmaWrite.of(2, window.at(1), pair.alice().region().all()));
            pair.reconnect();
            return journal.since(0).stream().map(JournalText::line).collect(Collectors.joining("\n"));
        }
    }

    private void write(long wrId, int bytes) {
        MemoryWindow window = pair.bob().pd().allocMw(MwType.TYPE_1);
        RemoteBuffer bound = pair.bob().bind(wrId, window, 0, bytes, AccessFlag.REMOTE_WRITE);
        pair.alice().perform(RdmaWrite.of(wrId, bound, pair.alice().region().slice(0, bytes)));
    }

    private static Set<Layer> layers(List<JournalEvent> events) {
        return events.stream().map(event -> event.stamp().layer()).collect(Collectors.toSet());
    }

    private static <T extends JournalEvent> List<T> all(Class<T> type, List<JournalEvent> events) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static <T extends JournalEvent> T only(Class<T> type, List<JournalEvent> events) {
        List<T> found = all(type, events);
        assertEquals(1, found.size(), () -> type.getSimpleName() + " in " + events);
        return found.getFirst();
    }
}
