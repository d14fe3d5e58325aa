package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.Scene.Case.local;
import static dev.fenestra.hw.sim.hca.engine.Scene.Case.remote;
import static dev.fenestra.hw.sim.hca.engine.Scene.Case.unseen;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_PROTECTION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_QP_OPERATION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.MW_BIND;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_ACCESS;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_INVALID_REQUEST;
import static dev.fenestra.hw.sim.testing.RawHost.LOCAL_WRITE;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_READ;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_WRITE;

import dev.fenestra.hw.sim.hca.engine.Scene.Case;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Ways to break the rules of fast registration, with bytes that no driver of ours would write. */
final class FastRules {
    private static final int NAK = 0x62;
    private static final int PAGE = 4096;
    private static final int ROOM = 2;
    private static final long PAGES_AT = 0x6000_0000L;

    private FastRules() {}

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        registrations(all);
        pages(all);
        uses(all);
        invalidates(all);
        return all;
    }

    private static int fast(Scene s) {
        return s.aliceHost().fastRegion(s.pair.alice.pd, ROOM);
    }

    private static RawRegion list(Scene s) {
        return s.aliceHost().pageList(s.pair.alice.pd, PAGES_AT, 4);
    }

    private static Wqe usual(int fast, RawRegion list) {
        return Wqe.register(fast, 0x77, 0x5000, PAGE, LOCAL_WRITE).page(list.key(), PAGES_AT);
    }

    private static Consumer<Scene> changed(UnaryOperator<Wqe> change) {
        return s -> s.post(change.apply(usual(fast(s), list(s))));
    }

    private static void registrations(List<Case> all) {
        all.add(local(HcaRule.F1, MW_BIND, s -> s.post(usual(fast(s) ^ 1, list(s)))));
        all.add(local(HcaRule.F1, MW_BIND, s -> s.post(usual(s.from.key(), list(s)))));
        all.add(local(HcaRule.F1, MW_BIND, s -> s.post(usual(0x00ab_cd01, list(s)))));
        all.add(local(
                HcaRule.F2,
                MW_BIND,
                s -> s.post(usual(s.aliceHost().fastRegion(s.aliceHost().pd(), ROOM), list(s)))));
        all.add(local(HcaRule.F3, MW_BIND, s -> {
            int fast = fast(s);
            RawRegion list = list(s);
            s.post(usual(fast, list));
            s.post(usual(fast & ~0xff | 0x77, list));
        }));
        all.add(local(HcaRule.F4, MW_BIND, s -> {
            RawRegion list = list(s);
            Wqe wqe = Wqe.register(fast(s), 0x77, 0x5000, 3 * PAGE, LOCAL_WRITE);
            for (int i = 0; i < 3; i++) {
                wqe.page(list.key(), PAGES_AT + (long) i * PAGE);
            }
            s.post(wqe);
        }));
        all.add(local(HcaRule.F5, MW_BIND, changed(wqe -> wqe.claim(0))));
        all.add(local(HcaRule.F5, MW_BIND, changed(wqe -> wqe.claim(PAGE + 1))));
        all.add(local(HcaRule.F5, MW_BIND, changed(wqe -> wqe.claim(-1))));
        all.add(local(HcaRule.F5, MW_BIND, s -> s.post(Wqe.register(fast(s), 0x77, 0x5000, PAGE, LOCAL_WRITE))));
        all.add(local(
                HcaRule.F6,
                MW_BIND,
                s -> s.post(
                        Wqe.register(fast(s), 0x77, 0x5000, PAGE, REMOTE_WRITE).page(list(s).key(), PAGES_AT))));
        all.add(local(
                HcaRule.W2,
                LOCAL_QP_OPERATION,
                changed(wqe -> wqe.flags(UmrControlSegment.INLINE | UmrControlSegment.CHECK_QPN))));
        all.add(local(HcaRule.W2, LOCAL_QP_OPERATION, changed(wqe -> wqe.units(8))));
        all.add(local(HcaRule.W2, LOCAL_QP_OPERATION, changed(wqe -> wqe.pageShift(21))));
        all.add(local(
                HcaRule.L1,
                LOCAL_PROTECTION,
                s -> s.post(
                        Wqe.register(fast(s), 0x77, 0x5000, PAGE, LOCAL_WRITE).listAt(0x00ab_cd01, 0, 4, PAGE))));
    }

    private static void pages(List<Case> all) {
        all.add(local(HcaRule.F7, MW_BIND, s -> s.post(usual(fast(s), s.from))));
        all.add(local(HcaRule.F7, MW_BIND, s -> {
            RawRegion list = list(s);
            s.post(Wqe.register(fast(s), 0x77, 0x5000, PAGE, LOCAL_WRITE).page(list.key() ^ 1, PAGES_AT));
        }));
        all.add(local(HcaRule.F7, MW_BIND, s -> {
            RawRegion list = list(s);
            RawRegion other = list(s);
            s.post(Wqe.register(fast(s), 0x77, 0x5000, 2 * PAGE, LOCAL_WRITE)
                    .page(list.key(), PAGES_AT)
                    .page(other.key(), PAGES_AT));
        }));
        all.add(local(
                HcaRule.F8,
                MW_BIND,
                s -> s.post(usual(fast(s), s.aliceHost().pageList(s.aliceHost().pd(), PAGES_AT, 4)))));
        for (long address : new long[] {PAGES_AT + 8, PAGES_AT - PAGE, PAGES_AT + 4 * PAGE, 0, -PAGE}) {
            all.add(local(
                    HcaRule.F9,
                    MW_BIND,
                    s -> s.post(Wqe.register(fast(s), 0x77, 0x5000, PAGE, LOCAL_WRITE)
                            .page(list(s).key(), address))));
        }
    }

    private static void uses(List<Case> all) {
        all.add(local(HcaRule.L1, LOCAL_PROTECTION, s -> s.send(list(s).key(), PAGES_AT, 8)));
        all.add(local(HcaRule.L2, LOCAL_PROTECTION, s -> s.send(fast(s) ^ 1, 0, 8)));
        all.add(local(HcaRule.L3, LOCAL_PROTECTION, s -> s.send(fast(s), 0, 8)));
        all.add(local(HcaRule.L3, LOCAL_PROTECTION, s -> {
            int fast = fast(s);
            s.post(usual(fast, list(s)));
            s.post(Wqe.invalidate(fast & ~0xff | 0x77));
            s.send(fast & ~0xff | 0x77, 0x5000, 8);
        }));
        all.add(remote(
                HcaRule.R1,
                REMOTE_ACCESS,
                NAK,
                s -> s.post(Wqe.write(
                                PAGES_AT,
                                s.bobHost().pageList(s.pair.bob.pd, PAGES_AT, 4).key())
                        .sge(s.from, 0, 8))));
        all.add(remote(
                HcaRule.R5,
                REMOTE_ACCESS,
                NAK,
                s -> s.post(Wqe.write(0, s.bobHost().fastRegion(s.pair.bob.pd, ROOM))
                        .sge(s.from, 0, 8))));
    }

    private static void invalidates(List<Case> all) {
        all.add(local(HcaRule.I2, MW_BIND, s -> s.post(Wqe.invalidate(fast(s) ^ 1))));
        all.add(local(
                HcaRule.I5,
                MW_BIND,
                s -> s.post(
                        Wqe.invalidate(s.aliceHost().fastRegion(s.aliceHost().pd(), ROOM)))));
        all.add(local(HcaRule.I1, MW_BIND, s -> s.post(Wqe.invalidate(list(s).key()))));
        all.add(local(HcaRule.I7, MW_BIND, s -> {
            int fast = fast(s);
            int key = fast & ~0xff | 0x77;
            s.post(usual(fast, list(s)).allowsWindows());
            s.post(Wqe.umr(s.aliceHost().window(s.pair.alice.pd, 2), 7, BIND)
                    .range(0x5000, 64, REMOTE_READ, key, 0x5000));
            s.post(Wqe.invalidate(key));
        }));
        all.add(unseen(HcaRule.I8, Scene.NONE, s -> {
                    int fast = s.bobHost().fastRegion(s.pair.bob.pd, ROOM);
                    RawRegion list = s.bobHost().pageList(s.pair.bob.pd, PAGES_AT, 4);
                    s.pair.bob.qp.post(usual(fast, list));
                    s.pair.settle();
                    s.pair.bob.sent();
                    s.pair.bob.qp.receive(s.to, 0, 64);
                    s.post(new Wqe(WqeOpcode.SEND_INVAL).immediate(fast & ~0xff | 0x77));
                })
                .receives(REMOTE_INVALID_REQUEST)
                .aliceWith(QpSetup.usual().timeout(0)));
    }

    private static final long BIND = UmrControlSegment.MASK_LENGTH
            | UmrControlSegment.MASK_FREE
            | UmrControlSegment.MASK_START_ADDRESS
            | UmrControlSegment.MASK_TAG;
}
