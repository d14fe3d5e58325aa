package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.Scene.Case.local;
import static dev.fenestra.hw.sim.hca.engine.Scene.Case.remote;
import static dev.fenestra.hw.sim.hca.engine.Scene.Case.unseen;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.BAD_RESPONSE;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.LOCAL_LENGTH;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_ACCESS;
import static dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome.REMOTE_INVALID_REQUEST;

import dev.fenestra.hw.sim.hca.engine.Scene.Case;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;

/** Ways to break the rules of the transport. */
final class TransportRules {
    private static final int NAK = 0x61;
    private static final int PSN = QpSetup.usual().psn();
    private static final int MTU = QpSetup.usual().mtuBytes();

    private TransportRules() {}

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        sequences(all);
        lengths(all);
        fetches(all);
        responses(all);
        return all;
    }

    /** A packet whose payload is the start of alice's region. */
    private static void packet(Scene s, WireOpcode opcode, byte[] extensions, int length) {
        s.pair.inject(s.pair.bob, opcode.number(), PSN, extensions, s.from.pages()[0], length);
    }

    private static byte[] reth(Scene s, int length) {
        byte[] bytes = new byte[Reth.BYTES];
        Reth.write(bytes, 0, s.to.address(), s.to.key(), length);
        return bytes;
    }

    private static void sequences(List<Case> all) {
        for (WireOpcode opcode : List.of(
                WireOpcode.RC_SEND_MIDDLE,
                WireOpcode.RC_SEND_LAST,
                WireOpcode.RC_SEND_LAST_IMM,
                WireOpcode.RC_SEND_LAST_INV,
                WireOpcode.RC_RDMA_WRITE_MIDDLE,
                WireOpcode.RC_RDMA_WRITE_LAST,
                WireOpcode.RC_RDMA_WRITE_LAST_IMM)) {
            all.add(unseen(HcaRule.T1, NAK, s -> packet(s, opcode, new byte[4], MTU)));
        }
        all.add(unseen(HcaRule.T1, NAK, s -> packet(s, WireOpcode.RC_FLUSH, new byte[20], 0)));
        all.add(unseen(HcaRule.T1, NAK, s -> packet(s, WireOpcode.RC_ATOMIC_WRITE, new byte[16], 8)));
    }

    private static void lengths(List<Case> all) {
        all.add(unseen(HcaRule.T2, NAK, s -> packet(s, WireOpcode.RC_RDMA_WRITE_ONLY, reth(s, 65), 64)));
        all.add(unseen(HcaRule.T2, NAK, s -> packet(s, WireOpcode.RC_RDMA_WRITE_ONLY, reth(s, 63), 64)));
        all.add(unseen(HcaRule.T2, NAK, s -> packet(s, WireOpcode.RC_RDMA_WRITE_ONLY, reth(s, MTU + 4), MTU + 4)));
        all.add(unseen(HcaRule.T2, NAK, s -> packet(s, WireOpcode.RC_RDMA_WRITE_FIRST, reth(s, 2 * MTU), MTU - 4)));
        all.add(unseen(HcaRule.T2, NAK, s -> packet(s, WireOpcode.RC_RDMA_WRITE_FIRST, reth(s, MTU), MTU)));
        all.add(unseen(HcaRule.T2, NAK, s -> {
                    s.pair.bob.qp.receive(s.to, 0, 4096);
                    packet(s, WireOpcode.RC_SEND_FIRST, new byte[0], MTU - 4);
                })
                .receives(REMOTE_INVALID_REQUEST));
        all.add(unseen(HcaRule.T5, NAK, s -> packet(s, WireOpcode.RC_RDMA_WRITE_FIRST, reth(s, 0x80000001), MTU)));
        all.add(unseen(HcaRule.T5, NAK, s -> packet(s, WireOpcode.RC_RDMA_READ_REQUEST, reth(s, 0x80000001), 0)));
        all.add(remote(HcaRule.T3, REMOTE_INVALID_REQUEST, NAK, s -> {
                    RawRegion small = s.bobHost().region(s.pair.bob.pd, 64);
                    s.pair.bob.qp.receive(small, 0, 63);
                    s.send(s.from.key(), s.from.address(), 64);
                })
                .receives(LOCAL_LENGTH));
        all.add(remote(HcaRule.W3, CqeSyndrome.REMOTE_OPERATION, 0x63, s -> {
                    s.pair.bob.qp.receive(s.to, 0, DataSegment.INLINE | 64);
                    s.send(s.from.key(), s.from.address(), 64);
                })
                .receives(CqeSyndrome.LOCAL_QP_OPERATION));
    }

    private static void fetches(List<Case> all) {
        all.add(remote(
                        HcaRule.T4,
                        REMOTE_INVALID_REQUEST,
                        NAK,
                        s -> s.post(Wqe.read(s.to.address(), s.to.key()).sge(s.from, 0, 8)))
                .bobWith(QpSetup.usual().depth(0)));
        all.add(remote(HcaRule.T4, REMOTE_INVALID_REQUEST, NAK, s -> s.post(atomic(s, s.to.address() & -8)))
                .bobWith(QpSetup.usual().depth(0)));
        all.add(remote(
                HcaRule.T10, REMOTE_INVALID_REQUEST, NAK, s -> s.post(atomic(s, (s.to.address() + 8 & -8) + 4))));
        all.add(unseen(HcaRule.T10, NAK, s -> {
            byte[] bytes = new byte[AtomicEth.BYTES];
            AtomicEth.write(bytes, 0, 3, 0, 1, 1);
            packet(s, WireOpcode.RC_FETCH_ADD, bytes, 0);
        }));
        all.add(remote(HcaRule.R7, REMOTE_ACCESS, 0x62, TransportRules::changeRegionUnderRead)
                .aliceWith(QpSetup.usual().mtu(1))
                .bobWith(QpSetup.usual().mtu(1)));
    }

    private static Wqe atomic(Scene s, long address) {
        return new Wqe(WqeOpcode.ATOMIC_FA)
                .remote(address, s.to.key())
                .atomic(1, 0)
                .sge(s.from, 0, 8);
    }

    /** The READ takes several turns; the command comes between two of them. */
    private static void changeRegionUnderRead(Scene s) {
        int bytes = 256 * 200;
        RawRegion source = s.bobHost().region(s.pair.bob.pd, bytes);
        RawRegion target = s.aliceHost().region(s.pair.alice.pd, bytes);
        var input = s.bobHost()
                .regionInput(
                        s.pair.bob.pd, source.address(), bytes, source.pages(), RawHost.ALL_RIGHTS, RawHost.MW_BIND);
        CommandInput.OPCODE.set(input, 0, CommandOpcode.MODIFY_MKEY.code());
        CommandInput.OBJECT.set(input, 0, source.index());
        ModifyMkey.CHANGES.set(input, 0, ModifyMkey.TRANSLATION);
        boolean[] done = {false};
        s.pair.wire.afterEach(() -> {
            if (!done[0]
                    && !s.pair.wire.of(WireOpcode.RC_RDMA_READ_RESPONSE_FIRST).isEmpty()) {
                done[0] = true;
                s.bobHost().commands.prepare(input, 16);
                s.bobHost().hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), 1);
            }
        });
        s.post(Wqe.read(source.address(), source.key()).sge(target, 0, bytes));
    }

    private static void responses(List<Case> all) {
        all.add(local(HcaRule.T8, BAD_RESPONSE, s -> {
            s.pair.wire.lose(packet -> packet.port() == 1);
            s.write(s.to.address(), s.to.key());
            s.pair.settle();
            byte[] aeth = new byte[Aeth.BYTES];
            Aeth.write(aeth, 0, 0x40, 1);
            s.pair.inject(s.pair.alice, WireOpcode.RC_ACKNOWLEDGE.number(), PSN, aeth, 0, 0);
        }));
        all.add(local(HcaRule.T8, BAD_RESPONSE, s -> {
            s.pair.wire.lose(packet -> packet.port() == 1);
            s.post(Wqe.read(s.to.address(), s.to.key()).sge(s.from, 0, 64));
            s.pair.settle();
            int opcode = WireOpcode.RC_RDMA_READ_RESPONSE_ONLY.number();
            s.pair.inject(s.pair.alice, opcode, PSN, new byte[4], s.to.pages()[0], 60);
        }));
        all.add(local(HcaRule.Q1, CqeSyndrome.FLUSHED, s -> {
            s.aliceHost().commands.execute(CommandOpcode.TO_ERR_QP, s.pair.alice.qp.number());
            s.write(s.to.address(), s.to.key());
        }));
    }
}
