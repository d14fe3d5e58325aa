package dev.fenestra.tools.junit.runs;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;

import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.Test;

/** A test that does a lot before it fails. */
@Fenestra
public class Chatty {
    /** WRITEs of a page. */
    static final int WRITES = 600;

    @Test
    void writesForLongAndFails(Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, 4096, REMOTE_WRITE);
        for (int i = 0; i < WRITES; i++) {
            alice.perform(RdmaWrite.of(i, window, alice.region().slice(0, 4096)));
        }
        throw new IllegalStateException("on purpose");
    }
}
