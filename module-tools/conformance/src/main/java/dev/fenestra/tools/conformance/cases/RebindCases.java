package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A window that is bound again has what its last bind gave it, and nothing of the bind before. A dead key opens
 * nothing, however short the access is.
 */
final class RebindCases {
    private static final int LENGTH = 128;
    /** A device may carry so little data in another way than more. */
    private static final int LARGEST_SMALL = 16;
    /** Parts of bob's memory: within a page, across the end of one, and behind it. */
    private static final long[] PLACES = {
        128, CaseSteps.PAGE - LENGTH / 2, CaseSteps.PAGE + 512, 2 * CaseSteps.PAGE - 64, 0
    };

    private RebindCases() {}

    static List<ConformanceCase> all() {
        return Stream.of(binds(), deadKeys()).flatMap(cases -> cases).toList();
    }

    private static Stream<ConformanceCase> binds() {
        return Stream.of(
                        KeyKind.eachWindow(
                                "RBD-place",
                                "a window that is bound again leads to the place of the last bind, also across pages",
                                (b, kind) -> places(b, kind.type())),
                        Stream.of(window(
                                        "RBD-place-zero",
                                        "so does one that is zero-based",
                                        b -> places(b, MwType.TYPE_2, ZERO_BASED))
                                .needing(Requirement.ZERO_BASED_WINDOWS)),
                        KeyKind.eachWindow(
                                "RBD-region",
                                "and one that is bound to another region",
                                (b, kind) -> regions(b, kind.type())),
                        KeyKind.eachWindow(
                                "RBD-shorter",
                                "a window ends where the last bind ended it",
                                (b, kind) -> shorter(b, kind.type()),
                                "A7"),
                        KeyKind.eachWindow(
                                "RBD-longer",
                                "also when it is longer than before",
                                (b, kind) -> longer(b, kind.type())),
                        KeyKind.eachWindow(
                                "RBD-not-read",
                                "a window has lost the right to be read that its last bind does not give",
                                (b, kind) -> loses(b, kind.type(), REMOTE_READ),
                                "A5"),
                        KeyKind.eachWindow(
                                "RBD-not-written",
                                "and the right to be written",
                                (b, kind) -> loses(b, kind.type(), REMOTE_WRITE),
                                "A5"),
                        KeyKind.eachWindow(
                                "RBD-more",
                                "it has the rights that only the last bind gives",
                                (b, kind) -> gains(b, kind.type())))
                .flatMap(cases -> cases);
    }

    private static Stream<ConformanceCase> deadKeys() {
        return Stream.of(
                dead("rebound", "the old key of a type-1 window that was bound again", RebindCases::rebound, "R2")
                        .needing(Requirement.WINDOWS),
                dead("unbound", "the old key of a type-1 window that was unbound", RebindCases::unbound, "R2")
                        .needing(Requirement.WINDOWS),
                dead("invalidated", "the key of a type-2 window that was invalidated", RebindCases::invalidated, "A4")
                        .needing(Requirement.WINDOWS),
                dead("replaced", "the key before the present one of a type-2 window", RebindCases::replaced, "R2")
                        .needing(Requirement.WINDOWS),
                dead("window", "the key of a window that is gone", RebindCases::goneWindow, "R1")
                        .needing(Requirement.WINDOWS),
                dead("region", "the key of a region that is gone", RebindCases::goneRegion, "R1"));
    }

