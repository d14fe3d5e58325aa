package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.kernel.inspection.RefusalLog;
import java.util.List;

/**
 * The refusals of a host at one moment.
 *
 * @param total refusals so far, those no longer kept included
 * @param last those that the host still keeps, oldest first
 */
@SuppressWarnings("exports") // the log is the kernel's
public record RefusalState(long total, List<LoggedRefusal> last) {

    /** Copies the list. */
    public RefusalState {
        last = List.copyOf(last);
    }

    static RefusalState of(RefusalLog log) {
        RefusalLog.Contents contents = log.contents();
        return new RefusalState(contents.total(), contents.last());
    }

    /**
     * Refusals that the host no longer keeps.
     *
     * @return how many, 0 or more
     */
    public long forgotten() {
        return total - last.size();
    }
}
