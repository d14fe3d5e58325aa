package dev.fenestra.tools.readme;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.Test;

@Fenestra
class GreetingTest {
    @Test
    void shouldWriteThroughAWindow(Peer alice, Peer bob) {
        alice.memory().put(0, "hello".getBytes());
        RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)));
        assertArrayEquals("hello".getBytes(), bob.memory().get(0, 5));
    }
}
