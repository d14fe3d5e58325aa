package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.SendBuilder;

/** Pairs of a bind and the invalidate of it, with a window for each QP. */
final class WindowMessages implements PerfMessages {
    private static final int ACCESS = AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);

    private final PerfEnd end;
    private final int bytes;
    private final MemoryWindow[] windows;

    WindowMessages(PerfEnd end, int bytes) {
        this.end = end;
        this.bytes = bytes;
        windows = new MemoryWindow[end.qps.length];
        for (int i = 0; i < windows.length; i++) {
            windows[i] = end.pd.allocMw(MwType.TYPE_2);
        }
    }

    @Override
    public void add(SendBuilder builder, int qp, long wrId, int flags) {
        MemoryWindow window = windows[qp];
        int key = window.nextKey();
        builder.request(wrId, 0).bindMw(window, key, end.region, end.address(qp), bytes, ACCESS);
        builder.request(wrId, flags).localInvalidate(key);
        window.rkey(key);
    }
}
