package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_OP_ERR;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/** Deregistration: what holds a region, and what its keys do afterwards. */
final class DeregistrationCases {
    private DeregistrationCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                bound("DEREG-1", MwType.TYPE_1),
                bound("DEREG-2", MwType.TYPE_2),
                ConformanceCase.of("DEREG-3", "both keys are dead when dereg returns", DeregistrationCases::keysDie)
                        .breaking("R1", "L1"),
                ConformanceCase.of(
                                "DEREG-4",
                                "a region may go while a receive names it; a message that then comes is refused",
                                DeregistrationCases::postedReceive)
                        .breaking("L1"),
                ConformanceCase.of(
                                "DEREG-5",
                                "an unbound window is no reason to keep a region",
                                DeregistrationCases::afterUnbind)
                        .needing(Requirement.WINDOWS));
    }

    private static ConformanceCase bound(String id, MwType type) {
        return ConformanceCase.of(id, "a region with a bound window of " + type + " stays as it is", b -> {
                    CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE);
                    b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, b.bob().region()::close);
                    b.expect().succeeds("write through the window", b.atAlice().write(window.remote()));
                    b.expect().landed(0, 64);
                    window.mw().close();
                    b.expect().works("dereg_mr without the window", b.bob().region()::close);
                })
                .breaking("LIFE-3")
                .needing(Requirement.WINDOWS)
                .settling(2);
    }

    private static void keysDie(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        RemoteBuffer target = region.remote().slice(0, 8);
        int lkey = region.lkey();
        b.connection();
        region.close();
        b.expect().refusedByPeer("write by the R_Key", "R1", () -> b.atAlice().write(target));
        b.connection().reconnect();
        b.expect()
                .refused(
                        "send by the L_Key", "L1", LOC_PROT_ERR, () -> b.atBob().sendFrom(lkey, target.address(), 8));
    }

    private static void postedReceive(CaseBench b) {
        MemoryRegion region = b.bob().openRegion();
        long receive = b.atBob().receive(region.slice(0, 64));
        b.expect().works("dereg_mr", region::close);
        b.expect().refusedByPeer("send", "L1", REM_OP_ERR, () -> b.atAlice().send(64));
        b.expect().same("receive", LOC_PROT_ERR, b.atBob().await(receive).status());
    }

    private static void afterUnbind(CaseBench b) {
        CaseWindow window = b.boundWindow(MwType.TYPE_1, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        b.expect().works("dereg_mr", b.bob().region()::close);
    }
}