    private static ConformanceCase window(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body).needing(Requirement.WINDOWS);
    }

    /** Kills a key of bob's and returns the range that it opened. */
    private static ConformanceCase dead(String id, String what, Function<CaseBench, RemoteBuffer> kill, String rule) {
        return ConformanceCase.of(
                        "DEAD-" + id,
                        what + " opens nothing for 1 to " + LARGEST_SMALL + " bytes",
                        b -> opensNothing(b, kill.apply(b), rule))
                .breaking(rule);
    }

    private static void opensNothing(CaseBench b, RemoteBuffer target, String rule) {
        QpConnection connection = b.newConnection();
        for (int length = 1; length <= LARGEST_SMALL; length++) {
            RemoteBuffer part = target.slice(0, length);
            b.expect()
                    .refusedByPeer(
                            "write of " + length, rule, () -> connection.alice().write(part));
            connection.reconnect();
            if ((length & length - 1) == 0) {
                b.expect()
                        .refusedByPeer(
                                "read of " + length,
                                rule,
                                () -> connection.alice().read(part));
                connection.reconnect();
            }
        }
    }

    /** Binds a window once more. One of type 2 is invalidated first. */
    private static void rebind(CaseBench b, CaseWindow window, MemorySlice range, AccessFlag... access) {
        if (window.mw().type() == MwType.TYPE_2) {
            b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        }
        b.expect().succeeds("bind", window.bind(b.atBob(), range, access));
    }

    private static AccessFlag[] both(AccessFlag... more) {
        return Stream.concat(Stream.of(REMOTE_WRITE, REMOTE_READ), Stream.of(more))
                .toArray(AccessFlag[]::new);
    }

    /** All of the window is written and read, then a part behind its start. */
    private static void leadsTo(CaseBench b, CaseWindow window, long place) {
        restore(b);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(place, LENGTH);
        restore(b);
        b.expect().succeeds("write behind its start", b.atAlice().write(window.at(40, 8)));
        b.expect().landed(place + 40, 8);
        restore(b);
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
        b.expect().fetched(LENGTH);
    }

    private static void restore(CaseBench b) {
        b.alice().memory().fill(b.alice().fill());
        b.bob().memory().fill(b.bob().fill());
    }

    private static void places(CaseBench b, MwType type, AccessFlag... more) {
        CaseWindow window = b.boundWindow(type, PLACES[0], LENGTH, both(more));
        leadsTo(b, window, PLACES[0]);
        for (int i = 1; i < PLACES.length; i++) {
            rebind(b, window, b.bob().slice(PLACES[i], LENGTH), both(more));
            leadsTo(b, window, PLACES[i]);
        }
    }

    /** The second region begins elsewhere in the same memory. */
    private static void regions(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, PLACES[0], LENGTH, both());
        MemoryRegion second = b.bob()
                .pd()
                .regMr(b.bob().memory(), CaseSteps.PAGE, CaseHost.MEMORY_BYTES - CaseSteps.PAGE, LOCAL_WRITE, MW_BIND);
        rebind(b, window, second.slice(256, LENGTH), both());
        leadsTo(b, window, CaseSteps.PAGE + 256);
    }

    private static void shorter(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, 2L * LENGTH, REMOTE_WRITE);
        rebind(b, window, b.bob().slice(0, LENGTH), REMOTE_WRITE);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect()
                .refusedByPeer("write of a byte behind", "A7", () -> b.atAlice().write(window.at(LENGTH, 1)));
    }

    private static void longer(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, LENGTH, LENGTH, REMOTE_WRITE);
        rebind(b, window, b.bob().slice(0, 3L * LENGTH), REMOTE_WRITE);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(0, 3L * LENGTH);
    }

    private static void loses(CaseBench b, MwType type, AccessFlag lost) {
        CaseWindow window = b.boundWindow(type, 0, LENGTH, both());
        boolean isRead = lost == REMOTE_READ;
        rebind(b, window, b.bob().slice(0, LENGTH), isRead ? REMOTE_WRITE : REMOTE_READ);
        QpConnection connection = b.connection();
        RemoteBuffer target = window.remote();
        b.expect()
                .succeeds(
                        "what it allows",
                        isRead
                                ? connection.alice().write(target)
                                : connection.alice().read(target));
        b.expect()
                .refusedByPeer(
                        "what it allowed before",
                        "A5",
                        () -> isRead
                                ? connection.alice().read(target)
                                : connection.alice().write(target));
    }

    private static void gains(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, LENGTH);
        rebind(b, window, b.bob().slice(0, LENGTH), REMOTE_READ);
        b.expect().succeeds("read", b.atAlice().read(window.remote()));
        b.expect().fetched(LENGTH);
        b.alice().memory().fill(b.alice().fill());
        rebind(b, window, b.bob().slice(0, LENGTH), both());
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().landed(0, LENGTH);
    }

    private static RemoteBuffer rebound(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_1, 0, LENGTH, both());
        RemoteBuffer old = window.remote();
        rebind(b, window, b.bob().slice(0, LENGTH), both());
        return old;
    }

    private static RemoteBuffer unbound(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_1, 0, LENGTH, both());
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        return window.remote();
    }

    private static RemoteBuffer invalidated(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_2, 0, LENGTH, both());
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        return window.remote();
    }

    /** With another tag than the next one, so that the key before it is none that the window ever had. */
    private static RemoteBuffer replaced(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_2, 0, LENGTH, both());
        RemoteBuffer old = window.remote();
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        int key = MemoryKey.of(MemoryKey.index(window.key()), MemoryKey.tag(window.key()) + 7);
        b.expect().succeeds("bind", window.bind(b.atBob(), key, b.bob().slice(0, LENGTH), both()));
        return old;
    }

    private static RemoteBuffer goneWindow(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_1, 0, LENGTH, both());
        window.mw().close();
        return window.remote();
    }

    private static RemoteBuffer goneRegion(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        RemoteBuffer range = region.remote().slice(0, LENGTH);
        region.close();
        return range;
    }
}
