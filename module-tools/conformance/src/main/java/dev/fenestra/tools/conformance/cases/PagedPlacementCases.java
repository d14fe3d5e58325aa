package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_GLOBAL;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_PERSISTENT;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.PlacementType.GLOBAL;
import static dev.fenestra.ib.core.vocabulary.PlacementType.PERSISTENT;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.Flush;
import java.util.List;

/** FLUSH and atomic writes to pages that are not present, on a device that announces both. */
final class PagedPlacementCases {
    private static final long VALUE = 0x1122334455667788L;

    private PagedPlacementCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                flushing(
                        "ODP-flush",
                        "a range and a region are flushed while their pages are out",
                        b -> flush(b, GLOBAL)),
                flushing("ODP-persist", "a FLUSH for persistence too", b -> flush(b, PERSISTENT))
                        .needing(Requirement.FLUSH_PERSISTENT),
                flushing("ODP-persist-gone", "and it fails where nothing is mapped", PagedPlacementCases::gone)
                        .breaking("O2")
                        .needing(Requirement.FLUSH_PERSISTENT),
                writing("ODP-aw", "an atomic write brings its page back", PagedPlacementCases::atomicWrite),
                writing("ODP-aw-gone", "and fails where nothing is mapped", PagedPlacementCases::notWritten)
                        .breaking("O2"));
    }

    private static ConformanceCase flushing(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body).needing(Requirement.ODP, Requirement.FLUSH, Requirement.ODP_FLUSH);
    }

    private static ConformanceCase writing(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body)
                .needing(Requirement.ODP, Requirement.ATOMIC_WRITE, Requirement.ODP_ATOMIC_WRITE);
    }

    private static AccessFlag flag(PlacementType type) {
        return type == GLOBAL ? FLUSH_GLOBAL : FLUSH_PERSISTENT;
    }

    private static End alice(CaseBench b, AccessFlag... rights) {
        return b.newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT.withAccess(rights))
                .alice();
    }

    private static void swapOut(CaseHost host) {
        host.machine().process().memory().swapOut(host.memory().address(), CaseHost.MEMORY_BYTES, true);
    }

    /** A region of bob over pages that no other region pins. */
    private static RemoteBuffer region(CaseBench b, AccessFlag... rights) {
        b.bob().region().close();
        return b.bob().register(rights).remote();
    }

    private static void flush(CaseBench b, PlacementType type) {
        RemoteBuffer region = region(b, LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND, flag(type));
        End alice = alice(b, REMOTE_WRITE, flag(type));
        b.expect().succeeds("write", alice.write(region.slice(100, 2 * CaseSteps.PAGE)));
        swapOut(b.bob());
        b.expect().succeeds("range", alice.attempt(Flush.of(b.wrId(), region.slice(100, 2 * CaseSteps.PAGE), type)));
        swapOut(b.bob());
        b.expect().succeeds("region", alice.attempt(Flush.ofAll(b.wrId(), region, type)));
        b.expect().landed(100, 2 * CaseSteps.PAGE);
    }

    /** A region whose memory is gone. */
    private static RemoteBuffer unmapped(CaseBench b, AccessFlag... rights) {
        Memory gone = b.bob().context().allocate(CaseSteps.PAGE);
        MemoryRegion region = b.bob().pd().regMr(gone, rights);
        gone.free();
        return region.remote();
    }

    private static void gone(CaseBench b) {
        RemoteBuffer target = unmapped(b, LOCAL_WRITE, ON_DEMAND, FLUSH_PERSISTENT);
        End alice = alice(b, FLUSH_PERSISTENT);
        b.expect()
                .refusedInSilence(
                        "flush",
                        "O2",
                        "MEM-6",
                        WcStatus.REM_ACCESS_ERR,
                        () -> alice.attempt(Flush.of(b.wrId(), target.slice(0, 64), PERSISTENT)));
    }

    private static void atomicWrite(CaseBench b) {
        RemoteBuffer region = region(b, LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND);
        End alice = alice(b, REMOTE_WRITE);
        b.bob().memory().putLong(CaseSteps.PAGE, 0);
        swapOut(b.bob());
        b.expect().succeeds("atomic write", alice.attempt(AtomicWrite.of(b.wrId(), region.at(CaseSteps.PAGE), VALUE)));
        b.expect().same("there now", VALUE, b.bob().memory().getLong(CaseSteps.PAGE));
    }

    private static void notWritten(CaseBench b) {
        RemoteBuffer target = unmapped(b, LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND).at(8);
        End alice = alice(b, REMOTE_WRITE);
        b.expect()
                .refusedInSilence(
                        "atomic write",
                        "O2",
                        "MEM-6",
                        WcStatus.REM_ACCESS_ERR,
                        () -> alice.attempt(AtomicWrite.of(b.wrId(), target, VALUE)));
    }
}
