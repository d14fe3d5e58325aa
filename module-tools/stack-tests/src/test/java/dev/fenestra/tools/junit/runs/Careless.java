package dev.fenestra.tools.junit.runs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.junit.Check;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import org.junit.jupiter.api.Test;

@Fenestra(check = Check.STRICT)
public class Careless {

    @Test
    void changesWhatItSends(Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, 64, AccessFlag.REMOTE_WRITE);
        alice.qp().post(RdmaWrite.of(1, window, alice.region().slice(0, 64)));
        alice.memory().put(3, new byte[] {1});
        alice.await(1).orThrow();
    }

    @Test
    void waitsBeforeItChanges(Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, 64, AccessFlag.REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 64)));
        alice.memory().put(3, new byte[] {1});
    }

    @Test
    void overlapsItsReceives(Peer alice, Peer bob) {
        bob.qp().postRecv(1, bob.region().slice(0, 64));
        bob.qp().postRecv(2, bob.region().slice(32, 64));
        alice.perform(Send.of(1, alice.region().slice(0, 64)));
        alice.perform(Send.of(2, alice.region().slice(0, 64)));
    }

    @Test
    @Fenestra(check = Check.ERRORS)
    void mayOverlapItsReceives(Peer bob) {
        bob.qp().postRecv(1, bob.region().slice(0, 64));
        bob.qp().postRecv(2, bob.region().slice(32, 64));
    }

    @Test
    @Fenestra
    void isNotChecked(Peer alice, Peer bob) {
        changesWhatItSends(alice, bob);
    }
}
