package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.CreateEq;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.Eqc;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import dev.fenestra.hw.sim.testing.RawEq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.Reply;
import java.util.Map;
import java.util.function.Function;

/** The syndromes of CQs, EQs, SRQs, XRC domains and QPs. */
final class QueueRefusals {
    private static final int SRQC = CreateSrq.SRQC_OFFSET;
    private static final int QPC = CreateQp.QPC_OFFSET;

    private QueueRefusals() {}

    static void addTo(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        completionQueues(all);
        eventQueues(all);
        sharedReceives(all);
        xrc(all);
        queuePairs(all);
        transitions(all);
    }

    private static void completionQueues(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.CQ_INPUT, s -> s.cq(in -> Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 7)));
        all.put(CommandSyndrome.CQ_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_CQ, 0x999));
        all.put(CommandSyndrome.CQ_SIZE, s -> s.cq(in -> Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 23)));
        all.put(CommandSyndrome.CQ_PAGE, s -> s.cq(in -> MttEntry.VALUE.setLong(in, CreateCq.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.CQ_RECORD, s -> s.cq(in -> Cqc.DOORBELL_ADDRESS.setLong(in, CreateCq.CQC_OFFSET, 4)));
        all.put(CommandSyndrome.CQ_LIMIT, s -> s.untilRefused(() -> s.cq(in -> {})));
    }

    private static void eventQueues(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        int eqc = CreateEq.EQC_OFFSET;
        all.put(CommandSyndrome.EQ_INPUT, s -> s.eq(in -> Eqc.LOG_ENTRIES.set(in, eqc, 7)));
        all.put(CommandSyndrome.EQ_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_EQ, 0x999));
        all.put(CommandSyndrome.EQ_SIZE, s -> s.eq(in -> Eqc.LOG_ENTRIES.set(in, eqc, 23)));
        all.put(CommandSyndrome.EQ_PAGE, s -> s.eq(in -> MttEntry.VALUE.setLong(in, CreateEq.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.EQ_LIMIT, s -> s.untilRefused(() -> s.eq(in -> {})));
        all.put(CommandSyndrome.EQ_HELD, s -> {
            RawEq queue = s.host.eq(6, 0, 0);
            s.host.cq(6, queue);
            return s.run(CommandOpcode.DESTROY_EQ, queue.number());
        });
        all.put(CommandSyndrome.CQ_EQ, s -> s.cq(in -> Cqc.EQN.set(in, CreateCq.CQC_OFFSET, 7)));
        all.put(CommandSyndrome.CQ_OUTPUT, s -> s.run(CommandOpcode.QUERY_CQ, s.pair.alice.sends.number()));
        all.put(CommandSyndrome.CQ_MODIFY, s -> s.changeCq(s.pair.alice.sends, in -> {}));
        all.put(CommandSyndrome.CQ_ROOM, s -> {
            s.complete();
            return s.changeCq(s.pair.alice.sends, in -> {
                CommandInput.OP_MOD.set(in, 0, ModifyCq.RESIZE);
                Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 0);
            });
        });
        all.put(CommandSyndrome.CQ_DEAD, s -> {
            for (int i = 0; i <= 1 << RawHost.LOG_CQ; i++) {
                s.complete();
            }
            return s.changeCq(s.pair.alice.sends, in -> CommandInput.OP_MOD.set(in, 0, ModifyCq.RESIZE));
        });
    }

    private static void sharedReceives(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.SRQ_INPUT, s -> s.srq(in -> Srqc.LOG_SIZE.set(in, SRQC, 7)));
        all.put(CommandSyndrome.SRQ_OUTPUT, s -> s.run(CommandOpcode.QUERY_SRQ, srqn(s)));
        all.put(CommandSyndrome.SRQ_UNKNOWN, s -> s.run(CommandOpcode.ARM_RQ, 0x999));
        all.put(CommandSyndrome.SRQ_PD, s -> s.srq(in -> Srqc.PD.set(in, SRQC, 3)));
        all.put(CommandSyndrome.SRQ_SIZE, s -> s.srq(in -> Srqc.LOG_SIZE.set(in, SRQC, 12)));
        all.put(CommandSyndrome.SRQ_STRIDE, s -> s.srq(in -> Srqc.LOG_STRIDE.set(in, SRQC, 0)));
        all.put(CommandSyndrome.SRQ_PAGE, s -> s.srq(in -> MttEntry.VALUE.setLong(in, CreateSrq.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.SRQ_RECORD, s -> s.srq(in -> Srqc.DOORBELL_ADDRESS.setLong(in, SRQC, 4)));
        all.put(CommandSyndrome.SRQ_LIMIT, s -> s.untilRefused(() -> s.srq(in -> {})));
        all.put(CommandSyndrome.SRQ_HELD, s -> {
            int srqn = srqn(s);
            RawHost.good(s.sharingQp(srqn, in -> {}));
            return s.run(CommandOpcode.DESTROY_SRQ, srqn);
        });
        all.put(CommandSyndrome.QP_SRQ, s -> s.sharingQp(0x999, in -> {}));
        all.put(
                CommandSyndrome.QP_SRQ_SERVICE,
                s -> s.sharingQp(srqn(s), in -> Qpc.SERVICE.set(in, QPC, Qpc.SERVICE_UC)));
        all.put(CommandSyndrome.QP_RECEIVES, s -> s.qp(in -> Qpc.RECEIVES.set(in, QPC, 7)));
    }

    private static void xrc(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.XRCD_UNKNOWN, s -> s.run(CommandOpcode.DEALLOC_XRCD, 99));
        all.put(CommandSyndrome.XRCD_LIMIT, s -> s.untilRefused(() -> s.run(CommandOpcode.ALLOC_XRCD, 0)));
        all.put(CommandSyndrome.XRCD_HELD, s -> {
            int domain = s.domain();
            RawHost.good(s.xrcSrq(domain, in -> {}));
            return s.run(CommandOpcode.DEALLOC_XRCD, domain);
        });
        all.put(CommandSyndrome.SRQ_XRC_DOMAIN, s -> s.xrcSrq(99, in -> {}));
        all.put(CommandSyndrome.SRQ_CQ, s -> s.xrcSrq(s.domain(), in -> Srqc.CQN.set(in, SRQC, 0)));
        all.put(CommandSyndrome.QP_XRC_DOMAIN, s -> s.target(99, in -> {}));
        all.put(CommandSyndrome.QP_XRC_RECEIVES, s -> s.target(s.domain(), in -> Qpc.RECEIVES.set(in, QPC, 0)));
    }

    private static int srqn(SyndromeStage stage) {
        return RawHost.good(stage.srq(in -> {})).object();
    }

    private static void queuePairs(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.QP_INPUT, s -> s.run(CommandOpcode.CREATE_QP, 0));
        all.put(CommandSyndrome.QP_OUTPUT, s -> s.run(CommandOpcode.QUERY_QP, s.qpn()));
        all.put(CommandSyndrome.QP_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_QP, 0x999));
        all.put(CommandSyndrome.QP_CQ, s -> s.qp(in -> Qpc.SEND_CQN.set(in, QPC, 1)));
        all.put(CommandSyndrome.QP_PD, s -> s.qp(in -> Qpc.PD.set(in, QPC, 3)));
        all.put(CommandSyndrome.QP_SERVICE, s -> s.qp(in -> Qpc.SERVICE.set(in, QPC, 6)));
        all.put(
                CommandSyndrome.QP_SEND_START,
                s -> s.qp(in -> {
                    Qpc.LOG_RQ_SIZE.set(in, QPC, 0);
                    Qpc.LOG_RQ_STRIDE.set(in, QPC, 0);
                }));
        all.put(CommandSyndrome.QP_LIST, s -> s.qp(in -> Qpc.LOG_SQ_SIZE.set(in, QPC, 10)));
        all.put(CommandSyndrome.QP_PAGE, s -> s.qp(in -> MttEntry.VALUE.setLong(in, CreateQp.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.QP_RECORD, s -> s.qp(in -> Qpc.DOORBELL_ADDRESS.setLong(in, QPC, 4)));
        all.put(CommandSyndrome.QP_LEDGER, s -> s.qp(in -> Qpc.LEDGER.setLong(in, QPC, 4)));
        all.put(CommandSyndrome.QP_LIMIT, s -> s.untilRefused(() -> s.qp(in -> {})));
    }

    private static void transitions(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.QP_STATE, s -> s.transit(CommandOpcode.RST2INIT_QP, s.qpn(), in -> {}));
        all.put(CommandSyndrome.QP_DRAINING, s -> s.drainWhileBusy());
        all.put(CommandSyndrome.QP_MTU, s -> {
            int qpn = RawHost.good(s.qp(in -> {})).object();
            RawHost.good(s.transit(CommandOpcode.RST2INIT_QP, qpn, in -> {}));
            return s.transit(CommandOpcode.INIT2RTR_QP, qpn, in -> Qpc.MTU.set(in, QPC, 6));
        });
        all.put(CommandSyndrome.QP_GID, s -> {
            int qpn = RawHost.good(s.qp(in -> {})).object();
            RawHost.good(s.transit(CommandOpcode.RST2INIT_QP, qpn, in -> {}));
            return s.transit(CommandOpcode.INIT2RTR_QP, qpn, in -> {
                Qpc.MTU.set(in, QPC, 5);
                Qpc.SOURCE_GID_INDEX.set(in, QPC, 2);
            });
        });
        all.put(CommandSyndrome.QP_HELD, s -> {
            s.bind();
            return s.run(CommandOpcode.DESTROY_QP, s.qpn());
        });
    }
}
