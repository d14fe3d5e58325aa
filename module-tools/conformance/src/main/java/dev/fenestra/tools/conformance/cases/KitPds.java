package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOENT;
import static dev.fenestra.ib.core.vocabulary.Errno.EPERM;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_QP_OP_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

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
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.Datagram;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The cases of the kit's pd_test, without those of SRQs. */
final class KitPds {
    private static final int STALE = 9999;

    private KitPds() {}

    static List<ConformanceCase> all() {
        return Stream.of(handles(), Stream.of(mwOfOtherPd(MwType.TYPE_1), mwOfOtherPd(MwType.TYPE_2)), loopback())
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

    private static ConformanceCase mwOfOtherPd(MwType type) {
        boolean isFirst = type == MwType.TYPE_1;
        return pd(
                        "PdBindTest.MwOnOtherPd/" + type,
                        "a type-" + (isFirst ? 1 : 2) + " window of another PD is refused",
                        isFirst ? KitPds::refusedAtPost : KitPds::refusedByCard,
                        isFirst ? "P3" : "B5")
                .needing(Requirement.WINDOWS);
    }

    private static void refusedAtPost(CaseBench b) {
        CaseWindow window = b.window(b.bob().otherPd(), MwType.TYPE_1);
        b.expect()
                .refusedPost(
                        "bind",
                        "P3",
                        Set.of(EPERM),
                        () -> window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_READ));
    }

    private static void refusedByCard(CaseBench b) {
        CaseWindow window = b.window(b.bob().otherPd(), MwType.TYPE_2);
        b.expect()
                .refused(
                        "bind",
                        "B5",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_READ));
    }

    private static Stream<ConformanceCase> loopback() {
        return Stream.of(
                pd(
                                "PdRcLoopbackMrTest.BasicFetchAddMrOtherPdLocal",
                                "an atomic's result in another PD is refused",
                                KitPds::addLocal,
                                "L4")
                        .needing(Requirement.ATOMICS),
                pd(
                                "PdUdLoopbackTest.SendAhOnOtherPd",
                                "a datagram along a path of another PD is refused",
                                KitPds::sendAlongOtherPd,
                                "U5")
                        .needing(Requirement.UD));
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

    private static void sendAlongOtherPd(CaseBench b) {
        AddressHandle path = b.bob().otherPd().createAh(b.bob().context().gid(0));
        QueuePair qp = b.bob().createUdQp();
        Datagram send = Datagram.of(b.wrId(), path, qp.number(), 0, b.bob().slice(0, 64));
        b.expect().refused("send", "U5", LOC_QP_OP_ERR, () -> {
            qp.post(send);
            return b.bob().await(send.wrId());
        });
    }

    /** The atomic itself is executed. Its result is refused when it arrives. */
    private static void addLocal(CaseBench b) {
        b.bob().memory().putLong(0, 2);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 8);
        AtomicFetchAndAdd add =
                AtomicFetchAndAdd.of(b.wrId(), target, 1, foreign(b.alice()).slice(0, 8));
        b.expect().same("add", LOC_PROT_ERR, b.atAlice().attempt(add).status());
        b.expect().broke("L4");
        b.expect().same("there now", 3L, b.bob().memory().getLong(0));
    }
}
