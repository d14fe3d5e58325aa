package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.RETRY_EXC_ERR;
import static dev.fenestra.tools.conformance.cases.SoftRoceKeys.row;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/** Cases Z of the list run on soft-RoCE: those that hang or fault the Linux kernel, and the end of a process. */
final class SoftRoceTeardown {
    private SoftRoceTeardown() {}

    static List<ConformanceCase> all() {
        return List.of(
                row(
                        "Z01",
                        "a QP goes in spite of its 2B window, whose key is then dead",
                        SoftRoceTeardown::destroy,
                        "A3"),
                row("Z02", "LOCAL_INV of a window that was never bound changes nothing", SoftRoceTeardown::fresh)
                        .settling(21),
                row("Z03", "SEND_WITH_INV of it changes nothing", SoftRoceTeardown::freshByPeer)
                        .settling(21),
                row("Z04", "a process ends with windows bound", SoftRoceTeardown::exit, "T6"),
                row("Z05", "a second LOCAL_INV changes nothing", SoftRoceTeardown::twice)
                        .settling(21),
                row("Z06", "a second invalidate by the peer changes nothing", SoftRoceTeardown::twiceByPeer)
                        .settling(21));
    }

    private static void destroy(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        long before = b.bob().context().now();
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
        b.expect().holds("at once", b.bob().context().now() - before < 1_000_000_000L);
        b.expect()
                .refusedByPeer(
                        "write through another QP",
                        "A3",
                        () -> b.secondConnection().alice().write(window.remote()));
        b.expect().holds("the region is held", b.bob().isHeld(b.bob().region()));
        b.expect().works("dealloc_mw", window.mw()::close);
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void fresh(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        works(b, window);
    }

    private static void freshByPeer(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        ClassJ.obeyed(b, b.connection(), window.key());
        works(b, window);
    }

    private static void twice(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().succeeds("LOCAL_INV again", b.atBob().invalidate(window.key()));
        works(b, window);
    }

    private static void twiceByPeer(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        ClassJ.obeyed(b, b.connection(), window.key());
        ClassJ.obeyed(b, b.connection(), window.key());
        works(b, window);
    }

    private static void works(CaseBench b, CaseWindow window) {
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
    }

    private static void exit(CaseBench b) {
        b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        CaseWindow window = b.boundWindow(TYPE_2, 64, 64, REMOTE_WRITE);
        b.expect().works("exit", () -> b.bob().machine().process().close());
        b.expect()
                .same(
                        "refusals while it ended",
                        0L,
                        b.bob().machine().kernel().refusals().total());
        RemoteBuffer target = window.remote();
        b.expect()
                .same(
                        "write afterwards",
                        RETRY_EXC_ERR,
                        b.atAlice().write(target).status());
        b.expect().broke("T6");
    }
}
