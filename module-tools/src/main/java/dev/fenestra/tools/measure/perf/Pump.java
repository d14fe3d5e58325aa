package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.SendBuilder;

/** Keeps the send queues full until a number of messages has completed. Allocates nothing while it runs. */
final class Pump {
    private final PerfEnd from;
    private final PerfEnd to;
    private final Messages messages;
    private final int bytes;
    private final int depth;
    private final int batch;
    private final boolean receives;
    private final int[] underway;

    Pump(PerfOptions options, PerfEnd from, PerfEnd to, Messages messages, int bytes) {
        this.from = from;
        this.to = to;
        this.messages = messages;
        this.bytes = bytes;
        depth = options.depth();
        batch = Math.min(depth, PerfEnd.BATCH);
        receives = options.test().isSend();
        underway = new int[from.qps.length];
        for (int i = 0; receives && i < 2 * depth * from.qps.length; i++) {
            to.postRecv(i % from.qps.length, bytes);
        }
    }

    /** Sends that many messages and waits for the end of the last one. */
    void run(long count) {
        long toPost = count;
        long toComplete = count;
        while (toComplete > 0) {
            toPost = fill(toPost);
            toComplete -= drain();
            if (receives) {
                to.receive(bytes);
            }
        }
    }

    private long fill(long toPost) {
        long left = toPost;
        for (int qp = 0; qp < underway.length; qp++) {
            while (left > 0 && underway[qp] + batch <= depth) {
                int count = (int) Math.min(batch, left);
                post(qp, count);
                left -= count;
            }
        }
        return left;
    }

    private void post(int qp, int count) {
        SendBuilder builder = from.builders[qp].start();
        long wrId = (long) qp << Integer.SIZE | count;
        for (int i = 1; i <= count; i++) {
            messages.add(builder, qp, wrId, i == count ? SendFlag.SIGNALED : 0);
        }
        PerfEnd.check(builder.complete());
        underway[qp] += count;
    }

    private int drain() {
        int ended = 0;
        int found = from.sendCq.poll(from.sent);
        for (int i = 0; i < found; i++) {
            PerfEnd.check(from.sent.status(i));
            long wrId = from.sent.wrId(i);
            underway[(int) (wrId >>> Integer.SIZE)] -= (int) wrId;
            ended += (int) wrId;
        }
        return ended;
    }
}
