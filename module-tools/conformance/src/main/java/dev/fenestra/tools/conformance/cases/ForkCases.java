package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Madvise;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.UserProcess;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.List;

/** Pages that a program drops or shares with a child, and which pages the device uses then. */
final class ForkCases {
    private static final AccessFlag[] PINNED = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ};
    private static final AccessFlag[] PAGED = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, ON_DEMAND};

    private ForkCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "FORK-pinned", "after a fork a peer reaches the parent's pages", b -> forked(b, PINNED)),
                ConformanceCase.of("FORK-paged", "so it does where they are paged on demand", b -> forked(b, PAGED))
                        .needing(Requirement.ODP),
                ConformanceCase.of(
                        "DONTNEED-pinned", "a pinned page that is given up stays the device's", ForkCases::stale),
                ConformanceCase.of("DONTNEED-paged", "one that is paged on demand does not", ForkCases::followed)
                        .needing(Requirement.ODP));
    }

    private static MemoryRegion region(CaseBench b, AccessFlag... access) {
        return b.bob().pd().regMr(b.bob().memory(), access);
    }

    private static void write(CaseBench b, MemoryRegion region, long offset) {
        b.expect().succeeds("write", b.atAlice().write(region.remote().slice(offset, 8)));
    }

    private static void forked(CaseBench b, AccessFlag... access) {
        CaseHost bob = b.bob();
        MemoryRegion region = region(b, access);
        write(b, region, 3 * CaseSteps.PAGE);
        try (UserProcess process = bob.context().process().fork("child")) {
            Memory child = process.memoryAt(bob.memory().address(), CaseHost.MEMORY_BYTES);
            long before = child.getLong(0);
            bob.memory().putLong(0, 1);
            child.putLong(CaseSteps.PAGE, 2);
            write(b, region, 0);
            write(b, region, CaseSteps.PAGE);
            write(b, region, 2 * CaseSteps.PAGE);
            long written = bob.memory().getLong(3 * CaseSteps.PAGE);
            b.expect()
                    .same("the parent's page, stored to", written, bob.memory().getLong(0));
            b.expect().same("where the child stored", written, bob.memory().getLong(CaseSteps.PAGE));
            b.expect().same("where nobody stored", written, bob.memory().getLong(2 * CaseSteps.PAGE));
            b.expect().same("the child's first page", before, child.getLong(0));
            b.expect().same("the child's second page", 2L, child.getLong(CaseSteps.PAGE));
            b.expect().same("the child's third page", before, child.getLong(2 * CaseSteps.PAGE));
        }
    }

    private static void stale(CaseBench b) {
        Memory memory = b.bob().memory();
        MemoryRegion region = region(b, PINNED);
        long before = memory.getLong(0);
        memory.advise(Madvise.DONTNEED, 0, CaseSteps.PAGE);
        b.expect().same("what the program finds", 0L, memory.getLong(0));
        memory.putLong(0, 7);
        b.expect().succeeds("read", b.atAlice().read(region.remote().slice(0, 8)));
        b.expect().same("what the peer finds", before, b.alice().memory().getLong(0));
    }

    private static void followed(CaseBench b) {
        Memory memory = b.bob().memory();
        MemoryRegion region = region(b, PAGED);
        write(b, region, 0);
        memory.advise(Madvise.DONTNEED, 0, CaseSteps.PAGE);
        b.expect().same("what the program finds", 0L, memory.getLong(0));
        memory.putLong(0, 7);
        b.expect().succeeds("read", b.atAlice().read(region.remote().slice(0, 16)));
        b.expect().same("what the peer finds", 7L, b.alice().memory().getLong(0));
        b.expect().same("and behind it", 0L, b.alice().memory().getLong(8));
    }
}
