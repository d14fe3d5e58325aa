package dev.fenestra.tools.conformance.cases;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.List;

/**
 * Data of every small size: a device may put it into the completion, but after the poll it must be in the receive.
 */
final class SmallMessageCases {
    private static final int LARGEST = 65;

    private SmallMessageCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "SMALL-send", "a message of 0 to 65 bytes lies in its pieces", SmallMessageCases::send),
                ConformanceCase.of(
                        "SMALL-read", "what a READ of 1 to 65 bytes brings lies in place", b -> read(b, false)),
                ConformanceCase.of("SMALL-read-all", "also when every request is signaled", b -> read(b, true)));
    }

    private static void send(CaseBench b) {
        MemorySlice[] pieces = b.bob().most(Limit.SGE, 3) == 3
                ? new MemorySlice[] {
                    b.bob().slice(100, 7), b.bob().slice(107, 40), b.bob().slice(147, 30)
                }
                : new MemorySlice[] {b.bob().slice(100, 77)};
        for (int length = 0; length <= LARGEST; length++) {
            b.bob().memory().fill(b.bob().fill());
            long receive = b.atBob().receive(pieces);
            b.expect().succeeds("send", b.atAlice().send(length));
            b.expect().succeeds("receive", b.bob().await(receive));
            b.expect().landed(100, length);
        }
    }

    private static void read(CaseBench b, boolean signalAll) {
        QpSpec spec = QpSpec.rc(b.alice().cq(), b.alice().cq()).signalAll(signalAll);
        QpConnection connection = b.connectionFrom(b.alice().createQp(b.alice().pd(), spec));
        for (int length = 1; length <= LARGEST; length++) {
            b.alice().memory().fill(b.alice().fill());
            b.expect()
                    .succeeds(
                            "read",
                            connection
                                    .alice()
                                    .read(b.bob().openRegion().remote().slice(9, length)));
            b.expect().fetched(length);
            b.expect().same("byte behind", b.alice().fill(), b.alice().memory().get(length, 1)[0]);
        }
    }
}
