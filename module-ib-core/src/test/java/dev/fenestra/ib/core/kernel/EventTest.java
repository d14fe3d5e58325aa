package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.intThat;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.calls.KernelCqs;
import dev.fenestra.ib.core.kernel.calls.KernelEvents;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class EventTest {
    private static final int VECTORS = 2;

    private final Bench bench = new Bench();
    private final FakeDevice device = bench.device;
    private final KernelContext context = bench.context;
    private final KernelEvents events = context.events();

    EventTest() {
        device.vectors = VECTORS;
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private int cq(int channel) {
        return context.cqs().create(8, channel, 0, Udata.none());
    }

    @Test
    @Provokes("CQ-2")
    void shouldRefuseAVectorThatTheDeviceDoesNotHave() {
        assertRefused(QueueRule.CQ_VECTOR, () -> context.cqs().create(8, KernelCqs.NO_CHANNEL, VECTORS, Udata.none()));
        assertRefused(QueueRule.CQ_VECTOR, () -> context.cqs().create(8, KernelCqs.NO_CHANNEL, -1, Udata.none()));

        context.cqs().create(8, KernelCqs.NO_CHANNEL, VECTORS - 1, Udata.none());

        verify(device).createCq(any(), eq(8), eq(1), any());
        verify(device, never()).createCq(any(), anyInt(), intThat(vector -> vector != 1), any());
    }

    @Test
    @Provokes("CQ-3")
    void shouldRefuseAChannelWhereTheDeviceHasNoEvents() {
        int channel = events.createChannel();
        device.vectors = 0;

        assertRefused(QueueRule.CQ_CHANNEL, () -> cq(channel));
        cq(KernelCqs.NO_CHANNEL);
    }

    @Test
    @Provokes("CQ-4")
    void shouldRefuseModerationBeyond16Bits() {
        int cq = cq(KernelCqs.NO_CHANNEL);

        assertRefused(QueueRule.CQ_MODERATION, () -> context.cqs().moderate(cq, 0x10000, 1));
        assertRefused(QueueRule.CQ_MODERATION, () -> context.cqs().moderate(cq, 1, 0x10000));
        assertRefused(QueueRule.CQ_MODERATION, () -> context.cqs().moderate(cq, -1, 1));
        assertRefused(QueueRule.CQ_MODERATION, () -> context.cqs().moderate(cq, 1, -1));
        verify(device, never()).modifyCq(any(), anyInt(), anyInt());
    }

    @Test
    void shouldRefuseToResizeBeyondTheDevicesLimit() {
        int cq = cq(KernelCqs.NO_CHANNEL);

        assertRefused(QueueRule.CQ_CAPACITY, () -> context.cqs().resize(cq, 1001, Udata.none()));
        assertRefused(QueueRule.CQ_CAPACITY, () -> context.cqs().resize(cq, 0, Udata.none()));
    }

    @Test
    void shouldKeepAChannelWhileACqHasIt() {
        int channel = events.createChannel();
        int cq = cq(channel);

        assertTrue(assertRefused(KernelRule.HELD, () -> events.destroyChannel(channel))
                .values()
                .contains("CQ " + cq));
        context.cqs().destroy(cq);
        events.destroyChannel(channel);
    }

    @Test
    void shouldCountTheEventsThatWereReadAndDropTheOthersWhenTheObjectGoes() {
        int channel = events.createChannel();
        int other = cq(channel);
        int cq = cq(channel);
        for (int i = 0; i < 3; i++) {
            device.events().completed(device.lastCq());
            device.events().raised(AsyncEventType.CQ_ERR, device.lastCq(), null);
        }

        assertEquals(OptionalInt.of(cq), events.readCompletion(channel));
        assertEquals(OptionalInt.of(cq), events.readCompletion(channel));
        assertEquals(Optional.of(new AsyncEventResponse(AsyncEventType.CQ_ERR, cq, 0, null)), events.readAsync());

        assertEquals(new EventCounts(2, 1), context.cqs().destroy(cq));
        assertFalse(events.hasCompletion(channel));
        assertFalse(events.hasAsync());
        assertEquals(EventCounts.NONE, context.cqs().destroy(other));
    }

    @Test
    void shouldDropWhatIsToldOfAnObjectThatIsGone() {
        int cq = cq(events.createChannel());
        context.cqs().destroy(cq);

        device.events().completed(device.lastCq());
        device.events().raised(AsyncEventType.CQ_ERR, device.lastCq(), null);

        assertFalse(events.hasAsync());
    }

    @Test
    void shouldTellAnEventToTheProcessThatOwnsTheObjectOnly() {
        KernelContext stranger = bench.open(bench.host.createProcess("stranger"));
        cq(KernelCqs.NO_CHANNEL);

        device.events().raised(AsyncEventType.CQ_ERR, device.lastCq(), null);

        assertTrue(events.hasAsync());
        assertFalse(stranger.events().hasAsync());
    }

    @Test
    void shouldTellEveryOpenContextOfAPort() {
        KernelContext second = bench.open(bench.process);
        KernelContext closed = bench.open(bench.process);
        closed.close();

        device.events().raised(AsyncEventType.PORT_ERR, 1);

        AsyncEventResponse expected = new AsyncEventResponse(AsyncEventType.PORT_ERR, 0, 1, null);
        assertEquals(Optional.of(expected), events.readAsync());
        assertEquals(Optional.of(expected), second.events().readAsync());
        assertFalse(closed.events().hasAsync());
    }

    @Test
    void shouldRunDeferredWorkWhenTheDeviceHasWorked() {
        List<String> done = new ArrayList<>();
        bench.driver.services.defer(() -> {
            done.add("first");
            bench.driver.services.defer(() -> done.add("second"));
        });

        context.progress();

        assertEquals(List.of("first", "second"), done);
    }

    @Test
    void shouldTellTheDeviceThatTheHostGoesDown() {
        bench.host.close();

        verify(device).shutdown();
    }

    @Test
    void shouldCountEachReadAsATransitionButNotTheWait() {
        int channel = events.createChannel();
        long before = bench.process.transitions().total();

        events.hasCompletion(channel);
        events.hasAsync();
        assertEquals(before, bench.process.transitions().total());

        events.readCompletion(channel);
        events.readAsync();
        assertEquals(before + 2, bench.process.transitions().total());
    }
}
