package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_GLOBAL;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;

import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.Flush;
import java.util.List;

/** FLUSH and atomic writes (IBTA annex A19), where a device announces them. */
final class PlacementCases {
    private static final long VALUE = 0x1122334455667788L;

    private PlacementCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("PLC-write", "an atomic write writes its 8 bytes", PlacementCases::write)
                        .needing(Requirement.ATOMIC_WRITE),
                ConformanceCase.of("PLC-T10", "its address is a multiple of 8", PlacementCases::unaligned)
                        .breaking("T10")
                        .needing(Requirement.ATOMIC_WRITE),
                ConformanceCase.of("PLC-flush", "a range and a whole region are flushed", PlacementCases::flush)
                        .needing(Requirement.FLUSH),
                ConformanceCase.of("PLC-R4", "a region without FLUSH_GLOBAL is not flushed", PlacementCases::noRight)
                        .breaking("R4")
                        .needing(Requirement.FLUSH));
    }

    private static End alice(CaseBench b) {
        ConnectOptions open = ConnectOptions.DEFAULT.withAccess(REMOTE_WRITE, FLUSH_GLOBAL);
        return b.newConnection(ConnectOptions.DEFAULT, open).alice();
    }

    private static RemoteBuffer word(CaseBench b) {
        b.bob().memory().putLong(8, 0);
        return b.bob().register(LOCAL_WRITE, REMOTE_WRITE).remote().at(8);
    }

    private static void write(CaseBench b) {
        ConnectOptions open = ConnectOptions.DEFAULT.withAccess(REMOTE_WRITE);
        End alice = b.newConnection(ConnectOptions.DEFAULT, open).alice();
        b.expect().succeeds("atomic write", alice.attempt(AtomicWrite.of(b.wrId(), word(b), VALUE)));
        b.expect().same("there now", VALUE, b.bob().memory().getLong(8));
    }

    private static void unaligned(CaseBench b) {
        RemoteBuffer crooked = word(b).at(4);
        End alice = b.atAlice();
        b.expect()
                .refusedByPeer(
                        "atomic write",
                        "T10",
                        WcStatus.REM_INV_REQ_ERR,
                        () -> alice.attempt(AtomicWrite.of(b.wrId(), crooked, VALUE)));
        b.expect().same("there now", 0L, b.bob().memory().getLong(8));
    }

    private static void flush(CaseBench b) {
        RemoteBuffer region = b.bob().register(LOCAL_WRITE, FLUSH_GLOBAL).remote();
        End alice = alice(b);
        b.expect().succeeds("range", alice.attempt(Flush.of(b.wrId(), region.slice(0, 64), PlacementType.GLOBAL)));
        b.expect().succeeds("region", alice.attempt(Flush.ofAll(b.wrId(), region, PlacementType.GLOBAL)));
    }

    private static void noRight(CaseBench b) {
        RemoteBuffer region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE).remote();
        End alice = alice(b);
        b.expect().refusedByPeer("flush", "R4", () -> alice.attempt(Flush.of(b.wrId(), region, PlacementType.GLOBAL)));
    }
}
