package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A1 to A8: why an access through a window is refused. */
final class AccessCheckCases {
    private static final int OFFSET = 4992;
    private static final int LENGTH = 3008;

    private AccessCheckCases() {}

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        for (MwType type : MwType.values()) {
            addBoth(cases, type, type == TYPE_1 ? "-t1" : "-t2", type == TYPE_1 ? "type 1: " : "type 2: ");
        }
        cases.add(check("A2-t1", "type 1: a QP of another PD has no access", b -> foreign(b, TYPE_1, "A2"), "A2"));
        cases.add(check("A2-2B", "2B: a QP of another PD has no access", b -> foreign(b, TYPE_2, "A2"), "A2")
                .needing(Requirement.TYPE_2B)
                .settling(17));
        cases.add(
                check("A3-2A-pd", "2A: another QP has no access, whatever its PD", b -> foreign(b, TYPE_2, "A3"), "A3")
                        .needing(Requirement.TYPE_2A)
                        .settling(17));
        cases.add(check("A3", "type 2: only the QP that bound it has access", AccessCheckCases::otherQp, "A3")
                .settling(31));
        cases.add(check("A3-t1", "type 1: any QP of its PD has access", AccessCheckCases::anyQp));
        cases.add(check("A7-zero-based", "a zero-based window ends at its length", AccessCheckCases::zeroBased, "A7")
                .needing(Requirement.ZERO_BASED_WINDOWS)
                .settling(3));
        cases.add(check(
                        "A7-zero-based-va",
                        "a zero-based window has no virtual address",
                        AccessCheckCases::zeroBasedVirtual,
                        "A7")
                .needing(Requirement.ZERO_BASED_WINDOWS));
        return cases;
    }

    private static void addBoth(List<ConformanceCase> cases, MwType type, String suffix, String of) {
        cases.add(check("A1-tag" + suffix, of + "the tag is the present one", b -> otherTag(b, type), "R2"));
        cases.add(check("A1-gone" + suffix, of + "the window exists", b -> deallocated(b, type), "R1"));
        cases.add(check("A4" + suffix, of + "the window is bound", b -> unbound(b, type), "A4"));
        cases.add(check("A5-write" + suffix, of + "a readable window is not written", b -> noWrite(b, type), "A5"));
        cases.add(check("A5-read" + suffix, of + "a writable window is not read", b -> noRead(b, type), "A5"));
        cases.add(check("A5-none" + suffix, of + "a window without rights opens nothing", b -> noRight(b, type), "A5"));
        outside(cases, type, "A7-before" + suffix, of + "one byte before the window is outside", -1, 64);
        outside(cases, type, "A7-end" + suffix, of + "one byte past the window is outside", LENGTH - 63, 64);
        outside(cases, type, "A7-behind" + suffix, of + "after the window is outside", LENGTH, 1);
        outside(cases, type, "A7-far" + suffix, of + "the start of the region is outside", -OFFSET, 64);
        cases.add(check("A7-edge" + suffix, of + "all of the window is inside", b -> whole(b, type)));
        cases.add(check("A8-write" + suffix, of + "the QP must allow it too", b -> qpRight(b, type), "A8")
                .settling(23));
        cases.add(check(
                "A5-atomic" + suffix,
                of + "a window for atomics is neither read nor written",
                b -> atomicOnly(b, type),
                "A5"));
    }

    private static ConformanceCase check(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    private static void outside(
            List<ConformanceCase> cases, MwType type, String id, String title, long offset, long length) {
        cases.add(check(
                        id,
                        title,
                        b -> {
                            CaseWindow window = bound(b, type, REMOTE_WRITE, REMOTE_READ);
                            RemoteBuffer target = window.at(offset, length);
                            b.expect()
                                    .refusedByPeer(
                                            "write", "A7", () -> b.atAlice().write(target));
                            b.expect()
                                    .same(
                                            "responder's QP",
                                            QpState.ERR,
                                            b.atBob().state());
                        },
                        "A7")
                .settling(3));
        cases.add(check(
                        id + "-read",
                        title + ", for reads",
                        b -> {
                            CaseWindow window = bound(b, type, REMOTE_WRITE, REMOTE_READ);
                            RemoteBuffer target = window.at(offset, length);
                            b.expect()
                                    .refusedByPeer(
                                            "read", "A7", () -> b.atAlice().read(target));
                        },
                        "A7")
                .settling(3));
    }

    private static CaseWindow bound(CaseBench b, MwType type, AccessFlag... access) {
        return b.boundWindow(type, OFFSET, LENGTH, access);
    }

    private static RemoteBuffer withTag(RemoteBuffer target, int key) {
        return new RemoteBuffer(target.address(), target.length(), key);
    }

    private static void otherTag(CaseBench b, MwType type) {
        RemoteBuffer target = bound(b, type, REMOTE_WRITE).remote();
        RemoteBuffer stale = withTag(target, MemoryKey.next(target.rkey()));
        b.expect().refusedByPeer("write", "R2", () -> b.atAlice().write(stale));
    }

    private static void deallocated(CaseBench b, MwType type) {
        CaseWindow window = bound(b, type, REMOTE_WRITE);
        window.mw().close();
        b.expect().refusedByPeer("write", "R1", () -> b.atAlice().write(window.remote()));
    }

    private static void unbound(CaseBench b, MwType type) {
        RemoteBuffer target =
                new RemoteBuffer(b.bob().region().address(), 8, b.window(type).key());
        b.expect().refusedByPeer("write", "A4", () -> b.atAlice().write(target));
    }

    private static void noWrite(CaseBench b, MwType type) {
        CaseWindow window = bound(b, type, REMOTE_READ);
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
        b.expect().refusedByPeer("write", "A5", () -> b.atAlice().write(window.remote()));
    }

    private static void noRead(CaseBench b, MwType type) {
        CaseWindow window = bound(b, type, REMOTE_WRITE);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().refusedByPeer("read", "A5", () -> b.atAlice().read(window.remote()));
    }

    private static void atomicOnly(CaseBench b, MwType type) {
        CaseWindow read = bound(b, type, REMOTE_ATOMIC);
        b.expect().refusedByPeer("read", "A5", () -> b.atAlice().read(read.remote()));
        CaseWindow written = b.window(type);
        QpConnection connection = b.secondConnection();
        b.expect().succeeds("bind", written.bind(connection.bob(), b.bob().slice(OFFSET, LENGTH), REMOTE_ATOMIC));
        b.expect().refusedByPeer("write", "A5", () -> connection.alice().write(written.remote()));
    }

    private static void noRight(CaseBench b, MwType type) {
        CaseWindow window = bound(b, type);
        b.expect().refusedByPeer("write", "A5", () -> b.atAlice().write(window.remote()));
    }

    private static void whole(CaseBench b, MwType type) {
        CaseWindow window = bound(b, type, REMOTE_WRITE);
        b.expect().succeeds("first byte", b.atAlice().write(window.at(0, 1)));
        b.expect().succeeds("last byte", b.atAlice().write(window.at(LENGTH - 1, 1)));
        b.expect().succeeds("all", b.atAlice().write(window.remote()));
        b.expect().landed(OFFSET, LENGTH);
    }

    private static void qpRight(CaseBench b, MwType type) {
        QpConnection connection =
                b.newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT.withAccess(REMOTE_READ));
        CaseWindow window = b.window(type);
        b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(0, 64), REMOTE_WRITE, REMOTE_READ));
        b.expect().succeeds("read", connection.alice().read(window.remote()));
        b.expect().refusedByPeer("write", "A8", () -> connection.alice().write(window.remote()));
    }

    private static void foreign(CaseBench b, MwType type, String rule) {
        CaseWindow window = bound(b, type, REMOTE_WRITE);
        b.expect()
                .refusedByPeer(
                        "write by a QP of another PD",
                        rule,
                        () -> b.foreignConnection().alice().write(window.remote()));
        b.expect().succeeds("write by its own", b.atAlice().write(window.remote()));
    }

    private static void otherQp(CaseBench b) {
        CaseWindow window = bound(b, TYPE_2, REMOTE_WRITE);
        b.expect()
                .refusedByPeer(
                        "write by another QP",
                        "A3",
                        () -> b.secondConnection().alice().write(window.remote()));
        b.expect().succeeds("write by its own", b.atAlice().write(window.remote()));
    }

    private static void anyQp(CaseBench b) {
        CaseWindow window = bound(b, TYPE_1, REMOTE_WRITE);
        b.expect().succeeds("write by another QP", b.secondConnection().alice().write(window.remote()));
        b.expect().landed(OFFSET, LENGTH);
    }

    private static void zeroBased(CaseBench b) {
        CaseWindow window = bound(b, TYPE_2, REMOTE_WRITE, ZERO_BASED);
        b.expect().succeeds("at 0", b.atAlice().write(window.at(0, 64)));
        b.expect().landed(OFFSET, 64);
        b.expect().succeeds("up to the end", b.atAlice().write(window.at(0, LENGTH)));
        b.expect().refusedByPeer("at the end", "A7", () -> b.atAlice().write(window.at(LENGTH, 1)));
    }

    private static void zeroBasedVirtual(CaseBench b) {
        CaseWindow window = bound(b, TYPE_2, REMOTE_WRITE, ZERO_BASED);
        RemoteBuffer virtual = new RemoteBuffer(b.bob().region().address() + OFFSET, 64, window.key());
        b.expect().refusedByPeer("write", "A7", () -> b.atAlice().write(virtual));
    }
}
