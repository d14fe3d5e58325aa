package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.RELAXED_ORDERING;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;
import static dev.fenestra.ib.core.vocabulary.Errno.EPERM;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.tools.conformance.cases.SoftRoceKeys.row;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.List;
import java.util.Set;

/** Cases D of the list run on soft-RoCE: what a bind needs. */
final class SoftRoceBinds {
    private SoftRoceBinds() {}

    static List<ConformanceCase> all() {
        return List.of(
                row("D01", "a region of another PD is refused", SoftRoceBinds::regionOfOtherPd, "P3", "B8")
                        .settling(19),
                row("D02", "a window of another PD is refused", SoftRoceBinds::windowOfOtherPd, "P3", "B5"),
                row("D03", "a QP of another PD is refused", SoftRoceBinds::qpOfOtherPd, "B5")
                        .settling(17),
                row("D04", "a region without MW_BIND is refused", SoftRoceBinds::noMwBind, "B10"),
                row("D05", "a type-2 window that writes needs LOCAL_WRITE", b -> noLocalWrite(b, TYPE_2), "B11"),
                row("D06", "a type-1 window that writes needs LOCAL_WRITE", b -> noLocalWrite(b, TYPE_1), "B11"),
                row("D07", "the region needs no remote right of its own", SoftRoceBinds::noRemoteRight)
                        .needing(Requirement.TYPE_2B, Requirement.ATOMICS),
                row("D08", "a window lies inside its region", SoftRoceBinds::ranges, "B12", "P7")
                        .needing(Requirement.BYTE_WINDOWS)
                        .settling(20),
                row("D09", "after a failed type-1 bind the old key is put back", SoftRoceBinds::putBack, "B12", "B1"),
                row("D10", "a window has remote rights only", SoftRoceBinds::flags, "B2")
                        .settling(26),
                row(
                        "D11",
                        "no rights open nothing, and a dead region takes no window",
                        SoftRoceBinds::nothing,
                        "A5",
                        "B7"),
                row("D12", "an L_Key with another tag is refused", SoftRoceBinds::otherTag, "B7"));
    }

    private static void refused(
            CaseBench b, String what, String rule, MwType type, MemorySlice range, AccessFlag... access) {
        CaseWindow window = b.window(type);
        b.expect().refused(what, rule, MW_BIND_ERR, () -> window.bind(b.atBob(), range, access));
        b.connection().reconnect();
    }

    private static void refusedByVerb(CaseBench b, CaseWindow window, MemorySlice range) {
        b.expect().refusedPost("type 1", "P3", Set.of(EPERM), () -> window.bind(b.atBob(), range, REMOTE_WRITE));
    }

    private static void regionOfOtherPd(CaseBench b) {
        MemorySlice foreign =
                b.bob().otherPd().regMr(b.bob().memory(), LOCAL_WRITE, MW_BIND).slice(0, 64);
        refusedByVerb(b, b.window(TYPE_1), foreign);
        refused(b, "type 2", "B8", TYPE_2, foreign, REMOTE_WRITE);
    }

