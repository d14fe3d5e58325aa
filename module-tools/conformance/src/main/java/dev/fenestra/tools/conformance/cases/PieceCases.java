package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.SUCCESS;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.Arrays;
import java.util.List;

/** When the data of a request is read, and which pieces of memory it comes from and goes to. */
final class PieceCases {
    private static final int PIECES = 3;
    private static final int PIECE_BYTES = 5;
    private static final int MOST_INLINE = 64;

    private PieceCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("QUE-inline", "inline data is taken when it is posted", b -> inline(b, 1)),
                ConformanceCase.of("QUE-inline-pieces", "all pieces of it", b -> inline(b, PIECES)),
                ConformanceCase.of(
                        "QUE-inline-list", "also of requests in a list, each on its own", PieceCases::inlineList),
                ConformanceCase.of(
                        "QUE-inline-pages", "wherever it lies, and however long it is", PieceCases::inlineLengths),
                ConformanceCase.of(
                        "QUE-inline-batch", "and a request behind it begins on its own", PieceCases::behindInline),
                ConformanceCase.of("QUE-gather", "pieces are sent in order, all of them", PieceCases::gather),
                ConformanceCase.of(
                        "QUE-scatter", "a message fills the pieces of a receive in order", PieceCases::scatter));
    }

    /** Memory changes between the post and the time at which the request can leave. */
    private static void inline(CaseBench b, int pieces) {
        b.alice().needs(Limit.INLINE, (long) pieces * PIECE_BYTES);
        QpConnection connection = b.connection();
        int bytes = pieces * PIECE_BYTES;
        // The request waits, since the peer has no receive.
        long wrId = b.wrId();
        SendBuilder builder = connection
                .alice()
                .qp()
                .builder()
                .start()
                .request(wrId, SendFlag.SIGNALED)
                .send();
        for (int i = 0; i < pieces; i++) {
            builder.inline(b.alice().memory(), (long) i * PIECE_BYTES, PIECE_BYTES);
        }
        b.expect().posted(builder.complete());
        b.alice().memory().put(0, new byte[bytes]);
        long receive = connection.bob().receive(b.bob().slice(0, bytes));
        b.expect().same("send", SUCCESS, connection.alice().await(wrId).status());
        Completion.Done received = connection.bob().await(receive).orThrow();
        b.expect().same("opcode", WcOpcode.RECV, received.opcode());
        b.expect().same("bytes received", bytes, received.byteLength());
        b.expect().landed(0, bytes);
    }

    /** Pieces of several lengths from several places, in two requests of one list. */
    private static void inlineList(CaseBench b) {
        int[] lengths = {4, 1, 3, 5};
        int bytes = Arrays.stream(lengths).sum();
        b.alice().needs(Limit.INLINE, bytes);
        QpSpec spec = QpSpec.rc(b.alice().cq(), b.alice().cq()).maxInline(bytes);
        QpConnection connection = b.connectionFrom(b.alice().createQp(b.alice().pd(), spec));
        byte[] data = counted(bytes);
        MemorySlice[] pieces = new MemorySlice[lengths.length];
        int at = 0;
        for (int i = 0; i < lengths.length; i++) {
            long place = 100L * (lengths.length - i);
            b.alice().memory().put(place, Arrays.copyOfRange(data, at, at + lengths[i]));
            pieces[i] = b.alice().slice(place, lengths[i]);
            at += lengths[i];
        }
        for (int count = 2; count <= lengths.length; count++) {
            MemorySlice[] some = Arrays.copyOf(pieces, count);
            int total = Arrays.stream(lengths, 0, count).sum();
            b.bob().memory().fill(b.bob().fill());
            long receive = connection.bob().receive(b.bob().slice(64, bytes));
            RemoteBuffer target = b.bob().openRegion().remote().slice(0, total);
            RdmaWrite write = RdmaWrite.of(b.wrId(), target, some).inlined();
            Send send = Send.of(b.wrId(), some).inlined();
            connection.alice().post(write, send);
            b.expect().succeeds("write", connection.alice().await(write.wrId()));
            b.expect().succeeds("send", connection.alice().await(send.wrId()));
            b.expect()
                    .same(
                            "bytes received",
                            total,
                            connection.bob().await(receive).orThrow().byteLength());
            String expected = Arrays.toString(Arrays.copyOf(data, total));
            b.expect()
                    .same("written", expected, Arrays.toString(b.bob().memory().get(0, total)));
            b.expect().same("sent", expected, Arrays.toString(b.bob().memory().get(64, total)));
        }
    }

    /** Each length from 0 up to the limit, across the end of a page. */
    private static void inlineLengths(CaseBench b) {
        b.alice().needs(Limit.INLINE, 2);
        int most = (int) b.alice().most(Limit.INLINE, MOST_INLINE);
        QpSpec spec = QpSpec.rc(b.alice().cq(), b.alice().cq()).maxInline(most);
        QpConnection connection = b.connectionFrom(b.alice().createQp(b.alice().pd(), spec));
        b.alice().memory().put(CaseSteps.PAGE - MOST_INLINE, counted(2 * MOST_INLINE));
        for (int length = 0; length <= most; length++) {
            long from = CaseSteps.PAGE - length / 2;
            b.bob().memory().fill(b.bob().fill());
            long receive = connection.bob().receive(b.bob().slice(0, MOST_INLINE));
            Send send = Send.of(b.wrId(), b.alice().slice(from, length)).inlined();
            b.expect().succeeds("send", connection.alice().attempt(send));
            b.expect()
                    .same(
                            "bytes",
                            length,
                            connection.bob().await(receive).orThrow().byteLength());
            b.expect()
                    .same(
                            "data",
                            Arrays.toString(b.alice().memory().get(from, length)),
                            Arrays.toString(b.bob().memory().get(0, length)));
            b.expect()
                    .same("the byte behind it", b.bob().fill(), b.bob().memory().get(length, 1)[0]);
        }
    }

    private static void behindInline(CaseBench b) {
        int length = (int) b.alice().most(Limit.INLINE, MOST_INLINE);
        b.alice().needs(Limit.INLINE, 1);
        QpConnection connection = b.connection();
        b.alice().memory().put(0, counted(2 * MOST_INLINE));
        for (boolean isOneBatch : new boolean[] {true, false}) {
            long first = connection.bob().receive(b.bob().slice(0, MOST_INLINE));
            long second = connection.bob().receive(b.bob().slice(MOST_INLINE, MOST_INLINE));
            Send inline = Send.of(b.wrId(), b.alice().slice(0, length)).inlined();
            Send plain = Send.of(b.wrId(), b.alice().slice(MOST_INLINE, MOST_INLINE));
            if (isOneBatch) {
                connection.alice().post(inline, plain);
            } else {
                connection.alice().post(inline);
                connection.alice().post(plain);
            }
            b.expect()
                    .same(
                            "bytes",
                            length,
                            connection.bob().await(first).orThrow().byteLength());
            b.expect()
                    .same(
                            "bytes",
                            MOST_INLINE,
                            connection.bob().await(second).orThrow().byteLength());
            b.expect().succeeds("the send behind it", connection.alice().await(plain.wrId()));
            b.expect()
                    .same(
                            "data",
                            Arrays.toString(counted(length)),
                            Arrays.toString(b.bob().memory().get(0, length)));
            b.expect()
                    .same(
                            "data behind it",
                            Arrays.toString(b.alice().memory().get(MOST_INLINE, MOST_INLINE)),
                            Arrays.toString(b.bob().memory().get(MOST_INLINE, MOST_INLINE)));
            b.bob().memory().fill(b.bob().fill());
        }
    }

    private static MemorySlice[] pieces(CaseHost host, long stride, int count) {
        MemorySlice[] slices = new MemorySlice[count];
        Arrays.setAll(slices, i -> host.slice(stride * (count - 1 - i), PIECE_BYTES));
        return slices;
    }

    private static byte[] counted(int bytes) {
        byte[] counted = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            counted[i] = (byte) (i + 1);
        }
        return counted;
    }

    /** The pieces have the reverse order in memory. */
    private static void gather(CaseBench b) {
        b.alice().needs(Limit.SGE, PIECES);
        byte[] data = counted(PIECES * PIECE_BYTES);
        for (int i = 0; i < PIECES; i++) {
            int at = i * PIECE_BYTES;
            b.alice().memory().put(100L * (PIECES - 1 - i), Arrays.copyOfRange(data, at, at + PIECE_BYTES));
        }
        long receive = b.atBob().receive(b.bob().slice(0, data.length));
        b.expect().succeeds("send", b.atAlice().attempt(Send.of(b.wrId(), pieces(b.alice(), 100, PIECES))));
        b.expect().succeeds("receive", b.atBob().await(receive));
        b.expect()
                .same(
                        "data",
                        Arrays.toString(data),
                        Arrays.toString(b.bob().memory().get(0, data.length)));
    }

    private static void scatter(CaseBench b) {
        b.bob().needs(Limit.SGE, PIECES);
        byte[] data = counted(PIECES * PIECE_BYTES - 2);
        b.alice().memory().put(0, data);
        long receive = b.atBob().receive(pieces(b.bob(), 100, PIECES));
        b.expect().succeeds("send", b.atAlice().send(data.length));
        b.expect().same("bytes", data.length, b.atBob().await(receive).orThrow().byteLength());
        byte[] seen = new byte[data.length];
        for (int at = 0; at < data.length; at++) {
            int piece = at / PIECE_BYTES;
            seen[at] = b.bob().memory().get(100L * (PIECES - 1 - piece) + at % PIECE_BYTES, 1)[0];
        }
        b.expect().same("data", Arrays.toString(data), Arrays.toString(seen));
        byte behind = b.bob().memory().get(100L * (PIECES - 1 - (PIECES - 1)) + PIECE_BYTES - 2, 1)[0];
        b.expect().same("the byte behind it", b.bob().fill(), behind);
    }
}
