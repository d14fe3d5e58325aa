package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.request.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqResizeTest {
    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final CompletionQueue cq = bob.context().createCq(15);
    private final QueuePair receiver = bob.pd().createQp(QpSpec.rc(bob.cq(), cq).maxRecv(2048));
    private final QueuePair sender = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
    private final List<Long> polled = new ArrayList<>();
    private long sent;

    CqResizeTest() {
        pair.bench().connectPair(sender, receiver);
    }

    private void complete(int count) {
        for (int i = 0; i < count; i++) {
            receiver.postRecv(sent, bob.region().slice(0, 8));
            sender.post(Send.of(1_000_000 + sent, alice.region().slice(0, 8)));
            alice.await(1_000_000 + sent).orThrow();
            sent++;
        }
    }

    private void poll(int most) {
        Completions block = new Completions(most);
        int found = cq.poll(block);
        for (int i = 0; i < found; i++) {
            polled.add(block.wrId(i));
        }
    }

    private void assertAllPolledInOrder() {
        poll(1000);
        assertEquals(LongStream.range(0, sent).boxed().toList(), polled);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 31, 1000})
    void shouldKeepWhatIsInTheQueue(int cqe) {
        complete(12);
        poll(5);

        cq.resize(cqe);
        complete(2);

        assertTrue(cq.capacity() >= cqe);
        assertAllPolledInOrder();
    }

    @Test
    void shouldKeepAnEmptyQueueEmpty() {
        cq.resize(100);

        poll(10);
        assertEquals(List.of(), polled);
        complete(100);
        assertAllPolledInOrder();
    }

    @Test
    void shouldRefuseARingThatWhatIsInTheQueueDoesNotFit() {
        complete(12);

        VerbsException refused = assertThrows(VerbsException.class, () -> cq.resize(7));

        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(15, cq.capacity());
        complete(3);
        assertAllPolledInOrder();
    }

    @Test
    void shouldRefuseACapacityThatTheDeviceDoesNotHave() {
        assertThrows(VerbsException.class, () -> cq.resize(0));
        assertThrows(VerbsException.class, () -> cq.resize(Integer.MAX_VALUE));

        assertEquals(15, cq.capacity());
        complete(3);
        assertAllPolledInOrder();
    }

    @Test
    void shouldSurviveAnyOrderOfResizesAndLaps() {
        long seed = 20;
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            int waiting = (int) sent - polled.size();
            switch (random.nextInt(3)) {
                case 0 -> complete(Math.min(cq.capacity() - waiting, random.nextInt(40)));
                case 1 -> poll(1 + random.nextInt(20));
                default -> cq.resize(Math.max(waiting, 1 + random.nextInt(100)));
            }
        }
        assertAllPolledInOrder();
    }
}
