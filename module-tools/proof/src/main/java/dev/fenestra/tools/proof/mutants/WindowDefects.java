package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Defect.of;

import com.google.common.collect.ImmutableList;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import java.util.List;
import java.util.stream.Stream;

/** Defects of windows: in the checks of a bind, an invalidate or a use, and in the counters. */
final class WindowDefects {
    private static final Site BIND_CHECKS = Site.reading("MlxRule.B13");
    private static final String EFFECT = "it has an effect and no rule";

    private WindowDefects() {}

    static List<Defect> ofBinds() {
        return Stream.of(pdsAndRangesOfBinds(), statesAndRightsOfBinds(), keysOfBinds())
                .flatMap(List::stream)
                .toList();
    }

    /** The PD and the range that a bind names. */
    private static List<Defect> pdsAndRangesOfBinds() {
        return List.of(
                of(
                                "bind-window-pd",
                                "a QP of any PD binds a window",
                                "rxe, for type 1: soft-roce D03; linux-rdma"
                                        + " tencent_FD4FB25AA4FFA845E63F5AC36CF4A46CDC0A@qq.com",
                                "B5",
                                Patch.Forget.of(HcaRule.B5))
                        .exploredAfter(1),
                of(
                                "bind-region-pd",
                                "a window is bound to a region of another PD",
                                "rxe: soft-roce D01; the same thread",
                                "B8",
                                Patch.Forget.of(HcaRule.B8))
                        .exploredAfter(2),
                of(
                                "bind-bounds",
                                "a window may be larger than its region",
                                "IBA C10-75 left out",
                                "B12",
                                Patch.Forget.of(HcaRule.B12))
                        .exploredAfter(1),
                of(
                                "bind-wrap",
                                "the range of a bind is compared by a sum that wraps",
                                "rxe: soft-roce D08; linux-rdma 20260521194402.811-1-tymbark7372@proton.me",
                                "B12",
                                Patch.Misjudge.of(HcaRule.B12, "wrappingFits"))
                        .exploredAfter(1));
    }

    /** The state of the window, and the rights that a bind asks for. */
    private static List<Defect> statesAndRightsOfBinds() {
        return List.of(
                of(
                                "bind-bound",
                                "a type-2 window is bound again without an invalidate",
                                "IBA o10-37.2.30 left out",
                                "B4",
                                Patch.Forget.of(HcaRule.B4))
                        .exploredAfter(2),
                of(
                                "bind-zero",
                                "a type-2 bind of length 0 frees the window",
                                "mlx5 builds a type-2 bind of length 0 as an invalidate",
                                "B6",
                                Patch.Forget.of(HcaRule.B6))
                        .exploredAfter(1),
                of(
                                "bind-right",
                                "MW_BIND of the region is not demanded",
                                "IBA C10-73 left out",
                                "B10",
                                Patch.Forget.of(HcaRule.B10))
                        .exploredAfter(2),
                of(
                                "bind-local-write",
                                "a writable window is bound to a region without LOCAL_WRITE",
                                "IBA C10-74 left out",
                                "B11",
                                Patch.Forget.of(HcaRule.B11))
                        .exploredAfter(2));
    }

    /** The keys that a bind names. */
    private static List<Defect> keysOfBinds() {
        return List.of(
                of(
                        "bind-dead-region",
                        "the L_Key of a bind is not compared with the region's tag",
                        "rxe does not look at the state of the region",
                        "B7",
                        Patch.Forget.of(HcaRule.B7)),
                of(
                        "bind-index",
                        "a type-2 bind with a key of another index is taken by its tag",
                        "rxe: soft-roce C04",
                        "B13",
                        new Patch.Forget(BIND_CHECKS, "B13", Patch.Forget.EVERY)),
                of(
                        "bind-same-key",
                        "a type-2 bind must bring a tag that differs from the last",
                        "rxe, first version of its binds: linux-rdma 20220714204619.13396-1-rpearsonhpe@gmail.com",
                        "C03",
                        new Patch.Refuse(BIND_CHECKS, "isSameKey", ImmutableList.of(1, 2), "P8")));
    }

    static List<Defect> ofUse() {
        return Stream.of(rangesOfUse(), ownersOfUse(), lifetimesOfUse())
                .flatMap(List::stream)
                .toList();
    }

    /** The range of an access. */
    private static List<Defect> rangesOfUse() {
        return List.of(
                of(
                                "window-bounds",
                                "the range of an access is not compared with the window",
                                "rxe: soft-roce G03, B02, E01",
                                "A7",
                                Patch.Forget.of(HcaRule.A7))
                        .exploredAfter(2),
                of(
                                "window-last-byte",
                                "a window ends one byte late",
                                "an off-by-one in IBA C10-77",
                                "A7",
                                Patch.Misjudge.of(HcaRule.A7, "fitsOneMore"))
                        .exploredAfter(2),
                of(
                                "window-wrap",
                                "the range of an access is compared by a sum that wraps",
                                "rxe: CVE-2016-8636, and the sum form again later",
                                "A7",
                                Patch.Misjudge.of(HcaRule.A7, "wrappingFits"))
                        .exploredAfter(2));
    }

