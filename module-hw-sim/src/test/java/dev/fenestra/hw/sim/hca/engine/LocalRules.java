package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.Scene.Case.local;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_LENGTH;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_PROTECTION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_QP_OPERATION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.MW_BIND;
import static dev.fenestra.hw.sim.testing.RawHost.ALL_RIGHTS;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_READ;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_WRITE;
import static dev.fenestra.hw.sim.testing.RawHost.ZERO_BASED;

import dev.fenestra.hw.sim.hca.engine.Scene.Case;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;

/** Ways to break the rules that the requester's own device enforces. */
final class LocalRules {
    private static final int UNKNOWN_KEY = 0x00ab_cd01;
    private static final int MW_BIND_BIT = RawHost.MW_BIND;

    private LocalRules() {}

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        localKeys(all);
        windowsOfBinds(all);
        regionsOfBinds(all);
        invalidates(all);
        requests(all);
        return all;
    }

    private static void localKeys(List<Case> all) {
        all.add(local(HcaRule.L1, LOCAL_PROTECTION, s -> s.send(UNKNOWN_KEY, s.from.address(), 8)));
        all.add(local(
                HcaRule.L1,
                LOCAL_PROTECTION,
                s -> s.send(s.aliceHost().window(s.pair.alice.pd, 1), s.from.address(), 8)));
        all.add(local(HcaRule.L2, LOCAL_PROTECTION, s -> s.send(s.from.key() ^ 1, s.from.address(), 8)));
        all.add(local(HcaRule.L4, LOCAL_PROTECTION, s -> {
            RawRegion other = s.region(s.aliceHost().pd(), ALL_RIGHTS, 0);
            s.send(other.key(), other.address(), 8);
        }));
        all.add(local(HcaRule.L5, LOCAL_PROTECTION, s -> {
            RawRegion readOnly = s.region(s.pair.alice.pd, REMOTE_READ, 0);
            s.post(Wqe.read(s.to.address(), s.to.key()).sge(readOnly, 0, 64));
        }));
        all.add(local(HcaRule.L6, LOCAL_PROTECTION, s -> s.send(s.from.key(), s.from.address() + 1, Scene.BYTES)));
        all.add(local(HcaRule.L6, LOCAL_PROTECTION, s -> s.send(s.from.key(), s.from.address() - 1, 1)));
        all.add(local(HcaRule.L6, LOCAL_PROTECTION, s -> s.send(s.from.key(), -4, 8)));
    }

    private static void windowsOfBinds(List<Case> all) {
        all.add(local(
                HcaRule.B1, MW_BIND, s -> s.post(Wqe.bind(UNKNOWN_KEY, 1, s.from, s.from.address(), 8, REMOTE_READ))));
        all.add(local(
                HcaRule.B1, MW_BIND, s -> s.post(Wqe.bind(s.from.key(), 1, s.from, s.from.address(), 8, REMOTE_READ))));
        all.add(local(HcaRule.B1, MW_BIND, s -> {
            int window = s.aliceHost().window(s.pair.alice.pd, 1);
            s.post(Wqe.bind(window ^ 1, 1, s.from, s.from.address(), 8, REMOTE_READ));
        }));
        all.add(local(HcaRule.B3, MW_BIND, s -> {
            int window = s.aliceHost().window(s.pair.alice.pd, 1);
            s.post(Wqe.umr(window, 1, UmrControlSegment.MASK_LENGTH)
                    .range(0, 8, REMOTE_READ, s.from.key(), s.from.address()));
        }));
        all.add(local(HcaRule.B4, MW_BIND, s -> {
            int window = s.aliceHost().window(s.pair.alice.pd, 2);
            s.post(Wqe.bind(window, 1, s.from, s.from.address(), 8, REMOTE_READ));
            s.post(Wqe.bind(window, 2, s.from, s.from.address(), 8, REMOTE_READ));
        }));
        all.add(local(HcaRule.B5, MW_BIND, s -> {
            int window = s.aliceHost().window(s.aliceHost().pd(), 2);
            s.post(Wqe.bind(window, 1, s.from, s.from.address(), 8, REMOTE_READ));
        }));
        all.add(local(HcaRule.B6, MW_BIND, s -> s.post(Wqe.free(s.aliceHost().window(s.pair.alice.pd, 2), 9, true))));
    }

    private static void regionsOfBinds(List<Case> all) {
        all.add(local(HcaRule.B7, MW_BIND, s -> {
            RawRegion stale = new RawRegion(s.from.memory(), s.from.key() ^ 1, s.from.address(), s.from.pages());
            s.bind(stale, s.from.address(), 8, REMOTE_READ);
        }));
        all.add(local(HcaRule.B7, MW_BIND, s -> {
            int window = s.aliceHost().window(s.pair.alice.pd, 2);
            RawRegion none = new RawRegion(s.from.memory(), window, s.from.address(), s.from.pages());
            s.bind(none, s.from.address(), 8, REMOTE_READ);
        }));
        all.add(local(HcaRule.B8, MW_BIND, s -> {
            RawRegion other = s.region(s.aliceHost().pd(), ALL_RIGHTS, MW_BIND_BIT);
            s.bind(other, other.address(), 8, REMOTE_READ);
        }));
        all.add(local(HcaRule.B9, MW_BIND, s -> {
            RawRegion zero = s.region(s.pair.alice.pd, ALL_RIGHTS, MW_BIND_BIT | ZERO_BASED);
            s.bind(zero, zero.address(), 8, REMOTE_READ);
        }));
        all.add(local(HcaRule.B10, MW_BIND, s -> {
            RawRegion plain = s.region(s.pair.alice.pd, ALL_RIGHTS, 0);
            s.bind(plain, plain.address(), 8, REMOTE_READ);
        }));
        for (int right : new int[] {REMOTE_WRITE, RawHost.REMOTE_ATOMIC}) {
            all.add(local(HcaRule.B11, MW_BIND, s -> {
                RawRegion readOnly = s.region(s.pair.alice.pd, REMOTE_READ, MW_BIND_BIT);
                s.bind(readOnly, readOnly.address(), 8, right);
            }));
        }
        all.add(local(HcaRule.B12, MW_BIND, s -> s.bind(s.from, s.from.address() + 1, Scene.BYTES, REMOTE_READ)));
        all.add(local(HcaRule.B12, MW_BIND, s -> s.bind(s.from, s.from.address() - 1, 1, REMOTE_READ)));
        all.add(local(HcaRule.B12, MW_BIND, s -> s.bind(s.from, -1, 2, REMOTE_READ)));
    }

    private static void invalidates(List<Case> all) {
        all.add(local(HcaRule.I1, MW_BIND, s -> s.post(Wqe.invalidate(s.from.key()))));
        all.add(local(HcaRule.I1, MW_BIND, s -> s.post(Wqe.invalidate(UNKNOWN_KEY))));
        all.add(local(
                HcaRule.I1, MW_BIND, s -> s.post(Wqe.invalidate(s.aliceHost().window(s.pair.alice.pd, 1)))));
        all.add(local(
                HcaRule.I2, MW_BIND, s -> s.post(Wqe.invalidate(s.aliceHost().window(s.pair.alice.pd, 2) ^ 1))));
        all.add(local(HcaRule.I3, MW_BIND, s -> {
            RawQp other = s.pair.anotherQp(s.pair.alice, s.pair.alice.pd);
            int window = s.aliceHost().window(s.pair.alice.pd, 2);
            other.post(Wqe.bind(window, 3, s.from, s.from.address(), 8, REMOTE_READ));
            s.pair.settle();
            s.pair.alice.sent();
            s.post(Wqe.invalidate(window & ~0xff | 3));
        }));
    }

    private static void requests(List<Case> all) {
        all.add(local(HcaRule.T5, LOCAL_LENGTH, s -> s.send(s.from.key(), s.from.address(), 0)));
        all.add(local(
                        HcaRule.T9,
                        LOCAL_QP_OPERATION,
                        s -> s.post(Wqe.read(s.to.address(), s.to.key()).sge(s.from, 0, 8)))
                .aliceWith(QpSetup.usual().depth(0)));
        all.add(local(
                HcaRule.T11,
                LOCAL_LENGTH,
                s -> s.post(new Wqe(WqeOpcode.ATOMIC_FA)
                        .remote(s.to.address(), s.to.key())
                        .atomic(1, 0)
                        .sge(s.from, 0, 4))));
        all.add(local(HcaRule.W1, LOCAL_QP_OPERATION, s -> s.post(new Wqe(0x7f))));
        all.add(local(HcaRule.W2, LOCAL_QP_OPERATION, s -> s.post(Wqe.umr(s.from.key(), 1, 0))));
        all.add(local(HcaRule.T6, CqeSyndrome.RETRY_EXCEEDED, s -> {
            s.pair.wire.lose(packet -> true);
            s.write(s.to.address(), s.to.key());
        }));
        all.add(local(HcaRule.T7, CqeSyndrome.RNR_RETRY_EXCEEDED, s -> s.send(s.from.key(), s.from.address(), 64)));
    }
}
