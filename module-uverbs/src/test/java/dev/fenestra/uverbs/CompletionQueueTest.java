package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.WorkCompletionException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

class CompletionQueueTest {
    private static final Duration SOON = Duration.ofNanos(10_000);

    private final Bench bench = new Bench();
    private final CompletionQueue cq = bench.context.createCq(8);
    private final FakeCq device = bench.provider.lastCq;

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldPollUntilTheBlockIsFull() {
        for (int i = 0; i < 5; i++) {
            device.done(i);
        }
        Completions block = new Completions(3);

        assertEquals(3, cq.poll(block));
        assertEquals(2, cq.poll(block));
        assertEquals(3, block.wrId(0));
        assertEquals(0, cq.poll(block));
        assertEquals(0, block.size());
    }

    @Test
    void shouldLetTheDeviceWorkOnceAfterAnEmptyPollOnly() {
        bench.provider.work = () -> device.done(1);
        bench.provider.asked.clear();
        Completions block = new Completions(3);

        assertEquals(0, cq.poll(block));
        assertEquals(List.of("progress"), bench.provider.asked);
        assertEquals(1, cq.poll(block));
        assertEquals(List.of("progress"), bench.provider.asked);
    }

    @Test
    @Provokes("POLL-1")
    void shouldReportABrokenQueue() {
        device.broken = true;

        VerbsException refused = assertThrows(VerbsException.class, () -> cq.poll(new Completions(1)));

        assertEquals(Errno.EIO, refused.errno());
        assertEquals(VerbsRule.CQ_ALIVE, refused.rule());
        assertEquals(
                VerbsRule.CQ_ALIVE,
                assertThrows(VerbsException.class, () -> cq.await(SOON)).rule());
    }

    @Test
    void shouldAwaitWhatTheDeviceDoesLater() {
        bench.provider.work = () -> {
            if (bench.provider.clock == 5_000) {
                device.done(9);
            }
        };

        assertEquals(9, cq.await(SOON).wrId());
        assertEquals(5_000, bench.context.now());
    }

    @Test
    @Provokes("CQX-1")
    void shouldRefuseAnExtendedCqWhereTheDeviceStampsNoCompletions() {
        VerbsException refused = assertThrows(
                VerbsException.class,
                () -> bench.context.createCq(CqSpec.of(8).extended(WcExField.COMPLETION_TIMESTAMP)));

        assertEquals(VerbsRule.CQ_FIELDS, refused.rule());
        assertEquals(Errno.EOPNOTSUPP, refused.errno());
    }

    @Test
    @Provokes("POLL-2")
    void shouldGiveUpAtTheTimeoutOfTheDeviceClock() {
        VerbsException refused = assertThrows(VerbsException.class, () -> cq.await(4, SOON));

        assertEquals(Errno.EAGAIN, refused.errno());
        assertEquals(VerbsRule.COMPLETION_IN_TIME, refused.rule());
        assertEquals("CQ 1, wrId=4, timeout=PT0.00001S: nothing is in flight", refused.values());
        assertEquals(11_000, bench.context.now());
    }

    @Test
    @Provokes("POLL-3")
    void shouldEndAPollThatCanNeverReturn() {
        bench.provider.inFlight = new InFlight(false, 7, List.of());

        VerbsException refused = assertThrows(VerbsException.class, this::pollForEver);

        assertEquals(VerbsRule.POLL_CAN_RETURN, refused.rule());
        assertEquals("CQ 1: nothing is in flight, and nothing can come", refused.values());
    }

    @Test
    @Provokes("POLL-4")
    void shouldEndAWaitOfAThreadThatIsInterrupted() {
        Thread.currentThread().interrupt();

        assertEquals(
                Errno.EINTR,
                assertThrows(VerbsException.class, this::pollForEver).errno());
        assertEquals(
                VerbsRule.NOT_INTERRUPTED,
                assertThrows(VerbsException.class, () -> cq.await(4, SOON)).rule());
        assertTrue(Thread.interrupted());
    }

    private void pollForEver() {
        Completions block = new Completions(1);
        while (cq.poll(block) == 0) {
            // As programs wait.
        }
    }

    @Test
    void shouldKeepCompletionsOfOthersForLaterAwaitsAndPolls() {
        device.done(1);
        device.failed(2, WcStatus.REM_ACCESS_ERR);
        device.done(3);
        device.received(4, 99);

        assertEquals(3, cq.await(3, SOON).wrId());
        assertEquals(0, device.left());
        device.done(5);
        assertEquals(1, cq.await(SOON).wrId());
        Completions block = new Completions(8);
        assertEquals(3, cq.poll(block));
        assertEquals(List.of(2L, 4L, 5L), List.of(block.wrId(0), block.wrId(1), block.wrId(2)));
        assertEquals(WcStatus.REM_ACCESS_ERR, block.status(0));
        assertEquals(0x88, block.vendorError(0));
        assertEquals(99, block.immediateOrKey(1));
        assertEquals(WcOpcode.RECV.code(), block.opcode(1));
    }

    @Test
    void shouldKeepMoreThanOneBatch() {
        for (int i = 0; i < 40; i++) {
            device.done(i);
        }

        assertEquals(39, cq.await(39, SOON).wrId());
        Completions block = new Completions(64);
        assertEquals(39, cq.poll(block));
        assertEquals(38, block.wrId(38));
    }

    @Test
    void shouldTellSuccessFromFailure() {
        device.received(1, 42);
        device.invalidated(2, 0x0503);
        device.failed(3, WcStatus.WR_FLUSH_ERR);

        assertEquals(
                new Completion.Done(
                        1,
                        WcOpcode.RECV,
                        100,
                        FakeCq.QPN,
                        OptionalInt.of(42),
                        OptionalInt.empty(),
                        OptionalInt.empty()),
                cq.await(SOON).orThrow());
        assertEquals(OptionalInt.of(0x0503), cq.await(SOON).orThrow().invalidatedKey());
        Completion failed = cq.await(SOON);
        assertInstanceOf(Completion.Failed.class, failed);
        assertEquals(WcStatus.WR_FLUSH_ERR, failed.status());
        WorkCompletionException thrown = assertThrows(WorkCompletionException.class, failed::orThrow);
        assertEquals(failed, thrown.completion());
    }

    @Test
    void shouldTellTheObserverOfEachCompletionOnce() {
        VerbsObserver observer = mock(VerbsObserver.class);
        bench.context.addObserver(observer);
        device.done(1);
        device.done(2);
        cq.await(2, SOON);
        cq.poll(new Completions(4));

        InOrder told = inOrder(observer);
        told.verify(observer).polled(1, 17, 1, 0, 1, 8);
        told.verify(observer).polled(1, 17, 2, 0, 1, 8);
        verifyNoMoreInteractions(observer);
    }
}
