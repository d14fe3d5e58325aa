package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionCursor;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.DeviceClock;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionTimestampTest {
    private static final int MESSAGES = 12;
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final WcExField[] TIMES = WcExField.values();

    /** A program that stamps what it receives, and its peer. */
    private static final class Stage implements AutoCloseable {
        final TestBench bench = TestBench.twoHosts();
        final Context alice = bench.host("alice").open();
        final Context bob = bench.host("bob").open();
        final CompletionQueue sent;
        final CompletionQueue received;
        final QueuePair sender;
        final QueuePair receiver;
        final MemoryRegion from;
        final MemoryRegion into;

        Stage(WcExField... fields) {
            ProtectionDomain alices = alice.allocPd();
            ProtectionDomain bobs = bob.allocPd();
            sent = alice.createCq(CqSpec.of(64).extended(fields));
            received = bob.createCq(CqSpec.of(64).extended(fields));
            sender = alices.createQp(QpSpec.rc(sent, sent));
            receiver = bobs.createQp(QpSpec.rc(received, received));
            bench.connectPair(sender, receiver);
            from = alices.regMr(alice.allocate(4096));
            into = bobs.regMr(bob.allocate(4096), AccessFlag.LOCAL_WRITE);
        }

        void send(int wrId) {
            receiver.postRecv(wrId, into.slice(0, 64));
            sender.post(Send.of(wrId, from.slice(0, 64)));
        }

        @Override
        public void close() {
            bench.close();
        }
    }

    /** Takes a number of completions as they come, and returns their times. */
    private static List<Long> times(CompletionQueue cq, int count) {
        CompletionCursor cursor = cq.cursor();
        List<Long> times = new ArrayList<>();
        for (int turn = 0; turn < 10_000 && times.size() < count; turn++) {
            int errno = cursor.startPoll();
            while (errno == 0) {
                assertEquals(WcStatus.SUCCESS, cursor.status());
                times.add(cursor.completionTimestamp());
                errno = cursor.nextPoll();
            }
            cursor.endPoll();
        }
        assertEquals(count, times.size());
        return times;
    }

    private static List<Long> run() {
        try (Stage stage = new Stage(TIMES)) {
            for (int i = 0; i < MESSAGES; i++) {
                stage.send(i);
            }
            List<Long> times = new ArrayList<>(times(stage.sent, MESSAGES));
            times.addAll(times(stage.received, MESSAGES));
            return times;
        }
    }

    @Test
    void shouldAnnounceItsClockAndReadIt() {
        try (TestBench bench = TestBench.twoHosts()) {
            Context context = bench.host("alice").open();
            DeviceClock clock = context.clock();
            assertEquals(156_250, clock.kiloHertz());
            assertEquals(-1, clock.timestampMask());

            long before = clock.read();
            assertThrows(VerbsException.class, () -> context.createCq(1).await(Duration.ofMillis(10)));
            long ticks = clock.read() - before;

            // 10 ms are 1,562,500 ticks.
            assertTrue(ticks >= 1_562_500 && ticks < 2_000_000, "ticks=" + ticks);
            assertEquals(context.now(), clock.nanos(clock.read()), 7);
        }
    }

    @Test
    void shouldStampEachCompletionWhenItIsWritten() {
        try (Stage stage = new Stage(TIMES)) {
            long last = stage.bob.clock().read();
            for (int i = 0; i < MESSAGES; i++) {
                stage.bench.fabric().progressUntil(stage.bob.now() + 1_000_000);
                long earliest = stage.bob.clock().read();
                stage.send(i);
                long time = times(stage.received, 1).getFirst();
                assertTrue(time >= earliest && time <= stage.bob.clock().read(), "time=" + time);
                assertTrue(time > last);
                last = time;
            }
        }
    }

    @Test
    void shouldNeverGoBack() {
        List<Long> times = run();

        List<Long> sends = times.subList(0, MESSAGES);
        assertEquals(sends.stream().sorted().toList(), sends);
        List<Long> receives = times.subList(MESSAGES, times.size());
        assertEquals(receives.stream().sorted().toList(), receives);
        assertTrue(times.getLast() > 0);
    }

    @Test
    void shouldGiveTheSameTimesAgain() {
        assertEquals(run(), run());
    }

    @Test
    void shouldTellTheTimeOfTheHostsClock() {
        try (Stage stage = new Stage(TIMES)) {
            stage.bench.fabric().progressUntil(stage.bob.now() + 5_000_000_000L);
            long before = stage.bob.now();
            stage.send(1);
            CompletionCursor cursor = stage.received.cursor();
            while (cursor.startPoll() != 0) {
                assertTrue(stage.bob.now() < before + 1_000_000_000L);
            }

            assertTrue(cursor.completionWallclock() >= before - 7, "before=" + before);
            assertTrue(cursor.completionWallclock() <= stage.bob.now());
            assertEquals(stage.bob.clock().nanos(cursor.completionTimestamp()), cursor.completionWallclock());
            cursor.endPoll();
        }
    }

    @Test
    void shouldKeepTheTimeOfACompletionThatAnotherWaitTookAlong() {
        try (Stage stage = new Stage(TIMES)) {
            stage.send(1);
            stage.send(2);
            stage.received.await(2, PATIENCE).orThrow();
            long latest = stage.bob.clock().read();

            CompletionCursor cursor = stage.received.cursor();
            assertEquals(0, cursor.startPoll());
            assertEquals(1, cursor.wrId());
            assertTrue(cursor.completionTimestamp() > 0 && cursor.completionTimestamp() <= latest);
            cursor.endPoll();
            assertEquals(Errno.ENOENT.code(), cursor.startPoll());
        }
    }

    @Test
    void shouldTellNoTimeThatWasNotAskedFor() {
        try (Stage stage = new Stage(WcExField.COMPLETION_TIMESTAMP)) {
            stage.send(1);
            times(stage.received, 1);
            assertThrows(
                    IllegalStateException.class, () -> stage.received.cursor().completionWallclock());
            assertThrows(
                    IllegalStateException.class,
                    () -> stage.alice.createCq(1).cursor().completionTimestamp());
        }
    }
}
