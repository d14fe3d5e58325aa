package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.uverbs.BindMw;
import dev.fenestra.uverbs.LocalInvalidate;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.Send;
import java.util.function.Supplier;

/** Binds bob's windows, all write-only, tells alice their keys, and keeps account of what that costs bob. */
final class Windows {
    private final End alice;
    private final End bob;
    private Cost cost = Cost.NOTHING;
    private int binds;

    Windows(End alice, End bob) {
        this.alice = alice;
        this.bob = bob;
    }

    /** What all binds, unbinds and invalidates, with the SENDs of their keys, have cost bob. */
    Cost cost() {
        return cost;
    }

    int binds() {
        return binds;
    }

    /** Binds a type-1 window and sends its key behind it on the same QP. The result is what alice received. */
    RemoteBuffer bindTypeOne(MemoryWindow window, MemorySlice range) {
        long received = alice.receive();
        return measured(() -> {
            long bind = bob.nextRequest();
            long send = bob.nextRequest();
            bob.qp().bindMw(bind, window, range, AccessFlag.REMOTE_WRITE);
            bob.post(Send.of(send, bob.message(window.remote(range.address(), range.length()))));
            return tell(bind, send, received);
        });
    }

    /**
     * Binds a type-2 window with its next key and sends that key, both in one post. The result is what alice received.
     */
    RemoteBuffer bindTypeTwo(MemoryWindow window, MemorySlice range) {
        long received = alice.receive();
        return measured(() -> {
            int key = window.nextKey();
            long bind = bob.nextRequest();
            long send = bob.nextRequest();
            bob.post(
                    BindMw.of(bind, window, key, range, AccessFlag.REMOTE_WRITE),
                    Send.of(send, bob.message(new RemoteBuffer(range.address(), range.length(), key))));
            RemoteBuffer told = tell(bind, send, received);
            window.rkey(key);
            return told;
        });
    }

    /** Unbinds a type-1 window by a bind of length 0; its key moves once more. */
    void unbind(MemoryWindow window) {
        measured(() -> {
            long bind = bob.nextRequest();
            bob.qp().unbindMw(bind, window);
            return bob.done(bind);
        });
    }

    /** Invalidates a type-2 window from bob's own side. */
    void invalidate(MemoryWindow window) {
        measured(() -> {
            long invalidate = bob.nextRequest();
            bob.post(LocalInvalidate.of(invalidate, window.rkey()));
            return bob.done(invalidate);
        });
    }

    private RemoteBuffer tell(long bind, long send, long received) {
        bob.done(bind);
        bob.done(send);
        alice.done(received);
        binds++;
        return alice.message();
    }

    private <T> T measured(Supplier<T> work) {
        Cost before = Cost.of(bob.host());
        T result = work.get();
        cost = cost.plus(Cost.of(bob.host()).since(before));
        return result;
    }
}
