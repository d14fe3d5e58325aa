package dev.fenestra.tools.paging;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;

/** Binds windows of either type. */
final class Windows {
    private static final long ID = 999;

    private Windows() {}

    /** Binds and waits; the result is what the peer must know. */
    static RemoteBuffer bind(Side end, MemoryWindow window, MemorySlice range, AccessFlag... access) {
        if (window.type() == MwType.TYPE_1) {
            end.qp().bindMw(ID, window, range, access);
            end.await(ID).orThrow();
            return new RemoteBuffer(range.address(), range.length(), window.rkey());
        }
        int key = MemoryKey.next(window.rkey());
        end.perform(BindMw.of(ID, window, key, range, access));
        return new RemoteBuffer(range.address(), range.length(), key);
    }
}
