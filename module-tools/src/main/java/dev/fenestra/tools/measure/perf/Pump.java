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
    private long toPost;
    private long toComplete;

    Pump(PerfOptions options, PerfEnd from, PerfEnd to, Messages messages, int bytes) {
        this.from = from;
        this.to = to;
        this.messages = messages;
        this.bytes = bytes;
        depth = options.depth();
        batch = options.shape().batch();
        receives = options.test().isSend();
        underway = new int[from.qps.length];
        for (int i = 0; receives && i < 2 * depth * from.qps.length; i++) {
            to.postRecv(i % from.qps.length, bytes);
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
    }

    /** Posts and polls once; {@return whether messages are left} */
    private boolean advance() {
        if (toComplete > 0) {
            fill();
            toComplete -= drain();
        }
        if (receives) {
            to.receive(bytes);
        }
        return toComplete > 0;
    }

    private void fill() {
        for (int qp = 0; qp < underway.length; qp++) {
            while (toPost > 0 && underway[qp] + batch <= depth) {
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
