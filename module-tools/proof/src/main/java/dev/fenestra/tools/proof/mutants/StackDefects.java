package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Defect.of;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import java.util.List;
import java.util.stream.Stream;

/** Defects of everything around windows: regions, completions, the wire, and the announcements of a device. */
final class StackDefects {
    private static final String MW_BIND = "MW_BIND";
    private static final int WITH_INV = 8;
    private static final int KERNEL_WITH_INV = 4;
    private static final Site WINDOW_CAPABILITY =
            Site.reading(MemoryWindows.TYPE_1_AND_2A).and(MemoryWindows.NONE);

    private static final String EFFECT = "it has an effect and no rule";
    private static final String ANY_RULE = "it reports whatever rule was broken";

    private StackDefects() {}

    static List<Defect> ofRegions() {
        return Stream.of(usesOfRegions(), changesOfRegions())
                .flatMap(List::stream)
                .toList();
    }

    /** Accesses to regions. */
    private static List<Defect> usesOfRegions() {
        return List.of(
                of(
                        "region-wrap",
                        "the range of an access to a region is compared by a sum that wraps",
                        "rxe: CVE-2016-8636; linux-rdma 20260521194402.811-1-tymbark7372@proton.me",
                        "R6",
                        Patch.Misjudge.of(HcaRule.R6, "wrappingFits")),
                of(
                        "region-pd",
                        "a region is used from another PD",
                        "IBA 10.2.3 left out",
                        "R3",
                        Patch.Forget.of(HcaRule.R3)),
                of(
                        "local-tag",
                        "the tag of an L_Key is not compared",
                        "IBA 10.6.3 left out",
                        "L2",
                        Patch.Forget.of(HcaRule.L2)),
                of(
                        "local-write",
                        "a READ lands in a region without LOCAL_WRITE",
                        "LOCAL_WRITE forgotten for landing READs",
                        "L5",
                        Patch.Forget.of(HcaRule.L5)));
    }

    /** Re-registration and deallocation. */
    private static List<Defect> changesOfRegions() {
        return List.of(
                of(
                        "rereg-half",
                        "a rereg moves the addresses of a region, not its pages",
                        "ibv_rereg_mr(3): after a failure the region is undefined",
                        "RRG-translation",
                        new Patch.Skip(Site.named("MkeyModification", "change", EFFECT), "translate")),
                of(
                        "rereg-pd",
                        "a rereg that is refused has changed the PD",
                        "rereg_mr changes mr->pd too early: linux-rdma 0-v1-29ebd2c229b5+fd5-ib_mr_pd_jgg@nvidia.com",
                        "RRG-half",
                        new Patch.Return(Site.reading(RegionRule.REREG_ZERO_BASED), 0)),
                of(
                        "rereg-bound",
                        "a region moves away under its windows",
                        "rereg as dereg and reg, without the check of dereg",
                        "RRG-3",
                        new Patch.Return(Site.reading(RegionRule.REREG_UNBOUND), 0),
                        new Patch.Skip(Site.reading(HcaRule.D3), "disturbsWindows")),
                of(
                        "pd-count",
                        "a PD goes while it is used",
                        "core/verbs.c usecnt left out",
                        "LIFE-1",
                        new Patch.Return(Site.reading(KernelRule.HELD), 0)));
    }

    static List<Defect> ofXrc() {
        return List.of(
                of(
                        "xrc-domain",
                        "an XRC request reaches an SRQ of another domain",
                        "IBA A14 left out",
                        "X2",
                        Patch.Forget.of(HcaRule.X2)),
                of(
                        "xrc-shared",
                        "an XRC target goes with the first who closes it",
                        "core/verbs.c __ib_destroy_shared_qp without usecnt",
                        "XRC-shared",
                        new Patch.Return(Site.named("XrcDomain$Target", "isShared", EFFECT), 0)));
    }

    static List<Defect> ofCompletions() {
        return Stream.of(statuses(), orders()).flatMap(List::stream).toList();
    }

