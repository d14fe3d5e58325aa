package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventTest {
    private static final Duration SOON = Duration.ofNanos(5_000);

    private final Bench bench = new Bench();
    private final Context context = bench.context;
    private final FakeProvider provider = bench.provider;
    private final CompletionChannel channel = context.createCompletionChannel();
    private final CompletionQueue cq = context.createCq(CqSpec.of(8).channel(channel));

    @AfterEach
    void close() {
        bench.close();
    }

    private static void assertBusy(VerbsObject object) {
        VerbsException refused = assertThrows(VerbsException.class, object::close);
        assertEquals(VerbsRule.ACKNOWLEDGED, refused.rule());
        assertEquals(Errno.EBUSY, refused.errno());
        assertTrue(object.isOpen());
    }

    @Test
    @Provokes("EVT-1")
    void shouldGiveUpWaitingForAnEventThatDoesNotCome() {
        VerbsException none = assertThrows(VerbsException.class, () -> context.awaitAsyncEvent(SOON));
        assertEquals(VerbsRule.EVENT_IN_TIME, none.rule());
        assertEquals(Errno.EAGAIN, none.errno());
        assertEquals(
                VerbsRule.EVENT_IN_TIME,
                assertThrows(VerbsException.class, () -> channel.awaitEvent(SOON))
                        .rule());
        assertEquals(Optional.empty(), context.pollAsyncEvent());
        assertEquals(Optional.empty(), channel.pollEvent());
    }

    @Test
    void shouldAwaitAnEventThatTheDeviceTellsLater() {
        provider.work = () -> {
            if (provider.clock == 3_000) {
                provider.completed();
            }
        };

        assertEquals(cq, channel.awaitEvent(SOON));
        assertEquals("event taken", provider.asked.getLast());
        cq.ackEvents(1);
    }

    @Test
    @Provokes("EVT-2")
    void shouldRefuseToCloseAnObjectOfWhichThisThreadHoldsEvents() {
        provider.completed();
        provider.raised(AsyncEventType.CQ_ERR);
        channel.awaitEvent(SOON);
        assertBusy(cq);
        cq.ackEvents(1);

        AsyncEvent event = context.awaitAsyncEvent(SOON);
        assertEquals(Optional.of(cq), event.cq());
        assertBusy(cq);
        event.ack();
        event.ack();

        cq.close();
        assertFalse(cq.isOpen());
    }

    @Test
    void shouldWaitForOtherThreadsToAcknowledgeWhenAnObjectIsClosed() throws InterruptedException {
        provider.raised(AsyncEventType.CQ_ERR);
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch mayAcknowledge = new CountDownLatch(1);
        Thread taker = new Thread(() -> {
            try (AsyncEvent event = context.awaitAsyncEvent(SOON)) {
                assertEquals(AsyncEventType.CQ_ERR, event.type());
                taken.countDown();
                mayAcknowledge.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        taker.start();
        taken.await();
        Thread closer = new Thread(cq::close);
        closer.start();

        while (!provider.asked.contains("destroyCq")) {
            assertFalse(Thread.currentThread().isInterrupted(), "interrupted while it waited for destroyCq");
            Thread.onSpinWait();
        }
        assertTrue(cq.isOpen());
        mayAcknowledge.countDown();
        closer.join();
        taker.join();

        assertFalse(cq.isOpen());
    }

    @Test
    void shouldNotWaitForAThreadThatHasEnded() throws InterruptedException {
        provider.completed();
        Thread taker = new Thread(() -> channel.awaitEvent(SOON));
        taker.start();
        taker.join();

        assertBusy(cq);
        cq.ackEvents(1);
        cq.close();
    }

    @Test
    void shouldCloseAnObjectWhoseEventsNobodyHasTaken() {
        provider.completed();
        provider.raised(AsyncEventType.CQ_ERR);

        assertDoesNotThrow(cq::close);
        assertEquals(Optional.empty(), channel.pollEvent());
        assertEquals(Optional.empty(), context.pollAsyncEvent());
    }

    @Test
    void shouldAcknowledgeNoMoreThanWasTaken() {
        provider.completed();
        channel.awaitEvent(SOON);

        assertThrows(IllegalArgumentException.class, () -> cq.ackEvents(2));
        assertThrows(IllegalArgumentException.class, () -> cq.ackEvents(-1));
        cq.ackEvents(1);
        assertThrows(IllegalArgumentException.class, () -> cq.ackEvents(1));
    }

    @Test
    void shouldKeepAChannelWhileACqHasIt() {
        assertEquals(
                Errno.EBUSY, assertThrows(VerbsException.class, channel::close).errno());

        cq.close();
        channel.close();
    }

    @Test
    void shouldTellOfPorts() {
        provider.events().raised(AsyncEventType.PORT_ERR, 1);

        try (AsyncEvent event = context.awaitAsyncEvent(SOON)) {
            assertEquals(OptionalInt.of(1), event.port());
            assertEquals(Optional.empty(), event.object());
            assertEquals("PORT_ERR of port 1", event.toString());
        }
    }

    @Test
    void shouldArmWithoutASystemCall() {
        long before = bench.process.transitions().total();

        cq.requestNotify(true);

        assertEquals("arm solicitedOnly=true", provider.asked.getLast());
        assertEquals(before, bench.process.transitions().total());
    }

    @Test
    void shouldGoOverToTheNewRingWhenTheDeviceHas() {
        provider.asked.clear();

        cq.resize(20);

        assertEquals(
                List.of("prepare resize to 20", "resizeCq 20", "complete resize to 20 " + cq.handle()), provider.asked);
    }

    @Test
    void shouldKeepTheRingWhenAResizeIsRefused() {
        provider.asked.clear();
        provider.refused = "resizeCq 20";

        assertThrows(VerbsException.class, () -> cq.resize(20));
        assertEquals("discard resize to 20", provider.asked.getLast());
    }

    @Test
    void shouldModerateInMicroseconds() {
        cq.moderate(16, Duration.ofMillis(2));

        assertEquals("modifyCq 16 2000", provider.asked.getLast());
    }

    @Test
    void shouldSayThatAProviderHasNoExtendedPolling() {
        assertEquals(Errno.EOPNOTSUPP.code(), cq.cursor().startPoll());
        assertThrows(IllegalStateException.class, () -> cq.cursor().wrId());
    }
}
