package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the send queues full until a number of messages has completed, and arrived where this process can see that.
 * Allocates nothing while it runs.
 */
final class Pump {
    private final PerfEnd from;
    private final @Nullable PerfEnd receiver;
    private final PerfMessages messages;
    private final int bytes;
    private final int depth;
    private final int batch;
    private final boolean byEvents;
    private final int[] underway;
    /** Messages that the receiver has not seen yet: there is a receive for each of them. */
    private final int[] unseen;

    private long toPost;
    private long toComplete;
    private long toArrive;

    /**
     * @param to the end that receives messages, if it does and is in this process
     */
    Pump(PerfOptions options, PerfEnd from, Optional<PerfEnd> to, PerfMessages messages, int bytes) {
        this.from = from;
        this.messages = messages;
        this.bytes = bytes;
        receiver = to.filter(_ -> options.test().isSend()).orElse(null);
        depth = options.depth();
        batch = options.shape().batch();
        byEvents = options.shape().byEvents();
        underway = new int[from.qps.length];
        unseen = new int[from.qps.length];
        if (receiver != null) {
            receiver.postReceives(PerfEnd.receives(options), bytes);
        }
    }

    /** Sends that many messages and waits for the end of the last one. */
    void run(long count) {
        begin(count);
        boolean left = true;
        while (left) {
            left = advance();
        }
    }

    /** Sends that many messages both ways. */
    static void run(Pump there, Pump back, long count) {
        there.begin(count);
        back.begin(count);
        boolean left = true;
        while (left) {
            boolean leftThere = there.advance();
            boolean leftBack = back.advance();
            left = leftThere || leftBack;
        }
    }

    private void begin(long count) {
        toPost = count;
        toComplete = count;
        toArrive = receiver == null ? 0 : count;
    }

    /** Posts and polls once; {@return whether messages are left} */
    private boolean advance() {
        if (toComplete > 0) {
            fill();
            toComplete -= drain();
        }
        if (receiver != null) {
            int found = receiver.received.poll();
            receiver.repost(found, bytes, unseen);
            toArrive -= found;
        }
        return toComplete > 0 || toArrive > 0;
    }

    private void fill() {
        for (int qp = 0; qp < underway.length; qp++) {
            while (toPost > 0 && underway[qp] + batch <= depth && unseen[qp] + batch <= 2 * depth) {
                int count = (int) Math.min(batch, toPost);
                post(qp, count);
                toPost -= count;
            }
        }
    }

    private void post(int qp, int count) {
        SendBuilder builder = from.builders[qp].start();
        long wrId = (long) qp << Integer.SIZE | count;
        for (int i = 1; i <= count; i++) {
            messages.add(builder, qp, wrId, i == count ? SendFlag.SIGNALED : 0);
        }
        PerfEnd.check(builder.complete());
        underway[qp] += count;
        if (receiver != null) {
            unseen[qp] += count;
        }
    }

    private int drain() {
        int ended = 0;
        int found = byEvents && isUnderway() ? from.sent.await() : from.sent.poll();
        for (int i = 0; i < found; i++) {
            PerfEnd.check(from.sent.found.status(i));
            long wrId = from.sent.found.wrId(i);
            underway[(int) (wrId >>> Integer.SIZE)] -= (int) wrId;
            ended += (int) wrId;
        }
        return ended;
    }

    private boolean isUnderway() {
        for (int count : underway) {
            if (count > 0) {
                return true;
            }
        }
        return false;
    }
}
