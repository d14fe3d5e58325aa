package com.example.greeting;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.Test;

@Fenestra
class GreeterTest {

    @Test
    void shouldWriteThroughAWindow(Peer alice, Peer bob) {
        alice.memory().put(0, "hello".getBytes());
        RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)));
        assertArrayEquals("hello".getBytes(), bob.memory().get(0, 5));
    }

    @Test
    void shouldBeRefusedBehindTheEndOfTheWindow(Peer alice, Peer bob) {
        Greeter greeter = new Greeter(alice.qp(), alice.cq(), alice.memory(), alice.region());
        RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);

        assertEquals(WcStatus.REM_ACCESS_ERR, greeter.greet("hello!", window).status());
        assertArrayEquals(new byte[6], bob.memory().get(0, 6));
    }

    @Test
    void shouldRunOnThePathThatTheBuildMeans() {
        boolean onModulePath = Context.class.getModule().isNamed();

        assertEquals(System.getProperty("expected.path"), onModulePath ? "module" : "class");
    }
}
