package dev.fenestra.tools.zoo;

import static dev.fenestra.tools.zoo.Defect.of;

import dev.fenestra.hw.sim.device.WindowSupport;
import java.util.List;

/** Defects of everything around windows: regions, completions, the wire, and what a device says of itself. */
final class StackDefects {
    private static final String ENGINE = "dev.fenestra.hw.sim.engine.";
    private static final String KEYS = ENGINE + "KeyChecks";
    private static final String KERNEL = "dev.fenestra.ib.core.kernel.";
    private static final int MW_BIND = 0x06;
    private static final int WR_FLUSHED = 0x05;
    private static final int LOC_QP_OPERATION = 0x02;
    private static final int WITH_INV = 8;
    private static final int KERNEL_WITH_INV = 4;
    private static final String CAPABILITIES = "dev.fenestra.vendor.mlx.kernel.Capabilities";

    private StackDefects() {}

    static List<Defect> ofRegions() {
        return List.of(
                of(
                        "region-wrap",
                        "the range of an access to a region is compared by a sum that wraps",
                        "rxe: CVE-2016-8636; linux-rdma 20260521194402.811-1-tymbark7372@proton.me",
                        "R6",
                        new Patch.Redirect(KEYS, "inRange", "fits", "wrappingFits")),
                of(
                        "region-pd",
                        "a region is used from another PD",
                        "IBA 10.2.3 left out",
                        "R3",
                        new Patch.Forget(KEYS, "region", "R3", Patch.Forget.EVERY)),
                of(
                        "local-tag",
                        "the tag of an L_Key is not compared",
                        "IBA 10.6.3 left out",
                        "L2",
                        new Patch.Forget(KEYS, "localRegion", "L2", Patch.Forget.EVERY)),
                of(
                        "local-write",
                        "a READ lands in a region without LOCAL_WRITE",
                        "LOCAL_WRITE forgotten for landing READs",
                        "L5",
                        new Patch.Forget(KEYS, "localRegion", "L5", Patch.Forget.EVERY)),
                of(
                        "rereg-half",
                        "a rereg moves the addresses of a region, not its pages",
                        "ibv_rereg_mr(3): after a failure the region is undefined",
                        "RRG-translation",
                        new Patch.Skip("dev.fenestra.hw.sim.command.RegionChange", "change", "translate")),
                of(
                        "rereg-pd",
                        "a rereg that is refused has changed the PD",
                        "rereg_mr changes mr->pd too early: linux-rdma 0-v1-29ebd2c229b5+fd5-ib_mr_pd_jgg@nvidia.com",
                        "RRG-half",
                        new Patch.Return(KERNEL + "RegionChanges", "checkAccess", 0)),
                of(
                        "rereg-bound",
                        "a region moves away under its windows",
                        "rereg as dereg and reg, without the check of dereg",
                        "RRG-3",
                        new Patch.Return(KERNEL + "RegionChanges", "checkUnbound", 0),
                        new Patch.Return("dev.fenestra.hw.sim.command.RegionChange", "disturbsWindows", 0)),
                of(
                        "pd-count",
                        "a PD goes while it is used",
                        "core/verbs.c usecnt left out",
                        "LIFE-1",
                        new Patch.Return(KERNEL + "HandleTable", "checkUnused", 0)));
    }

    static List<Defect> ofXrc() {
        return List.of(
                of(
                        "xrc-domain",
                        "an XRC request reaches an SRQ of another domain",
                        "IBA A14 left out",
                        "X2",
                        new Patch.Forget(ENGINE + "XrcUnit", "admit", "X2", Patch.Forget.EVERY)),
                of(
                        "xrc-shared",
                        "an XRC target goes with the first who closes it",
                        "core/verbs.c __ib_destroy_shared_qp without usecnt",
                        "XRC-shared",
                        new Patch.Read(KERNEL + "XrcDomains", "closeTarget", "opened", 1)));
    }

