package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOENT;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The cases of the kit's mw_test that are run for either type of window. */
final class KitWindows {
    private static final int STALE = 9999;

    private KitWindows() {}

    static List<ConformanceCase> all() {
        return Stream.concat(general(), accesses().stream()).toList();
    }

    private static Stream<ConformanceCase> general() {
        return Stream.of(
                        KeyKind.eachWindow(
                                "MwGeneralTest.Alloc", "a window is of the PD and type asked for", KitWindows::alloc),
                        KeyKind.eachWindow(
                                "MwGeneralTest.DeallocInvalidMw",
                                "a stale handle is refused",
                                KitWindows::stale,
                                "HND-2"),
                        KeyKind.eachWindow("MwGeneralTest.Read", "a bound window is read", KitWindows::read),
                        Stream.of(ConformanceCase.of(
                                        "MwGeneralTest.ReadZeroBased",
                                        "a zero-based window is read at 0",
                                        KitWindows::readZeroBased)
                                .needing(Requirement.WINDOWS)
                                .needing(Requirement.ZERO_BASED_WINDOWS)),
                        KeyKind.eachWindow(
                                "MwGeneralTest.BindInvalidMw",
                                "a dead window is not bound",
                                KitWindows::deadWindow,
                                "B1"))
                .flatMap(s -> s);
    }

    /** Rights of window and region that go together, for either type. */
    private static List<ConformanceCase> accesses() {
        List<ConformanceCase> cases = new ArrayList<>();
        AccessFlag[] all = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC, MW_BIND};
        granted(cases, "All", all, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC);
        granted(cases, "BindOnly-None", new AccessFlag[] {MW_BIND});
        granted(cases, "LocalWrite-Write", new AccessFlag[] {LOCAL_WRITE, MW_BIND}, REMOTE_WRITE);
        granted(cases, "LocalWrite-Atomic", new AccessFlag[] {LOCAL_WRITE, MW_BIND}, REMOTE_ATOMIC);
        return cases;
    }

    private static void granted(List<ConformanceCase> cases, String id, AccessFlag[] region, AccessFlag... window) {
        KeyKind.eachWindow(
                        "MwBindAccessTest." + id,
                        "these rights of region and window go together",
                        (b, kind) -> b.expect().succeeds("bind", bind(b, kind, region, window)))
                .forEach(cases::add);
    }

    private static Completion bind(CaseBench b, KeyKind kind, AccessFlag[] region, AccessFlag... window) {
        MemoryRegion registered = b.bob().register(region);
        return b.window(kind.type()).bind(b.atBob(), registered.slice(0, 64), window);
    }

    private static void alloc(CaseBench b, KeyKind kind) {
        CaseWindow window = b.window(kind.type());
        b.expect().same("pd", b.bob().pd(), window.mw().pd());
        b.expect().same("type", kind.type(), window.mw().type());
        b.expect().works("dealloc_mw", window.mw()::close);
    }

    private static void stale(CaseBench b, KeyKind kind) {
        b.window(kind.type());
        b.expect()
                .refusedCall(
                        "dealloc_mw",
                        "HND-2",
                        ENOENT,
                        () -> b.bob().systemCalls().mws().deallocate(STALE));
    }

    private static void read(CaseBench b, KeyKind kind) {
        RemoteBuffer source = kind.open(b, REMOTE_READ);
        b.expect().succeeds("read", b.atAlice().read(source));
        b.expect().fetched(KeyKind.LENGTH);
    }

    private static void readZeroBased(CaseBench b) {
        RemoteBuffer source = KeyKind.TYPE_2.open(b, REMOTE_READ, ZERO_BASED);
        b.expect().same("address", 0L, source.address());
        b.expect().succeeds("read", b.atAlice().read(source));
        b.expect().fetched(KeyKind.LENGTH);
    }

    private static void deadWindow(CaseBench b, KeyKind kind) {
        CaseWindow window = b.window(kind.type());
        window.mw().close();
        End bob = b.atBob();
        b.expect()
                .refused(
                        "bind",
                        "B1",
                        MW_BIND_ERR,
                        () -> window.bind(bob, b.bob().slice(0, 64), REMOTE_READ));
    }
}