    private static void windowOfOtherPd(CaseBench b) {
        ProtectionDomain other = b.bob().otherPd();
        refusedByVerb(b, b.window(other, TYPE_1), b.bob().slice(0, 64));
        CaseWindow foreign = b.window(other, TYPE_2);
        b.expect()
                .refused(
                        "type 2",
                        "B5",
                        MW_BIND_ERR,
                        () -> foreign.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void qpOfOtherPd(CaseBench b) {
        for (MwType type : MwType.values()) {
            CaseWindow window = b.window(type);
            b.expect()
                    .refused(
                            type.toString(),
                            "B5",
                            MW_BIND_ERR,
                            () -> window.bind(
                                    b.foreignConnection().bob(), b.bob().slice(0, 64), REMOTE_WRITE));
            b.foreignConnection().reconnect();
        }
    }

    private static void noMwBind(CaseBench b) {
        MemorySlice closed = b.bob().register(LOCAL_WRITE).slice(0, 64);
        refused(b, "type 1", "B10", TYPE_1, closed, REMOTE_WRITE);
        refused(b, "type 2", "B10", TYPE_2, closed, REMOTE_WRITE);
    }

    private static void noLocalWrite(CaseBench b, MwType type) {
        MemorySlice readOnly = b.bob().register(MW_BIND).slice(0, 64);
        refused(b, "for writes", "B11", type, readOnly, REMOTE_WRITE);
        refused(b, "for atomics", "B11", type, readOnly, REMOTE_ATOMIC);
        b.expect().succeeds("for reads", b.window(type).bind(b.atBob(), readOnly, REMOTE_READ));
    }

    private static void noRemoteRight(CaseBench b) {
        Access.allGranted(b, b.boundWindow(TYPE_2, 0, 64, Access.ALL));
    }

    private static void ranges(CaseBench b) {
        MemoryRegion region = b.bob().region();
        refused(b, "before", "B12", TYPE_2, new MemorySlice(region, region.address() - 64, 64), REMOTE_WRITE);
        long past = region.address() + region.length() - 32;
        refused(b, "past the end", "B12", TYPE_2, new MemorySlice(region, past, 64), REMOTE_WRITE);
        CaseWindow wrapping = b.window(TYPE_2);
        MemorySlice wrap = new MemorySlice(region, region.address() + 64, -16);
        b.expect().refusedPost("wrap", "P7", Set.of(EOPNOTSUPP), () -> wrapping.bind(b.atBob(), wrap, REMOTE_WRITE));
        b.expect().succeeds("exact", b.window(TYPE_2).bind(b.atBob(), region.all(), REMOTE_WRITE));
    }

    private static void putBack(CaseBench b) {
        MemoryRegion region = b.bob().region();
        MemoryWindow window = b.window(TYPE_1).mw();
        int old = window.rkey();
        MemorySlice beyond = new MemorySlice(region, region.address() + CaseHost.MEMORY_BYTES, 64);
        b.expect().refused("bind", "B12", MW_BIND_ERR, () -> bind(b, window, beyond));
        CaseSteps.isRenamed(b, "key", old, window.rkey());
        b.connection().reconnect();
        b.expect()
                .refused(
                        "good bind after the failure",
                        "B1",
                        MW_BIND_ERR,
                        () -> bind(b, window, b.bob().slice(0, 64)));
        b.connection().reconnect();
        window.rkey(old);
        b.expect().succeeds("with the key put back", bind(b, window, b.bob().slice(0, 64)));
        b.expect().succeeds("write", b.atAlice().write(window.remote(region.address(), 64)));
    }

    private static Completion bind(CaseBench b, MemoryWindow window, MemorySlice range) {
        long wrId = b.wrId();
        b.atBob().qp().bindMw(wrId, window, range, REMOTE_WRITE);
        return b.atBob().await(wrId);
    }

    private static void flags(CaseBench b) {
        MemorySlice range = b.bob().slice(0, 64);
        b.expect().succeeds("LOCAL_WRITE", b.window(TYPE_2).bind(b.atBob(), range, LOCAL_WRITE));
        b.expect().succeeds("none", b.window(TYPE_2).bind(b.atBob(), range));
        for (AccessFlag flag : List.of(MW_BIND, ON_DEMAND, HUGETLB, RELAXED_ORDERING)) {
            CaseWindow window = b.window(TYPE_2);
            b.expect().refusedPost(flag.toString(), "B2", Set.of(EINVAL), () -> window.bind(b.atBob(), range, flag));
        }
    }

    private static void nothing(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64);
        b.expect().refusedByPeer("write", "A5", () -> b.atAlice().write(window.remote()));
        b.connection().reconnect();
        MemoryRegion dead = b.bob().register(LOCAL_WRITE, MW_BIND);
        dead.close();
        refused(b, "dead region", "B7", TYPE_2, dead.slice(0, 64), REMOTE_WRITE);
    }

    /** The bind names the L_Key of an earlier region. A device that reuses the index uses another tag. */
    private static void otherTag(CaseBench b) {
        MemoryRegion old = b.bob().register(LOCAL_WRITE, MW_BIND);
        old.close();
        MemoryRegion heir = b.bob().register(LOCAL_WRITE, MW_BIND);
        b.expect().note("index", MemoryKey.index(heir.lkey()));
        b.expect().holds("the old key is not given again", old.lkey() != heir.lkey());
        refused(b, "bind", "B7", TYPE_2, old.slice(0, 64), REMOTE_WRITE);
    }
}
