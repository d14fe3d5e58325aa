package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoHang.class)
class CompletionChannelTest {
    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final Context context = bob.context();
    private final CompletionChannel channel = context.createCompletionChannel();
    private final CompletionQueue cq = context.createCq(CqSpec.of(64).channel(channel));
    private final QueuePair receiver = bob.pd().createQp(QpSpec.rc(bob.cq(), cq));
    private final QueuePair sender = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
    private long wrId;

    CompletionChannelTest() {
        // Another thread posts receives, and the virtual clock does not wait for it.
        pair.bench().connectPair(sender, receiver, ConnectOptions.DEFAULT);
    }

    private Send send() {
        receiver.postRecv(++wrId, bob.region().slice(0, 8));
        return Send.of(++wrId, alice.region().slice(0, 8));
    }

    private void complete(Send send) {
        sender.post(send);
        alice.await(send.wrId()).orThrow();
    }

    private int poll() {
        return cq.poll(new Completions(64));
    }

    @Test
    void shouldWakeAWaiterWhenACompletionArrives() {
        cq.requestNotify(false);
        assertEquals(Optional.empty(), channel.pollEvent());

        complete(send());

        assertEquals(cq, channel.awaitEvent(Patience.LIMIT));
        assertEquals(1, poll());
        cq.ackEvents(1);
    }

    @Test
    void shouldLoseNoCompletionThatSlipsInBetweenPollAndArm() {
        assertEquals(0, poll());
        complete(send());

        cq.requestNotify(false);

        assertEquals(cq, channel.awaitEvent(Patience.LIMIT));
        cq.ackEvents(1);
    }

    @Test
    void shouldTellNothingWithoutAnArm() {
        complete(send());

        assertEquals(
                Errno.EAGAIN,
                assertThrows(VerbsException.class, () -> channel.awaitEvent(Patience.LIMIT))
                        .errno());
    }

    @Test
    void shouldWaitForASolicitedCompletionWhereAsked() {
        cq.requestNotify(true);
        complete(send());
        assertEquals(Optional.empty(), channel.pollEvent());

        complete(send().solicited());

        assertEquals(Optional.of(cq), channel.pollEvent());
        assertEquals(2, poll());
        cq.ackEvents(1);
    }

    @Test
    void shouldKeepAnyArmWhenArmedForSolicitedLater() {
        cq.requestNotify(false);
        cq.requestNotify(true);

        complete(send());

        assertEquals(cq, channel.awaitEvent(Patience.LIMIT));
        assertEquals(1, poll());
        cq.ackEvents(1);
    }

    @Test
    void shouldTellWhichOfItsCqsHasSomething() {
        CompletionQueue second =
                context.createCq(CqSpec.of(64).channel(channel).vector(context.completionVectors() - 1));
        QueuePair other = bob.pd().createQp(QpSpec.rc(bob.cq(), second));
        QueuePair peer = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
        pair.bench().connectPair(peer, other);
        cq.requestNotify(false);
        second.requestNotify(false);
        other.postRecv(1, bob.region().slice(0, 8));

        peer.post(Send.of(1000, alice.region().slice(0, 8)));

        assertEquals(second, channel.awaitEvent(Patience.LIMIT));
        second.ackEvents(1);
        assertEquals(Optional.empty(), channel.pollEvent());
    }

    @Test
    void shouldMakeSystemCallsForEventsOnlyNotForArmsAndPolls() {
        cq.requestNotify(false);
        complete(send());
        long before = bob.host().process().transitions().total();

        channel.awaitEvent(Patience.LIMIT);
        cq.ackEvents(1);
        cq.requestNotify(false);
        poll();

        assertEquals(before + 1, bob.host().process().transitions().total());
    }

    @Test
    void shouldHoldEventsBackUntilThereAreEnough() {
        cq.moderate(3, Duration.ofMillis(4));
        cq.requestNotify(false);
        complete(send());
        complete(send());
        assertEquals(Optional.empty(), channel.pollEvent());

        complete(send());

        assertEquals(Optional.of(cq), channel.pollEvent());
        cq.ackEvents(1);
    }

    @Test
    void shouldNotHoldEventsBackForLongerThanThePeriod() {
        cq.moderate(3, Duration.ofMillis(4));
        cq.requestNotify(false);
        long start = context.now();
        complete(send());

        assertEquals(cq, channel.awaitEvent(Patience.LIMIT));

        long waited = context.now() - start;
        assertTrue(waited >= 4_000_000 && waited < 5_000_000, "waited " + waited);
        cq.ackEvents(1);
    }

    @Test
    void shouldServeALoopThatSleepsBetweenCompletions() throws InterruptedException {
        int messages = 500;
        AtomicInteger received = new AtomicInteger();
        for (int i = 0; i < 32; i++) {
            receiver.postRecv(i, bob.region().slice(0, 8));
        }
        Thread consumer = new Thread(() -> consume(messages, received));
        consumer.start();
        for (int i = 0; i < messages; i++) {
            sender.post(Send.of(1000 + i, alice.region().slice(0, 8)));
            alice.await(1000 + i).orThrow();
        }
        consumer.join();

        assertEquals(messages, received.get());
        receiver.close();
        cq.close();
    }

    /**
     * As every program does it: arm, poll, and sleep only if there was nothing. It sleeps in small pieces, because a
     * wait would let the clock jump past the patience of the other thread.
     */
    private void consume(int messages, AtomicInteger received) {
        Completions block = new Completions(16);
        while (received.get() < messages) {
            cq.requestNotify(false);
            int found = cq.poll(block);
            if (found == 0) {
                Patience.until(
                        "a completion event comes", () -> channel.pollEvent().isPresent());
                cq.ackEvents(1);
            }
            for (int i = 0; i < found; i++) {
                received.incrementAndGet();
                receiver.postRecv(block.wrId(i), bob.region().slice(0, 8));
            }
        }
    }
}
