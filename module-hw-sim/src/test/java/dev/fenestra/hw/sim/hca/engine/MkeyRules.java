package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.Scene.Case.local;
import static dev.fenestra.hw.sim.hca.engine.Scene.Case.remote;
import static dev.fenestra.hw.sim.hca.engine.Scene.Case.unseen;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_PROTECTION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_QP_OPERATION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.MW_BIND;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_ACCESS;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_INVALID_REQUEST;
import static dev.fenestra.hw.sim.testing.RawHost.ALL_RIGHTS;
import static dev.fenestra.hw.sim.testing.RawHost.LOCAL_WRITE;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_READ;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_WRITE;

import dev.fenestra.hw.sim.hca.engine.Scene.Case;
import dev.fenestra.hw.sim.hca.limits.MkeyLimits;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.SpecialKeys;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Ways to break the rules of indirect mkeys: when they are configured, when they are used, when they are invalidated.
 */
final class MkeyRules {
    private static final int NAK = 0x62;
    private static final int ROOM = 4;

    private MkeyRules() {}

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        configurations(all);
        localUse(all);
        remoteUse(all);
        entries(all);
        invalidates(all);
        windows(all);
        return all;
    }

    private static int mkey(Scene s) {
        return s.aliceHost().mkey(s.pair.alice.pd, ROOM);
    }

    private static Wqe usual(Scene s, int mkey) {
        return Wqe.configure(mkey, ALL_RIGHTS).entry(s.from, 0, 64);
    }

    private static void configurations(List<Case> all) {
        all.add(local(HcaRule.M1, MW_BIND, s -> s.post(usual(s, mkey(s) ^ 1))));
        all.add(local(HcaRule.M1, MW_BIND, s -> s.post(usual(s, s.from.key()))));
        all.add(local(HcaRule.M1, MW_BIND, s -> s.post(usual(s, s.aliceHost().window(s.pair.alice.pd, 2)))));
        all.add(local(HcaRule.M1, MW_BIND, s -> {
            int mkey = mkey(s);
            RawHost.good(s.aliceHost().destroyKey(mkey));
            s.post(usual(s, mkey));
        }));
        all.add(local(HcaRule.M1, MW_BIND, s -> s.post(usual(s, SpecialKeys.NULL_KEY))));
        all.add(local(
                HcaRule.M2,
                MW_BIND,
                s -> s.post(usual(s, s.aliceHost().mkey(s.aliceHost().pd(), ROOM)))));
        all.add(local(HcaRule.M3, MW_BIND, s -> {
            int mkey = mkey(s);
            int flags = UmrControlSegment.INLINE | UmrControlSegment.CHECK_FREE;
            s.post(usual(s, mkey).flags(flags));
            s.post(usual(s, mkey).flags(flags));
        }));
        all.add(local(HcaRule.M4, MW_BIND, s -> {
            Wqe wqe = Wqe.configure(mkey(s), ALL_RIGHTS);
            for (int i = 0; i <= ROOM; i++) {
                wqe.entry(s.from, i, 1);
            }
            s.post(wqe);
        }));
        all.add(local(
                HcaRule.M5,
                MW_BIND,
                s -> s.post(Wqe.configure(mkey(s), ALL_RIGHTS).entry(s.from, 0, Integer.MIN_VALUE + 1))));
        all.add(local(
                HcaRule.W2, LOCAL_QP_OPERATION, s -> s.post(usual(s, mkey(s)).units(8))));
        all.add(local(
                HcaRule.W2,
                LOCAL_QP_OPERATION,
                s -> s.post(usual(s, mkey(s)).flags(UmrControlSegment.INLINE | UmrControlSegment.CHECK_QPN))));
        all.add(local(HcaRule.W2, LOCAL_QP_OPERATION, s -> {
            Wqe wqe = usual(s, mkey(s));
            UmrControlSegment.MKEY_MASK.setLong(wqe.memory(), Wqe.UNIT, UmrControlSegment.MASK_PD);
            s.post(wqe);
        }));
        all.add(local(HcaRule.W2, LOCAL_QP_OPERATION, s -> {
            Wqe wqe = usual(s, mkey(s));
            UmrControlSegment.LIST_OFFSET.set(wqe.memory(), Wqe.UNIT, 1);
            s.post(wqe);
        }));
        all.add(local(
                HcaRule.L1,
                LOCAL_PROTECTION,
                s -> s.post(Wqe.configure(mkey(s), ALL_RIGHTS).listAt(0x00ab_cd01, 0, ROOM, 64))));
        all.add(local(
                HcaRule.L6,
                LOCAL_PROTECTION,
                s -> s.post(Wqe.configure(mkey(s), ALL_RIGHTS)
                        .listAt(s.from.key(), s.from.address() + Scene.BYTES - 63, ROOM, 64))));
    }

    /** A SEND from an mkey that was configured so. */
    private static Consumer<Scene> sending(Function<Scene, Wqe> configure, long offset, int length) {
        return s -> {
            Wqe wqe = configure.apply(s);
            s.post(wqe);
            s.send(wqe.key(), offset, length);
        };
    }

    private static void localUse(List<Case> all) {
        all.add(local(HcaRule.L2, LOCAL_PROTECTION, s -> s.send(mkey(s) ^ 1, 0, 8)));
        all.add(local(HcaRule.L3, LOCAL_PROTECTION, s -> s.send(mkey(s), 0, 8)));
        all.add(local(HcaRule.L3, LOCAL_PROTECTION, s -> {
            int mkey = mkey(s);
            s.post(usual(s, mkey));
            s.post(Wqe.invalidate(mkey));
            s.send(mkey, 0, 8);
        }));
        all.add(local(HcaRule.L1, LOCAL_PROTECTION, s -> {
            int mkey = mkey(s);
            s.post(usual(s, mkey));
            s.pair.settle();
            s.pair.alice.sent();
            RawHost.good(s.aliceHost().destroyKey(mkey));
            s.send(mkey, 0, 8);
        }));
        all.add(local(HcaRule.L4, LOCAL_PROTECTION, s -> {
            RawPair.Side other = s.pair.alice;
            int pd = s.aliceHost().pd();
            int mkey = s.aliceHost().mkey(pd, ROOM);
            s.pair.anotherQp(other, pd).post(usual(s, mkey));
            s.pair.settle();
            s.pair.alice.sent();
            s.send(mkey, 0, 8);
        }));
        all.add(local(HcaRule.L5, LOCAL_PROTECTION, s -> {
            int mkey = mkey(s);
            s.post(Wqe.configure(mkey, REMOTE_READ).entry(s.from, 0, 64));
            s.post(Wqe.read(s.to.address(), s.to.key()).sge(mkey, 0, 64));
        }));
        all.add(local(HcaRule.L6, LOCAL_PROTECTION, sending(s -> usual(s, mkey(s)), 1, 64)));
        all.add(local(HcaRule.L6, LOCAL_PROTECTION, sending(s -> usual(s, mkey(s)), -1, 1)));
    }

    /** A WRITE to an mkey of bob that was configured so. */
    private static Consumer<Scene> writing(Function<Scene, Wqe> configure, long offset, int keyChange) {
        return s -> {
            Wqe wqe = configure.apply(s);
            s.pair.bob.qp.post(wqe);
            s.pair.settle();
            s.pair.bob.sent();
            s.write(offset, wqe.key() ^ keyChange);
        };
    }

    private static Wqe atBob(Scene s, int rights) {
        return Wqe.configure(s.bobHost().mkey(s.pair.bob.pd, ROOM), rights).entry(s.to, 0, 64);
    }

    private static void remoteUse(List<Case> all) {
        all.add(remote(HcaRule.R2, REMOTE_ACCESS, NAK, writing(s -> atBob(s, ALL_RIGHTS), 0, 1)));
        all.add(remote(HcaRule.R3, REMOTE_ACCESS, NAK, s -> {
            int pd = s.bobHost().pd();
            s.write(0, s.bobHost().mkey(pd, ROOM));
        }));
        all.add(remote(HcaRule.R4, REMOTE_ACCESS, NAK, writing(s -> atBob(s, LOCAL_WRITE | REMOTE_READ), 0, 0)));
        all.add(remote(
                HcaRule.R5, REMOTE_ACCESS, NAK, s -> s.write(0, s.bobHost().mkey(s.pair.bob.pd, ROOM))));
        all.add(remote(HcaRule.R6, REMOTE_ACCESS, NAK, writing(s -> atBob(s, ALL_RIGHTS), 1, 0)));
        all.add(remote(HcaRule.R1, REMOTE_ACCESS, NAK, s -> s.write(0, SpecialKeys.NULL_KEY)));
        all.add(remote(
                HcaRule.K4,
                REMOTE_ACCESS,
                NAK,
                writing(
                        s -> {
                            RawRegion readOnly =
                                    s.bobHost().region(s.pair.bob.pd, 0x5000_0000L, 64, LOCAL_WRITE | REMOTE_READ, 0);
                            return Wqe.configure(s.bobHost().mkey(s.pair.bob.pd, ROOM), ALL_RIGHTS)
                                    .entry(readOnly, 0, 64);
                        },
                        0,
                        0)));
        all.add(remote(
                HcaRule.K7,
                REMOTE_ACCESS,
                NAK,
                writing(s -> atBob(s, ALL_RIGHTS).claim(1000), 100, 0)));
    }

    private static void entries(List<Case> all) {
        entry(all, HcaRule.K1, s -> Wqe.configure(mkey(s), ALL_RIGHTS).entry(s.from.key() ^ 1, s.from.address(), 64));
        entry(all, HcaRule.K1, s -> Wqe.configure(mkey(s), ALL_RIGHTS).entry(0x00ab_cd01, 0, 64));
        entry(
                all,
                HcaRule.K1,
                s -> Wqe.configure(mkey(s), ALL_RIGHTS).entry(s.aliceHost().window(s.pair.alice.pd, 1), 0, 64));
        entry(all, HcaRule.K2, s -> Wqe.configure(mkey(s), ALL_RIGHTS).entry(mkey(s), 0, 64));
        entry(all, HcaRule.K3, s -> {
            RawRegion other = s.region(s.aliceHost().pd(), ALL_RIGHTS, 0);
            return Wqe.configure(mkey(s), ALL_RIGHTS).entry(other, 0, 64);
        });
        all.add(local(HcaRule.K4, LOCAL_PROTECTION, s -> {
            int mkey = mkey(s);
            s.post(Wqe.configure(mkey, ALL_RIGHTS).entry(s.region(s.pair.alice.pd, REMOTE_READ, 0), 0, 64));
            s.post(Wqe.read(s.to.address(), s.to.key()).sge(mkey, 0, 64));
        }));
        entry(
                all,
                HcaRule.K5,
                s -> Wqe.configure(mkey(s), ALL_RIGHTS).entry(s.from.key(), s.from.address() + Scene.BYTES - 1, 64));
        all.add(local(HcaRule.K6, LOCAL_PROTECTION, s -> {
            int mkey = s.from.key();
            long address = s.from.address();
            for (int i = 0; i <= MkeyLimits.DEFAULT.maxIndirection(); i++) {
                int next = mkey(s);
                s.post(Wqe.configure(next, ALL_RIGHTS).entry(mkey, address, 64));
                mkey = next;
                address = 0;
            }
            s.send(mkey, 0, 8);
        }));
        all.add(local(HcaRule.K6, LOCAL_PROTECTION, s -> {
            int mkey = mkey(s);
            s.post(Wqe.configure(mkey, ALL_RIGHTS).entry(mkey, 0, 64));
            s.send(mkey, 0, 8);
        }));
        entry(all, HcaRule.K7, s -> Wqe.configure(mkey(s), ALL_RIGHTS).claim(64));
        entry(
                all,
                HcaRule.K7,
                s -> Wqe.configure(mkey(s), ALL_RIGHTS)
                        .repeat(8, 2, 1)
                        .strided(s.from, 0, 8, 8)
                        .claim(64));
        entry(
                all,
                HcaRule.K7,
                s -> Wqe.configure(mkey(s), ALL_RIGHTS).repeat(8, 8, 0).claim(64));
    }

    /** A layout that shows its fault when 64 bytes are sent from it. */
    private static void entry(List<Case> all, HcaRule rule, Function<Scene, Wqe> configure) {
        all.add(local(rule, LOCAL_PROTECTION, sending(configure, 0, 64)));
    }

    private static void invalidates(List<Case> all) {
        all.add(local(HcaRule.I2, MW_BIND, s -> s.post(Wqe.invalidate(mkey(s) ^ 1))));
        all.add(local(
                HcaRule.I5,
                MW_BIND,
                s -> s.post(Wqe.invalidate(s.aliceHost().mkey(s.aliceHost().pd(), ROOM)))));
        all.add(unseen(HcaRule.I6, Scene.NONE, s -> {
                    s.pair.bob.qp.receive(s.to, 0, 64);
                    s.post(new Wqe(WqeOpcode.SEND_INVAL).immediate(s.bobHost().mkey(s.pair.bob.pd, ROOM)));
                })
                .receives(REMOTE_INVALID_REQUEST)
                .aliceWith(QpSetup.usual().timeout(0)));
    }

    /** Windows are bound to regions only. */
    private static void windows(List<Case> all) {
        all.add(local(HcaRule.B7, MW_BIND, s -> {
            int mkey = mkey(s);
            s.post(usual(s, mkey));
            s.post(Wqe.bind(
                    s.aliceHost().window(s.pair.alice.pd, 2),
                    7,
                    new RawRegion(s.from.memory(), mkey, 0, s.from.pages()),
                    0,
                    8,
                    REMOTE_WRITE));
        }));
    }
}