    /** The status at which a request ends. */
    private static List<Defect> statuses() {
        return List.of(
                of(
                        "status-qp-op",
                        "a failed bind completes with LOC_QP_OP_ERR",
                        "rxe of kernel 6.1, for LOCAL_INV: soft-roce F01; providers with generic codes: rdma-core"
                                + " issues 1106, 1220",
                        "B10",
                        new Patch.Swap(Site.named("UmrUnit", "finish", ANY_RULE), MW_BIND, "LOCAL_QP_OPERATION")),
                of(
                        "status-flush",
                        "a failed LOCAL_INV completes with WR_FLUSH_ERR",
                        "rxe of kernel 6.12: soft-roce F01, F02, F04",
                        "I2",
                        new Patch.Swap(Site.named("UmrUnit", "invalidate", ANY_RULE), MW_BIND, "FLUSHED")),
                of(
                        "silent-error",
                        "a failed bind has no completion",
                        "IBA 10.7.3.1 left out: errors always complete",
                        "B10",
                        new Patch.Skip(Site.named("Retirement", "retire", EFFECT), "requestFailed")),
                of(
                        "no-flush",
                        "receives of a QP in error are not flushed",
                        "IBA 10.3.1 left out",
                        "ORD-2-t2",
                        new Patch.Skip(Site.named("Flusher", "flushReceives", EFFECT), "receiveFailed")));
    }

    /** The order of requests, and what a receive reports. */
    private static List<Defect> orders() {
        return List.of(
                of(
                        "inv-early",
                        "a LOCAL_INV overtakes requests before it",
                        "IBA 10.6.5.1 left out",
                        "ORD-11",
                        new Patch.Read(Site.named("UmrUnit", "invalidate", EFFECT), "head", 0),
                        new Patch.Read(Site.named("UmrUnit", "invalidate", EFFECT), "cursor", 0)),
                of(
                        "no-fence",
                        "a fenced request does not wait for READs",
                        "IBA 10.8.3.3 left out",
                        "ORD-5",
                        new Patch.Read(Site.named("Requester", "advance", EFFECT), "readsOutstanding", 0)),
                of(
                        "inv-flag",
                        "a receive does not say that a key was invalidated",
                        "rxe: soft-roce F08, the kernel's bit in place of the user's",
                        "INV-received",
                        new Patch.Constant(
                                Site.named("CqeReader", "receiveFlags", EFFECT), WITH_INV, 0, KERNEL_WITH_INV)));
    }

    static List<Defect> ofTheWire() {
        return List.of(
                of(
                        "replay-again",
                        "a repeated request is executed again",
                        "IBA 9.7.5.1.1 left out: a repeated request is not new",
                        "WIRE-write",
                        new Patch.Divert(Site.named("Responder", "receive", EFFECT), "repeated", "accept")),
                of(
                        "replay-result",
                        "a repeated atomic is answered with wrong data",
                        "rxe, lost atomic ACKs: linux-rdma 84aaf934-9cac-30ae-0fa5-1e40819a519e@gmail.com",
                        "WIRE-atomic",
                        new Patch.Return(Site.named("ResponseQueue", "savedResult", EFFECT), 0)),
                of(
                        "rnr-at-once",
                        "a sender does not rest when the receiver is not ready",
                        "rxe ignores the RNR timer: linux-rdma a8287823-1408-4273-bc22-99a0678db640@gmail.com",
                        "WIRE-rnr",
                        new Patch.Skip(Site.named("Retransmission", "waitForReceiver", EFFECT), "waitForReceiver")),
                of(
                        "qp-right",
                        "the QP's own access rights do not count",
                        "IBA 10.2.4 left out",
                        "A8",
                        new Patch.Read(Site.reading(HcaRule.A8), "remoteWrite", 1)));
    }

    static List<Defect> ofCapabilities() {
        return List.of(
                of(
                        "caps-both",
                        "the device claims type 2A and 2B",
                        "rxe: linux-rdma 20220407184321.14207-1-rpearsonhpe@gmail.com",
                        "CAP-2B",
                        new Patch.Return(
                                Site.named("DeviceAttributes$MemoryWindows", "capabilityFlags", "it is public API"),
                                1 << 17 | 1 << 23 | 1 << 24)),
                of(
                                "caps-lie",
                                "the device announces windows and has none",
                                "bnxt_re announces what its hardware has not: spdk issue 3926",
                                "CAP-2B",
                                new Patch.Swap(WINDOW_CAPABILITY, "NONE", "TYPE_1_AND_2B"))
                        .on(WindowSupport.NONE),
                of(
                                "caps-2a",
                                "the device announces type 2B and its windows are of type 2A",
                                "bits 23 and 24 of the capabilities taken for one another",
                                "T2-V-reset-2B",
                                new Patch.Swap(WINDOW_CAPABILITY, "TYPE_1_AND_2A", "TYPE_1_AND_2B"))
                        .on(WindowSupport.TYPES_1_AND_2A));
    }
}
