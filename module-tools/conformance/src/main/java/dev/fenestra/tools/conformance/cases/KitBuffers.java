package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The cases of the kit's buffer_test: ranges of regions and windows. Cases over regions of 0 bytes are left out, since
 * no such region can be registered.
 */
final class KitBuffers {
    private static final int PAGE = KeyKind.LENGTH;
    private static final int UNKNOWN = 0xdeadbeef;

    private KitBuffers() {}

    static List<ConformanceCase> all() {
        return Stream.concat(regions(), windows()).toList();
    }

    private static Stream<ConformanceCase> regions() {
        return Stream.of(
                region("SendZeroByteOutsideMr", "an empty element is not checked", KitBuffers::sendNothing),
                region("ReadExceedRear", "a READ ends inside its region", b -> read(b, KeyKind.REGION, 1), "R6"),
                region(
                        "ReadZeroByte",
                        "a READ of nothing succeeds",
                        b -> b.expect().succeeds("read", b.connection().alice().read(open(b, KeyKind.REGION, 0, 0)))),
                region("WriteExceedFront", "a WRITE begins inside its region", b -> write(b, KeyKind.REGION, -1), "R6"),
                region("WriteExceedRear", "a WRITE ends inside its region", b -> write(b, KeyKind.REGION, 1), "R6"),
                region(
                        "WriteZeroByteOutsideMr",
                        "a WRITE of nothing is not checked",
                        b -> b.expect()
                                .succeeds("write", b.connection().alice().write(open(b, KeyKind.REGION, PAGE, 0)))),
                region(
                        "WriteZeroByteInvalidRKey",
                        "nor is its key",
                        b -> b.expect()
                                .succeeds("write", b.connection().alice().write(new RemoteBuffer(1, 0, UNKNOWN)))));
    }

    private static Stream<ConformanceCase> windows() {
        return Stream.of(
                        window("BindExceedFront", "a window begins inside its region", KitBuffers::bindBefore, "B12")
                                .map(one -> one.needing(Requirement.BYTE_WINDOWS)),
                        window(
                                "ReadExceedFront",
                                "a READ begins inside its window",
                                (b, kind) -> read(b, kind, -1),
                                "A7"),
                        window("ReadExceedRear", "a READ ends inside its window", (b, kind) -> read(b, kind, 1), "A7"),
                        window(
                                "ReadZeroByteOutsideMw",
                                "a READ of nothing is not checked",
                                (b, kind) -> b.expect()
                                        .succeeds("read", b.connection().alice().read(open(b, kind, PAGE, 0)))),
                        window(
                                "WriteExceedFront",
                                "a WRITE begins inside its window",
                                (b, kind) -> write(b, kind, -1),
                                "A7"),
                        window(
                                "WriteZeroByte",
                                "a WRITE of nothing succeeds",
                                (b, kind) -> b.expect()
                                        .succeeds(
                                                "write", b.connection().alice().write(open(b, kind, 0, 0)))),
                        window(
                                "WriteZeroByteOutsideMw",
                                "a WRITE of nothing is not checked",
                                (b, kind) -> b.expect()
                                        .succeeds(
                                                "write", b.connection().alice().write(open(b, kind, PAGE, 0)))))
                .flatMap(s -> s);
    }

    private static ConformanceCase region(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of("BufferMrTest." + id, title, body).breaking(rules);
    }

    private static Stream<ConformanceCase> window(
            String id, String title, BiConsumer<CaseBench, KeyKind> body, String... rules) {
        return KeyKind.eachWindow("BufferMwTest." + id, title, body, rules);
    }

    private static RemoteBuffer open(CaseBench b, KeyKind kind, long offset, long length) {
        RemoteBuffer all = kind.open(b, Access.ALL);
        return new RemoteBuffer(all.address() + offset, length, all.rkey());
    }

    private static void read(CaseBench b, KeyKind kind, long offset) {
        RemoteBuffer source = open(b, kind, offset, PAGE);
        b.expect()
                .refusedByPeer(
                        "read", kind.rangeRule(), () -> b.connection().alice().read(source));
    }

    private static void write(CaseBench b, KeyKind kind, long offset) {
        RemoteBuffer target = open(b, kind, offset, PAGE);
        b.expect()
                .refusedByPeer(
                        "write", kind.rangeRule(), () -> b.connection().alice().write(target));
    }

    private static void sendNothing(CaseBench b) {
        MemoryRegion region = b.alice().region();
        long receive = b.connection().bob().receive();
        b.expect().succeeds("sender", b.connection().alice().sendFrom(region.lkey(), region.address() - 1, 0));
        b.expect().succeeds("receiver", b.connection().bob().await(receive));
    }

    private static void bindBefore(CaseBench b, KeyKind kind) {
        MemoryRegion region = b.bob().region();
        CaseWindow window = b.window(kind.type());
        MemorySlice range = new MemorySlice(region, region.address() - 1, PAGE);
        b.expect()
                .refused(
                        "bind",
                        "B12",
                        MW_BIND_ERR,
                        () -> window.bind(b.connection().bob(), range, REMOTE_WRITE));
    }
}