    /** The accessor and its right. */
    private static List<Defect> ownersOfUse() {
        return List.of(
                of(
                                "window-pd",
                                "a window is used from another PD",
                                "IBA C10-76.2.1 left out",
                                "A2",
                                Patch.Forget.of(HcaRule.A2))
                        .exploredAfter(3),
                of(
                                "window-qp",
                                "a type-2 window is used through any QP",
                                "IBA o10-37.2.43 left out",
                                "A3",
                                Patch.Forget.of(HcaRule.A3))
                        .exploredAfter(3),
                of(
                                "window-right",
                                "a READ goes through a window without REMOTE_READ",
                                "IBA C10-77 left out",
                                "A5",
                                Patch.Forget.of(HcaRule.A5))
                        .exploredAfter(2));
    }

    /** Whether the key is that of a window that is bound now. */
    private static List<Defect> lifetimesOfUse() {
        return List.of(
                of(
                                "window-tag",
                                "the tag of a window's key is not compared",
                                "IBA 10.6.3 left out: stale keys live on",
                                "R2",
                                Patch.Forget.beside(HcaRule.A2, HcaRule.R2))
                        .exploredAfter(2),
                of(
                                "window-free",
                                "an invalidate leaves the range and the rights of a window in force",
                                "the state Free forgotten, as in rxe: soft-roce Z02, Z03, Z05, Z06",
                                "A4",
                                Patch.Forget.of(HcaRule.A4),
                                Patch.Forget.of(HcaRule.A3))
                        .exploredAfter(3),
                of(
                                "window-heir",
                                "a type-2 window outlives its QP and answers to the next QP of that number",
                                "QP numbers are used again; rxe keeps the QP itself instead: soft-roce Z01",
                                "LIFE-number",
                                new Patch.Return(Site.named("QpContext", "serial", EFFECT), 0))
                        .exploredAfter(4));
    }

    static List<Defect> ofInvalidates() {
        return Stream.of(targetsOfInvalidates(), tagsOfInvalidates())
                .flatMap(List::stream)
                .toList();
    }

    /** The keys that may be invalidated. */
    private static List<Defect> targetsOfInvalidates() {
        return List.of(
                of(
                                "inv-qp",
                                "a window is invalidated through any QP",
                                "rxe: soft-roce F05, F09",
                                "I3",
                                Patch.Forget.of(HcaRule.I3))
                        .exploredAfter(3),
                of(
                                "inv-type-1",
                                "SEND_WITH_INV takes a type-1 window away",
                                "IBA o10-37.2.26 left out",
                                "INV-t1-peer",
                                new Patch.Forget(Site.reading(HcaRule.I1), "I1", 1),
                                Patch.Forget.of(HcaRule.I3))
                        .exploredAfter(1),
                of(
                                "inv-region",
                                "an ordinary region is invalidated",
                                "IBA o10-37.2.26 left out",
                                "INV-mr",
                                Patch.Forget.of(HcaRule.I1),
                                Patch.Forget.of(HcaRule.I3),
                                new Patch.Skip(Site.reading(HcaRule.I3), "leaveRegion"))
                        .exploredAfter(0));
    }

    /** The tag of the key, and the answer to the peer. */
    private static List<Defect> tagsOfInvalidates() {
        return List.of(
                of(
                                "inv-tag",
                                "an invalidate does not look at the tag",
                                "IBA 10.6.7 left out",
                                "I2",
                                Patch.Forget.beside(HcaRule.I3, HcaRule.I2))
                        .exploredAfter(2),
                of(
                                "inv-acked",
                                "a SEND_WITH_INV that fails is acknowledged",
                                "rxe: soft-roce F06, F07, F10",
                                "I1",
                                new Patch.Redirect(
                                        Site.named("ReceiveUnit", "completeWithInvalidate", EFFECT),
                                        "refusedBy",
                                        "acceptedIn"))
                        .exploredAfter(1));
    }

    static List<Defect> ofCounts() {
        return List.of(
                of(
                                "dereg-bound",
                                "a region goes while windows are bound to it",
                                "Linux: ib_core keeps no count of windows on a region",
                                "LIFE-3",
                                new Patch.Return(Site.named("BindingLedger", "count", EFFECT), 0))
                        .exploredAfter(2),
                of(
                                "count-leak",
                                "an invalidate forgets to uncount the window",
                                "rxe_bind_mw has a way out that drops no references",
                                "LIFE-3",
                                new Patch.Skip(Site.named("WindowUnit", "leaveRegion", EFFECT), "count"))
                        .exploredAfter(1),
                of(
                                "destroy-2a",
                                "a QP goes while type-2A windows are bound through it",
                                "IBA 10.6.7.2.5 left out: 2A taken for 2B",
                                "LIFE-4",
                                new Patch.Return(Site.named("BindingLedger", "countThrough", EFFECT), 0))
                        .exploredAfter(2)
                        .on(WindowSupport.TYPES_1_AND_2A),
                of(
                        "tag-again",
                        "a recycled index comes back with the tag it had",
                        "KEY-7; rxe takes care of it in rxe_get_next_key",
                        "KEY-7",
                        new Patch.Constant(Site.named("KeyPool", "free", EFFECT), 1, 2, 0)),
                of(
                        "key-lives",
                        "the key of a deallocated window stays alive",
                        "ibv_alloc_mw(3) left out",
                        "R1",
                        new Patch.Skip(Site.named("MkeyEntries", "remove", EFFECT), "clear")));
    }
}
