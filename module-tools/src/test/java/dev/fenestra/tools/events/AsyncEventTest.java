package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.uverbs.AsyncEvent;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RemoteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncEventTest {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Pair pair = new Pair();

    @AfterEach
    void close() {
        pair.close();
    }

    private AsyncEvent bobs() {
        return pair.bob().context().awaitAsyncEvent(PATIENCE);
    }

    @Test
    void shouldTellTheResponderWhyAnAccessWasRefused() {
        RemoteBuffer target = pair.bob().region().slice(16, 8).remote();

        pair.alice().attempt(RdmaWrite.of(1, target, pair.alice().region().slice(0, 8)));

        try (AsyncEvent event = bobs()) {
            assertEquals(AsyncEventType.QP_ACCESS_ERR, event.type());
            assertEquals(Optional.of(pair.bob().qp()), event.qp());
            assertEquals("R4", event.cause().orElseThrow().ruleId());
            String values = event.cause().orElseThrow().values();
            assertTrue(values.contains(MemoryKey.text(target.rkey())), values);
            assertTrue(values.contains(String.format("address=0x%x length=8", target.address())), values);
        }
        assertEquals(Optional.empty(), pair.alice().context().pollAsyncEvent(), "the peer is told nothing");
    }
}
