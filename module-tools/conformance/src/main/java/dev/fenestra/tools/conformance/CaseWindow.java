package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A window of either type, with one way to bind it: by the verb for type 1, by a work request for type 2. */
public final class CaseWindow {
    private final CaseBench bench;
    private final MemoryWindow window;
    private @Nullable RemoteBuffer bound;

    CaseWindow(CaseBench bench, MemoryWindow window) {
        this.bench = bench;
        this.window = window;
    }

    /** {@return the window itself} */
    public MemoryWindow mw() {
        return window;
    }

    /** {@return the present R_Key of the window} */
    public int key() {
        return window.rkey();
    }

    /**
     * Binds the window and waits: one of type 1 with the key that the driver chooses, one of type 2 with its next key.
     * After a failure the key is the old one, as the man page of {@code ibv_bind_mw} advises.
     *
     * @param through the QP that binds
     * @param range the bytes to show
     * @param access what a peer may do
     * @return the completion of the bind
     */
    public Completion bind(End through, MemorySlice range, AccessFlag... access) {
        return bind(through, window.nextKey(), range, access);
    }

    /**
     * Binds a window and waits.
     *
     * @param through the QP that binds
     * @param newKey the key of a type-2 window; the driver chooses that of a type-1 window
     * @param range the bytes to show
     * @param access what a peer may do
     * @return the completion of the bind
     */
    public Completion bind(End through, int newKey, MemorySlice range, AccessFlag... access) {
        int oldKey = window.rkey();
        long wrId = bench.wrId();
        if (window.type() == MwType.TYPE_1) {
            through.qp().bindMw(wrId, window, range, access);
        } else {
            through.qp().post(BindMw.of(wrId, window, newKey, range, access));
        }
        Completion outcome = through.await(wrId);
        if (outcome.status() != WcStatus.SUCCESS) {
            window.rkey(oldKey);
            return outcome;
        }
        if (window.type() != MwType.TYPE_1) {
            window.rkey(newKey);
        }
        boolean zeroBased = Arrays.asList(access).contains(AccessFlag.ZERO_BASED);
        bound = new RemoteBuffer(zeroBased ? 0 : range.address(), range.length(), window.rkey());
        return outcome;
    }

    /**
     * Binds a length of 0 and waits.
     *
     * @param through the QP that binds
     * @return the completion of the bind
     */
    public Completion unbind(End through) {
        int oldKey = window.rkey();
        long wrId = bench.wrId();
        through.qp().unbindMw(wrId, window);
        Completion outcome = through.await(wrId);
        if (outcome.status() != WcStatus.SUCCESS) {
            window.rkey(oldKey);
        }
        return outcome;
    }

    /**
     * The range of the last bind, as a peer names it.
     *
     * @return address, length and R_Key
     */
    public RemoteBuffer remote() {
        RemoteBuffer last = bound;
        if (last == null) {
            throw new IllegalStateException(window + " was never bound");
        }
        return last;
    }

    /**
     * A range relative to the start of the last bind. It may lie outside.
     *
     * @param offset first byte
     * @param length bytes
     * @return address, length and R_Key
     */
    public RemoteBuffer at(long offset, long length) {
        return new RemoteBuffer(remote().address() + offset, length, remote().rkey());
    }
}
