package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOENT;
import static dev.fenestra.ib.core.vocabulary.Errno.EPERM;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_QP_OP_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_OP_ERR;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.Send;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The cases of the kit's pd_test, without those of SRQs. */
final class KitPds {
    private static final int STALE = 9999;

    private KitPds() {}

    static List<ConformanceCase> all() {
        return Stream.of(handles(), counts(), binds(), loopback(), datagrams())
                .flatMap(s -> s)
                .toList();
    }

    private static ConformanceCase pd(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private static Stream<ConformanceCase> handles() {
        return Stream.of(
                pd(
                        "PdTest.DeleteInvalidPd",
                        "a stale handle is refused",
                        b -> b.expect()
                                .refusedCall(
                                        "dealloc_pd",
                                        "HND-2",
                                        ENOENT,
                                        () -> b.bob().systemCalls().pds().deallocate(STALE)),
                        "HND-2"),
                pd("PdTest.AllocQpWithInvalidPd", "no QP is created in a stale PD", KitPds::qpInStalePd, "HND-2"),
                pd(
                                "PdTest.AllocMwWithInvalidPd",
                                "no window is allocated in a stale PD",
                                b -> b.expect()
                                        .refusedCall(
                                                "alloc_mw",
                                                "HND-2",
                                                ENOENT,
                                                () -> b.bob()
                                                        .systemCalls()
                                                        .mws()
                                                        .allocate(STALE, 1)),
                                "HND-2")
                        .needing(Requirement.WINDOWS));
    }

    private static Stream<ConformanceCase> counts() {
        return Stream.of(
                count("PdTest.MwRefCount", "a window", (b, pd) -> pd.allocMw(MwType.TYPE_1))
                        .needing(Requirement.WINDOWS),
                count("PdTest.QpRefCount", "a QP", (b, pd) -> b.bob().createQp(pd)));
    }

    private static ConformanceCase count(String id, String what, BiConsumer<CaseBench, ProtectionDomain> create) {
        return pd(
                id,
                "a PD with " + what + " in it stays",
                b -> {
                    ProtectionDomain pd = b.bob().context().allocPd();
                    create.accept(b, pd);
                    b.expect().refusedCall("dealloc_pd", "LIFE-1", EBUSY, pd::close);
                },
                "LIFE-1");
    }

    private static Stream<ConformanceCase> binds() {
        return Stream.of(
                bind(
                        "PdBindTest.MwOnOtherPd/TYPE_1",
                        "a type-1 window of another PD",
                        b -> mwOfOtherPd(b, MwType.TYPE_1),
                        "P3"),
                bind(
                        "PdBindTest.MwOnOtherPd/TYPE_2",
                        "a type-2 window of another PD",
                        b -> mwOfOtherPd(b, MwType.TYPE_2),
                        "B5"),
                bind(
                        "PdBindTest.MrOnOtherPd/TYPE_1",
                        "a region of another PD, type 1",
                        b -> mrOfOtherPd(b, MwType.TYPE_1),
                        "P3"),
                bind(
                        "PdBindTest.MrOnOtherPd/TYPE_2",
                        "a region of another PD, type 2",
                        b -> mrOfOtherPd(b, MwType.TYPE_2),
                        "B8"),
                bind(
                        "PdType1MwTest.WriteMwOtherPd",
                        "a WRITE through a window of another PD",
                        b -> typeOne(b, Access.WRITE),
                        "A2"),
                bind(
                                "PdType1MwTest.FetchAddMwOtherPd",
                                "an atomic through a window of another PD",
                                b -> typeOne(b, Access.ATOMIC),
                                "A2")
                        .needing(Requirement.WINDOWS, Requirement.ATOMICS));
    }

    private static ConformanceCase bind(String id, String what, CaseBody body, String rule) {
        return pd(id, what + " is refused", body, rule).needing(Requirement.WINDOWS);
    }

    private static Stream<ConformanceCase> loopback() {
        return Stream.of(
                mr("SendMrOtherPdLocal", "a SEND from another PD", b -> sendLocal(b), "L4"),
                mr("SendMrOtherPdRemote", "a receive into another PD", KitPds::receive, "L4"),
                mr("BasicReadMrOtherPdRemote", "a READ of another PD", b -> remote(b, Access.READ), "R3"),
                mr("BasicWriteMrOtherPdLocal", "a WRITE from another PD", KitPds::writeLocal, "L4"),
                mr("BasicFetchAddMrOtherPdLocal", "an atomic's result in another PD", KitPds::addLocal, "L4")
                        .needing(Requirement.ATOMICS),
                mr("BasicFetchAddMrOtherPdRemote", "a fetch-add in another PD", b -> remote(b, Access.ATOMIC), "R3")
                        .needing(Requirement.ATOMICS),
                mr("BasicCompSwapMrOtherPdRemote", "a compare-swap in another PD", KitPds::swapRemote, "R3")
                        .needing(Requirement.ATOMICS));
    }

    private static Stream<ConformanceCase> datagrams() {
        return Stream.of(pd(
                        "PdUdLoopbackTest.SendAhOnOtherPd",
                        "a datagram along a path of another PD is refused",
                        KitPds::sendAlongOtherPd,
                        "U5")
                .needing(Requirement.UD));
    }

    private static ConformanceCase mr(String id, String what, CaseBody body, String rule) {
        return pd("PdRcLoopbackMrTest." + id, what + " is refused", body, rule);
    }

    private static MemoryRegion foreign(CaseHost host) {
        return host.otherPd().regMr(host.memory(), LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC, MW_BIND);
    }

    private static void qpInStalePd(CaseBench b) {
        KernelContext kernel = b.bob().systemCalls();
        QpCapacity capacity = new QpCapacity(1, 1, 1, 1, 0);
        b.expect()
                .refusedCall(
                        "create_qp",
                        "HND-2",
                        ENOENT,
                        () -> kernel.qps().create(STALE, QpType.RC, STALE, STALE, capacity, false, Udata.none()));
    }

    private static void refused(CaseBench b, CaseWindow window, MemorySlice range, String rule) {
        if (rule.equals("P3")) {
            b.expect()
                    .refusedPost(
                            "bind",
                            rule,
                            Set.of(EPERM),
                            () -> window.bind(b.connection().bob(), range, REMOTE_READ));
        } else {
            b.expect()
                    .refused(
                            "bind",
                            rule,
                            MW_BIND_ERR,
                            () -> window.bind(b.connection().bob(), range, REMOTE_READ));
        }
    }

    private static void mwOfOtherPd(CaseBench b, MwType type) {
        CaseWindow window = b.window(b.bob().otherPd(), type);
        refused(b, window, b.bob().slice(0, 64), type == MwType.TYPE_1 ? "P3" : "B5");
    }

    private static void mrOfOtherPd(CaseBench b, MwType type) {
        refused(b, b.window(type), foreign(b.bob()).slice(0, 64), type == MwType.TYPE_1 ? "P3" : "B8");
    }

    private static void typeOne(CaseBench b, Access access) {
        CaseWindow window = b.boundWindow(MwType.TYPE_1, 0, 64, Access.ALL);
        b.expect()
                .refusedByPeer(
                        access.text(),
                        "A2",
                        () -> access.by(b.foreignConnection().alice(), window.at(0, 8)));
    }

    private static void remote(CaseBench b, Access access) {
        RemoteBuffer target = foreign(b.bob()).remote().slice(0, 8);
        b.expect()
                .refusedByPeer(
                        access.text(), "R3", () -> access.by(b.connection().alice(), target));
    }

    private static void swapRemote(CaseBench b) {
        RemoteBuffer target = foreign(b.bob()).remote().slice(0, 8);
        b.expect()
                .refusedByPeer(
                        "compare-swap", "R3", () -> b.connection().alice().swap(target, 0, 1));
    }

    private static void sendLocal(CaseBench b) {
        Send send = Send.of(b.wrId(), foreign(b.alice()).slice(0, 64));
        b.expect()
                .refused(
                        "send", "L4", LOC_PROT_ERR, () -> b.connection().alice().attempt(send));
    }

    private static void sendAlongOtherPd(CaseBench b) {
        AddressHandle path = b.bob().otherPd().createAh(b.bob().context().gid(0));
        QueuePair qp = b.bob().createUdQp();
        Datagram send = Datagram.of(b.wrId(), path, qp.number(), 0, b.bob().slice(0, 64));
        b.expect().refused("send", "U5", LOC_QP_OP_ERR, () -> {
            qp.post(send);
            return b.bob().await(send.wrId());
        });
    }

    private static void receive(CaseBench b) {
        long receive = b.connection().bob().receive(foreign(b.bob()).slice(0, 64));
        b.expect()
                .refusedByPeer(
                        "sender", "L4", REM_OP_ERR, () -> b.connection().alice().send(64));
        b.expect()
                .same(
                        "receiver",
                        LOC_PROT_ERR,
                        b.connection().bob().await(receive).status());
    }

    private static void writeLocal(CaseBench b) {
        MemoryRegion from = foreign(b.alice());
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        b.expect()
                .refused(
                        "write",
                        "L4",
                        LOC_PROT_ERR,
                        () -> b.connection().alice().writeFrom(from.lkey(), from.address(), 64, target));
    }

    /** The atomic itself is executed. Its result is refused when it arrives. */
    private static void addLocal(CaseBench b) {
        b.bob().memory().putLong(0, 2);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 8);
        AtomicFetchAndAdd add =
                AtomicFetchAndAdd.of(b.wrId(), target, 1, foreign(b.alice()).slice(0, 8));
        b.expect().same("add", LOC_PROT_ERR, b.connection().alice().attempt(add).status());
        b.expect().broke("L4");
        b.expect().same("there now", 3L, b.bob().memory().getLong(0));
    }
}