    static List<Defect> ofCompletions() {
        return List.of(
                of(
                        "status-qp-op",
                        "a failed bind completes with LOC_QP_OP_ERR",
                        "rxe of kernel 6.1, for LOCAL_INV: soft-roce F01; providers with generic codes: rdma-core"
                                + " issues 1106, 1220",
                        "B10",
                        new Patch.Constant(ENGINE + "UmrUnit", "finish", MW_BIND, 0, LOC_QP_OPERATION)),
                of(
                        "status-flush",
                        "a failed LOCAL_INV completes with WR_FLUSH_ERR",
                        "rxe of kernel 6.12: soft-roce F01, F02, F04",
                        "I2",
                        new Patch.Constant(ENGINE + "UmrUnit", "invalidate", MW_BIND, 0, WR_FLUSHED)),
                of(
                        "silent-error",
                        "a failed bind has no completion",
                        "IBA 10.7.3.1 left out: errors always complete",
                        "B10",
                        new Patch.Skip(ENGINE + "Completer", "retire", "requestFailed")),
                of(
                        "no-flush",
                        "receives of a QP in error are not flushed",
                        "IBA 10.3.1 left out",
                        "ORD-2-t2",
                        new Patch.Skip(ENGINE + "Flusher", "flushReceives", "receiveFailed")),
                of(
                        "inv-early",
                        "a LOCAL_INV overtakes requests before it",
                        "IBA 10.6.5.1 left out",
                        "ORD-11",
                        new Patch.Read(ENGINE + "UmrUnit", "invalidate", "head", 0),
                        new Patch.Read(ENGINE + "UmrUnit", "invalidate", "cursor", 0)),
                of(
                        "no-fence",
                        "a fenced request does not wait for READs",
                        "IBA 10.8.3.3 left out",
                        "ORD-5",
                        new Patch.Read(ENGINE + "Requester", "advance", "readsOutstanding", 0)),
                of(
                        "inv-flag",
                        "a receive does not say that a key was invalidated",
                        "rxe: soft-roce F08, the kernel's bit in place of the user's",
                        "INV-received",
                        new Patch.Constant(
                                "dev.fenestra.vendor.mlx.user.CqeReader",
                                "receiveFlags",
                                WITH_INV,
                                0,
                                KERNEL_WITH_INV)));
    }

    static List<Defect> ofTheWire() {
        return List.of(
                of(
                        "replay-again",
                        "a repeated request is executed again",
                        "IBA 9.7.5.1.1 left out: a repeated request is not new",
                        "WIRE-write",
                        new Patch.Divert(ENGINE + "Responder", "receive", "repeated", "accept")),
                of(
                        "replay-result",
                        "a repeated atomic is answered with wrong data",
                        "rxe, lost atomic ACKs: linux-rdma 84aaf934-9cac-30ae-0fa5-1e40819a519e@gmail.com",
                        "WIRE-atomic",
                        new Patch.Return(ENGINE + "ResponseQueue", "savedResult", 0)),
                of(
                        "rnr-at-once",
                        "a sender does not rest when the receiver is not ready",
                        "rxe ignores the RNR timer: linux-rdma a8287823-1408-4273-bc22-99a0678db640@gmail.com",
                        "WIRE-rnr",
                        new Patch.Skip(ENGINE + "Retransmission", "waitForReceiver", "waitForReceiver")),
                of(
                        "qp-right",
                        "the QP's own access rights do not count",
                        "IBA 10.2.4 left out",
                        "A8",
                        new Patch.Read(ENGINE + "Responder", "write", "remoteWrite", 1)));
    }

    static List<Defect> ofCapabilities() {
        return List.of(
                of(
                        "caps-both",
                        "the device claims type 2A and 2B",
                        "rxe: linux-rdma 20220407184321.14207-1-rpearsonhpe@gmail.com",
                        "CAP-2B",
                        new Patch.Return(
                                "dev.fenestra.ib.core.vocabulary.DeviceAttributes$MemoryWindows",
                                "capabilityFlags",
                                1 << 17 | 1 << 23 | 1 << 24)),
                of(
                                "caps-lie",
                                "the device announces windows and has none",
                                "bnxt_re announces what its hardware has not: spdk issue 3926",
                                "CAP-2B",
                                new Patch.Swap(CAPABILITIES, "windows", "NONE", "TYPE_1_AND_2B"))
                        .on(WindowSupport.NONE),
                of(
                                "caps-2a",
                                "the device announces type 2B and its windows are of type 2A",
                                "bits 23 and 24 of the capabilities taken for one another",
                                "T2-V-reset-2B",
                                new Patch.Swap(CAPABILITIES, "windows", "TYPE_1_AND_2A", "TYPE_1_AND_2B"))
                        .on(WindowSupport.TYPES_1_AND_2A));
    }
}
