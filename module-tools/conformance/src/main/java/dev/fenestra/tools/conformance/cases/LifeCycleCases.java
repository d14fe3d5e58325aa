package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import java.util.function.BiFunction;

/** Which object holds which, and what is destroyed when a process ends. */
final class LifeCycleCases {
    private static final int MOST_HEIRS = 1 << 17;

    private LifeCycleCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                child("LIFE-pd-mr", "a region", (b, pd) -> pd.regMr(b.bob().memory())),
                child("LIFE-pd-mw1", "a type-1 window", (b, pd) -> pd.allocMw(TYPE_1))
                        .needing(Requirement.WINDOWS),
                child(
                                "LIFE-pd-mw2",
                                "a type-2 window",
                                (b, pd) -> b.window(pd, TYPE_2).mw())
                        .needing(Requirement.WINDOWS),
                child("LIFE-pd-qp", "a QP", (b, pd) -> b.bob().createQp(pd)),
                life("LIFE-cq-send", "a CQ goes after the QP that sends to it", b -> cq(b, true), "LIFE-1"),
                life("LIFE-cq-recv", "a CQ goes after the QP that receives to it", b -> cq(b, false), "LIFE-1"),
                life("LIFE-mr-names", "a refusal names the window that holds a region", LifeCycleCases::named, "LIFE-3")
                        .needing(Requirement.WINDOWS),
                life("LIFE-twice", "closing twice is harmless", LifeCycleCases::twice),
                life(
                                "LIFE-exit",
                                "a process that ends takes bound windows and live QPs with it",
                                LifeCycleCases::exit,
                                "T6")
                        .needing(Requirement.WINDOWS),
                life("LIFE-exit-pages", "a process that ends leaves no page pinned", LifeCycleCases::exitPages),
                life("LIFE-dealloc", "a window may be deallocated in any state", LifeCycleCases::anyState)
                        .needing(Requirement.WINDOWS),
                life("LIFE-number", "a QP number that comes back inherits no window", LifeCycleCases::number, "A3")
                        .needing(Requirement.TYPE_2B));
    }

    private static ConformanceCase life(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules);
    }

    private static ConformanceCase child(
            String id, String what, BiFunction<CaseBench, ProtectionDomain, VerbsObject> create) {
        return life(
                id,
                "a PD goes after " + what + " in it",
                b -> {
                    ProtectionDomain pd = b.bob().context().allocPd();
                    VerbsObject object = create.apply(b, pd);
                    b.expect().refusedCall("dealloc_pd", "LIFE-1", EBUSY, pd::close);
                    b.expect().works("close it", object::close);
                    b.expect().works("dealloc_pd after it", pd::close);
                },
                "LIFE-1");
    }

    private static void cq(CaseBench b, boolean sends) {
        CompletionQueue cq = b.bob().createCq(16);
        CompletionQueue other = b.bob().cq();
        QueuePair qp = b.bob().createQp(b.bob().pd(), QpSpec.rc(sends ? cq : other, sends ? other : cq));
        b.expect().refusedCall("destroy_cq", "LIFE-1", EBUSY, cq::close);
        b.expect().works("destroy_qp", qp::close);
        b.expect().works("destroy_cq after it", cq::close);
    }

    private static void named(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, b.bob().region()::close);
        // If the ledger tells the kernel nothing, the device refuses in its own words.
        b.bob().machine().refusals().stream()
                .filter(refusal -> refusal.ruleId().equals("LIFE-3"))
                .forEach(refusal -> names(b, window, refusal.values()));
    }

    private static void names(CaseBench b, CaseWindow window, String values) {
        b.expect().holds("names the region", values.contains(b.bob().region().name()));
        b.expect().holds("names the window", values.contains(window.mw().name()));
        String through = String.format("QP 0x%x", b.atBob().qp().number());
        b.expect().holds("names the QP", values.contains(through));
    }

    private static void twice(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        b.expect().works("dereg_mr", region::close);
        b.expect().works("dereg_mr again", region::close);
    }

    private static void exit(CaseBench b) {
        b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        b.boundWindow(TYPE_2, 64, 64, REMOTE_WRITE);
        b.connection();
        b.expect().works("exit", () -> b.bob().machine().process().close());
        b.expect()
                .same(
                        "refusals while it ended",
                        0L,
                        b.bob().machine().kernel().refusals().total());
        RemoteBuffer nowhere = b.alice().openRegion().remote().slice(0, 8);
        b.expect()
                .same(
                        "the peer's next request",
                        RETRY_EXC_ERR,
                        b.atAlice().write(nowhere).status());
        b.expect().broke("T6");
    }

    private static void exitPages(CaseBench b) {
        b.bob().openRegion();
        b.connection();
        b.bob().machine().process().close();
        b.expect().same("pages pinned", 0L, b.bob().machine().process().memory().pinnedPages());
    }

    private static void anyState(CaseBench b) {
        for (MwType type : MwType.values()) {
            b.expect().works("dealloc_mw, unbound", b.window(type).mw()::close);
            b.expect()
                    .works(
                            "dealloc_mw, bound",
                            b.boundWindow(type, 0, 64, REMOTE_WRITE).mw()::close);
        }
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void number(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        int number = b.atBob().qp().number();
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
        QpConnection connection = b.connectionTo(b.bob().createQpNumbered(number, MOST_HEIRS));
        b.expect()
                .refusedByPeer(
                        "write through the heir", "A3", () -> connection.alice().write(window.remote()));
    }
}
