package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.Scene.Case.remote;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_ACCESS;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_PROTECTION;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_ACCESS;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_OPERATION;
import static dev.fenestra.hw.sim.testing.RawHost.LOCAL_WRITE;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_ATOMIC;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_READ;
import static dev.fenestra.hw.sim.testing.RawHost.REMOTE_WRITE;

import dev.fenestra.hw.sim.hca.engine.Scene.Case;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Ways to break the rules of remote access. */
final class RemoteRules {
    private static final int NAK = 0x62;
    private static final int UNKNOWN_KEY = 0x00ab_cd01;
    private static final int ALL_REMOTE = REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;

    private RemoteRules() {}

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        rightsOfQps(all);
        regions(all);
        windows(all);
        receives(all);
        return all;
    }

    private static Case access(HcaRule rule, Consumer<Scene> provoke) {
        return remote(rule, REMOTE_ACCESS, NAK, provoke);
    }

    private static Wqe atomic(Scene s, long address, int rkey) {
        return new Wqe(WqeOpcode.ATOMIC_CS).remote(address, rkey).atomic(1, 2).sge(s.from, 0, 8);
    }

    private static Wqe read(Scene s, long address, int rkey) {
        return Wqe.read(address, rkey).sge(s.from, 0, 64);
    }

    private static long aligned(Scene s) {
        return s.to.address() + 7 & -8;
    }

    private static void rightsOfQps(List<Case> all) {
        all.add(access(HcaRule.A8, s -> s.write(s.to.address(), s.to.key()))
                .bobWith(QpSetup.usual().access(QpSetup.READ | QpSetup.ATOMIC)));
        all.add(access(HcaRule.A8, s -> s.post(read(s, s.to.address(), s.to.key())))
                .bobWith(QpSetup.usual().access(QpSetup.WRITE | QpSetup.ATOMIC)));
        all.add(access(HcaRule.A8, s -> s.post(atomic(s, aligned(s), s.to.key())))
                .bobWith(QpSetup.usual().access(QpSetup.WRITE | QpSetup.READ)));
    }

    private static void regions(List<Case> all) {
        all.add(access(HcaRule.R1, s -> s.write(s.to.address(), UNKNOWN_KEY)));
        all.add(access(HcaRule.R1, s -> s.write(s.to.address(), 0)));
        all.add(access(HcaRule.R1, s -> s.post(read(s, s.to.address(), -1))));
        all.add(access(HcaRule.R2, s -> s.write(s.to.address(), s.to.key() ^ 0x80)));
        all.add(access(HcaRule.R3, s -> {
            RawRegion other = s.bobHost().region(s.bobHost().pd(), 64);
            s.write(other.address(), other.key());
        }));
        all.add(access(HcaRule.R4, s -> s.write(0x5000, only(s, LOCAL_WRITE | REMOTE_READ | REMOTE_ATOMIC))));
        all.add(access(HcaRule.R4, s -> s.post(read(s, 0x5000, only(s, LOCAL_WRITE | REMOTE_WRITE | REMOTE_ATOMIC)))));
        all.add(access(HcaRule.R4, s -> s.post(atomic(s, 0x5000, only(s, LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ)))));
        all.add(access(HcaRule.R6, s -> s.write(s.to.address() + Scene.BYTES - 63, s.to.key())));
        all.add(access(HcaRule.R6, s -> s.write(s.to.address() - 1, s.to.key())));
        all.add(access(HcaRule.R6, s -> s.write(-32, s.to.key())));
        all.add(access(
                HcaRule.R6,
                s -> s.post(Wqe.write(s.to.address() + Scene.BYTES - 5000, s.to.key())
                        .sge(s.from, 0, 5001))));
    }

    /** A key with some of the rights, for memory at 0x5000. */
    private static int only(Scene s, int rights) {
        return s.bobHost()
                .region(s.pair.bob.pd, 0x5000, 4096, rights, RawHost.MW_BIND)
                .key();
    }

    private static void windows(List<Case> all) {
        all.add(access(HcaRule.R2, s -> s.write(s.to.address(), s.boundAtBob(ALL_REMOTE) ^ 1)));
        all.add(access(HcaRule.A2, s -> {
            int pd = s.bobHost().pd();
            RawRegion other = s.bobHost().region(pd, 4096);
            int window = s.bobHost().window(pd, 1);
            RawQp qp = s.pair.anotherQp(s.pair.bob, pd);
            qp.post(Wqe.bind(window, 9, other, other.address(), 4096, ALL_REMOTE));
            s.pair.settle();
            s.pair.bob.sent();
            s.write(other.address(), window & ~0xff | 9);
        }));
        all.add(access(HcaRule.A3, s -> {
            int window = s.bobHost().window(s.pair.bob.pd, 2);
            RawQp qp = s.pair.anotherQp(s.pair.bob, s.pair.bob.pd);
            qp.post(Wqe.bind(window, 9, s.to, s.to.address(), 4096, ALL_REMOTE));
            s.pair.settle();
            s.pair.bob.sent();
            s.write(s.to.address(), window & ~0xff | 9);
        }));
        all.add(access(HcaRule.A4, s -> s.write(s.to.address(), s.bobHost().window(s.pair.bob.pd, 1))));
        all.add(access(HcaRule.A4, s -> s.write(s.to.address(), s.bobHost().window(s.pair.bob.pd, 2))));
        all.add(access(HcaRule.A5, s -> s.write(s.to.address(), s.boundAtBob(REMOTE_READ))));
        all.add(access(HcaRule.A5, s -> s.post(read(s, s.to.address(), s.boundAtBob(REMOTE_WRITE)))));
        all.add(access(HcaRule.A5, s -> s.post(atomic(s, aligned(s), s.boundAtBob(REMOTE_WRITE | REMOTE_READ)))));
        all.add(access(HcaRule.A7, s -> s.write(s.to.address() + 4096 - 63, s.boundAtBob(ALL_REMOTE))));
        all.add(access(HcaRule.A7, s -> s.write(s.to.address() - 1, s.boundAtBob(ALL_REMOTE))));
        all.add(access(HcaRule.A7, s -> s.write(-32, s.boundAtBob(ALL_REMOTE))));
    }

    private static void receives(List<Case> all) {
        all.add(remote(HcaRule.L1, REMOTE_OPERATION, 0x63, s -> receive(s, UNKNOWN_KEY, s.to.address()))
                .receives(LOCAL_PROTECTION));
        all.add(remote(HcaRule.L2, REMOTE_OPERATION, 0x63, s -> receive(s, s.to.key() ^ 1, s.to.address()))
                .receives(LOCAL_PROTECTION));
        all.add(remote(HcaRule.L4, REMOTE_OPERATION, 0x63, s -> {
                    RawRegion other = s.bobHost().region(s.bobHost().pd(), 4096);
                    receive(s, other.key(), other.address());
                })
                .receives(LOCAL_PROTECTION));
        all.add(remote(HcaRule.L5, REMOTE_OPERATION, 0x63, s -> receive(s, only(s, REMOTE_READ), 0x5000))
                .receives(LOCAL_PROTECTION));
        all.add(remote(HcaRule.L6, REMOTE_OPERATION, 0x63, s -> receive(s, s.to.key(), -8))
                .receives(LOCAL_PROTECTION));
        all.add(remote(HcaRule.R1, REMOTE_ACCESS, NAK, s -> {
                    s.pair.bob.qp.receive(s.to, 0, 64);
                    s.post(new Wqe(WqeOpcode.RDMA_WRITE_IMM)
                            .remote(s.to.address(), UNKNOWN_KEY)
                            .sge(s.from, 0, 64));
                })
                .receives(LOCAL_ACCESS));
    }

    private static void receive(Scene s, int lkey, long address) {
        s.pair.bob.qp.receive(lkey, address, 64);
        s.send(s.from.key(), s.from.address(), 64);
    }
}
