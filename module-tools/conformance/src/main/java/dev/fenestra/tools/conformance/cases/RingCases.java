package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.Arrays;
import java.util.List;

/** Requests of every place of a queue, and more requests than a queue's counters count. */
final class RingCases {
    private static final int MOST_INLINE = 256;
    private static final int INLINE_ROUNDS = 3;
    private static final int MOST_REQUESTS = 128;
    private static final int TRIES = 1000;

    /** Queues of cards count their entries in 16 bits. */
    private static final int MANY = (1 << 16) + 1000;

    private RingCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "RING-inline", "inline data lie right in every place of the queue", RingCases::inline),
                ConformanceCase.of(
                        "RING-many", "a queue goes on after more requests than 16 bits count", RingCases::many));
    }

    /** Every length, in one piece by the builder and in two by a list, across a page, in turns around the queue. */
    private static void inline(CaseBench b) {
        b.alice().needs(Limit.INLINE, 2);
        int room = (int) b.alice().most(Limit.INLINE, MOST_INLINE);
        QpSpec wish =
                QpSpec.rc(b.alice().cq(), b.alice().cq()).maxSend(MOST_REQUESTS).maxInline(room);
        QpConnection connection = b.connectionFrom(b.alice().createQp(b.alice().pd(), wish));
        byte[] pattern = pattern();
        b.alice().memory().put(0, pattern);
        int messages = INLINE_ROUNDS * connection.alice().qp().capacity().maxSendWr();
        for (int i = 0; i < messages; i++) {
            int length = 1 + i * 7 % room;
            int from = CaseSteps.PAGE * (1 + i % 3) - room + i * 13 % room;
            long receive = connection.bob().receive(b.bob().slice(0, room));
            long wrId = i % 2 == 0 ? builder(b, connection, from, length) : list(b, connection, from, length);
            b.expect().succeeds("send", b.alice().await(wrId));
            b.expect().succeeds("receive", b.bob().await(receive));
            boolean isSame = Arrays.equals(
                    Arrays.copyOfRange(pattern, from, from + length),
                    b.bob().memory().get(0, length));
            b.expect().holds("message " + i + " of " + length + " bytes arrived as it was posted", isSame);
        }
        b.expect().note("messages", messages);
        int most = connection.alice().qp().capacity().maxInlineData();
        SendBuilder tooMuch = connection.alice().qp().builder().start().request(b.wrId(), SendFlag.SIGNALED);
        tooMuch.send().inline(b.alice().memory(), 0, most - 1).inline(b.alice().memory(), 0, 2);
        b.expect().holds("two pieces of one byte more than the QP has are refused", tooMuch.complete() != 0);
    }

    private static byte[] pattern() {
        byte[] pattern = new byte[CaseHost.MEMORY_BYTES];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = (byte) (i * 31 + (i >>> 8) + 7);
        }
        return pattern;
    }

    private static long builder(CaseBench b, QpConnection connection, int from, int length) {
        long wrId = b.wrId();
        b.expect()
                .posted(connection
                        .alice()
                        .qp()
                        .builder()
                        .start()
                        .request(wrId, SendFlag.SIGNALED)
                        .send()
                        .inline(b.alice().memory(), from, length)
                        .complete());
        return wrId;
    }

    private static long list(CaseBench b, QpConnection connection, int from, int length) {
        int first = length / 3;
        boolean inTwo = first > 0 && b.alice().most(Limit.SGE, 2) == 2;
        MemorySlice[] pieces = inTwo
                ? new MemorySlice[] {b.alice().slice(from, first), b.alice().slice(from + first, (long) length - first)}
                : new MemorySlice[] {b.alice().slice(from, length)};
        Send send = Send.of(b.wrId(), pieces).inlined();
        connection.alice().post(send);
        return send.wrId();
    }

    private static void many(CaseBench b) {
        int batch = (int)
                Math.min(b.alice().most(Limit.REQUESTS, MOST_REQUESTS), b.bob().most(Limit.CQE, 1024));
        CompletionQueue receives = b.bob().createCq(batch);
        QpSpec wish = QpSpec.rc(b.bob().cq(), receives).maxRecv(batch).maxSge(1);
        QpSpec sends = QpSpec.rc(b.alice().cq(), b.alice().cq()).maxSend(batch).maxSge(1);
        QpConnection connection = b.connectionOf(
                b.alice().createQp(b.alice().pd(), sends),
                b.bob().createQp(b.bob().pd(), wish));
        Completions block = new Completions(batch);
        for (int sent = 0; sent < MANY; sent += batch) {
            b.expect().succeeds("the last send", b.alice().await(post(b, connection, sent, batch)));
            take(b, receives, block, sent);
        }
        b.expect().note("requests", MANY);
        b.expect().landed(0, batch);
    }

    /** Posts as many receives and sends as the queues hold; the last send, which is the signaled one. */
    private static long post(CaseBench b, QpConnection connection, int number, int batch) {
        QueuePair bob = connection.bob().qp();
        SendBuilder builder = connection.alice().qp().builder().start();
        int lkey = b.bob().region().lkey();
        long last = 0;
        for (int i = 0; i < batch; i++) {
            b.expect().posted(bob.postRecv(number + i, lkey, b.bob().region().address() + i, 1));
            last = b.wrId();
            builder.request(last, i == batch - 1 ? SendFlag.SIGNALED : 0)
                    .sendWithImmediate(number + i)
                    .sge(b.alice().region(), b.alice().region().address(), 1);
        }
        b.expect().posted(builder.complete());
        return last;
    }

    private static void take(CaseBench b, CompletionQueue receives, Completions block, int number) {
        int taken = 0;
        for (int tries = 0; tries < TRIES && taken < block.capacity(); tries++) {
            int count = receives.poll(block);
            for (int i = 0; i < count; i++, taken++) {
                boolean isNext = block.status(i) == WcStatus.SUCCESS
                        && block.wrId(i) == number + taken
                        && block.immediateOrKey(i) == number + taken;
                b.expect().holds("receive " + (number + taken) + " is the next one, with its immediate value", isNext);
            }
        }
        b.expect().holds("all receives are complete", taken == block.capacity());
    }
}
