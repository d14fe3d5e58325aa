package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A CQ of one side, with its own completion channel where the program sleeps. */
final class PerfCq {
    /** Completions polled at a time. */
    static final int BATCH = 16;

    /** On the device's clock. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    final CompletionQueue cq;
    final Completions found = new Completions(BATCH);
    private final @Nullable CompletionChannel channel;

    PerfCq(Context context, int entries, boolean byEvents) {
        channel = byEvents ? context.createCompletionChannel() : null;
        cq = context.createCq(CqSpec.of(entries).channel(channel));
    }

    int poll() {
        return cq.poll(found);
    }

    /** Waits for completions: by polling, or asleep. At least one must be underway. */
    int await() {
        int count = cq.poll(found);
        while (count == 0) {
            count = channel == null ? cq.poll(found) : sleep(channel);
        }
        return count;
    }

    /** What came before the CQ was armed has no event, so it is looked for first. */
    private int sleep(CompletionChannel events) {
        cq.requestNotify(false);
        int count = cq.poll(found);
        if (count == 0) {
            events.awaitEvent(PATIENCE);
            cq.ackEvents(1);
            count = cq.poll(found);
        }
        return count;
    }
}
