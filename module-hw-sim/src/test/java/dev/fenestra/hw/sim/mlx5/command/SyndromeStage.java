package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import dev.fenestra.hw.sim.mlx5.prm.UpdateTranslations;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Reply;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A pair of hosts and what the commands about it need. */
final class SyndromeStage implements AutoCloseable {
    private static final QpSetup USUAL = QpSetup.usual();
    private static final int SRQC = CreateSrq.SRQC_OFFSET;
    private static final int QPC = CreateQp.QPC_OFFSET;
    /** Two PDs, few of everything else that can run out. */
    private static final HcaLimits FEW = HcaLimits.DEFAULT
            .withLogMaxMkey(6)
            .withLogMaxQp(7)
            .withLogMaxCq(8)
            .withLogMaxPd(2)
            .withLogMaxSrq(6)
            .withLogMaxSrqSize(11);

    private static final int ALICE_IP = 0x0a000001;

    final RawPair pair = new RawPair(USUAL, USUAL, SyndromeStage::config);
    final RawHost host = pair.alice.host;
    final int pd = pair.alice.pd;
    final RawRegion region = host.region(pd, 4096);

    private static HcaConfig config(HcaConfig usual) {
        HcaConfig config = usual.withLimits(FEW).withWindows(WindowSupport.TYPES_1_AND_2A);
        boolean isAlice = usual.gidLow() == HcaConfig.ofIpv4(ALICE_IP).gidLow();
        return isAlice ? config.withOdp(OdpSupport.NONE) : config;
    }

    /** The key of a region of bob of two pages, paged on demand. */
    int onDemand() {
        RawHost bob = pair.bob.host;
        MemorySegment in = bob.regionInput(pair.bob.pd, 0, 8192, new long[0], RawHost.ALL_RIGHTS, 0);
        CreateMkey.PAGE_ACCESS.set(in, 0, 1);
        return RawHost.good(bob.commands.execute(in, 16)).key();
    }

    /** Writes the second translation of a region of bob. */
    Reply update(int key, Consumer<MemorySegment> spoil) {
        RawHost bob = pair.bob.host;
        MemorySegment in = RawCommands.input(
                CommandOpcode.UPDATE_TRANSLATIONS, key >>> 8, UpdateTranslations.LIST_OFFSET + MttEntry.BYTES);
        UpdateTranslations.FIRST.setLong(in, 0, 1);
        UpdateTranslations.COUNT.setLong(in, 0, 1);
        MttEntry.VALUE.setLong(in, UpdateTranslations.LIST_OFFSET, bob.memory.page() | MttEntry.READ);
        spoil.accept(in);
        return bob.commands.execute(in, UpdateTranslations.OUTPUT_BYTES);
    }

    Reply run(CommandOpcode opcode, int object) {
        return host.commands.execute(opcode, object);
    }

    Reply run(MemorySegment in, Consumer<MemorySegment> spoil) {
        spoil.accept(in);
        return host.commands.execute(in, 16);
    }

    Reply region(Consumer<MemorySegment> spoil) {
        return run(host.regionInput(pd, 0, 8192, host.memory.pages(2), RawHost.ALL_RIGHTS, 0), spoil);
    }

    Reply modify(int key, Consumer<MemorySegment> spoil) {
        MemorySegment in = host.regionInput(pd, 0, 4096, host.memory.pages(1), 0, 0);
        CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_MKEY.code());
        CommandInput.OBJECT.set(in, 0, key >>> 8);
        ModifyMkey.CHANGES.set(in, 0, ModifyMkey.TRANSLATION);
        return run(in, spoil);
    }

    Reply cq(Consumer<MemorySegment> spoil) {
        return run(host.cqInput(6, host.memory.pages(1), host.memory.page()), spoil);
    }

    Reply srq(Consumer<MemorySegment> spoil) {
        return run(host.srqInput(pd, host.memory.page(), host.memory.page()), spoil);
    }

    /** A QP that takes its receives from an SRQ. */
    Reply sharingQp(int srqn, Consumer<MemorySegment> spoil) {
        return qp(in -> {
            Qpc.RECEIVES.set(in, QPC, Qpc.RECEIVES_SRQ);
            Qpc.SRQN.set(in, QPC, srqn);
            spoil.accept(in);
        });
    }

    int domain() {
        return RawHost.good(run(CommandOpcode.ALLOC_XRCD, 0)).object();
    }

    Reply xrcSrq(int domain, Consumer<MemorySegment> spoil) {
        return srq(in -> {
            CommandInput.OPCODE.set(in, 0, CommandOpcode.CREATE_XRC_SRQ.code());
            Srqc.XRC_DOMAIN.set(in, SRQC, domain);
            Srqc.CQN.set(in, SRQC, pair.alice.receives.number());
            spoil.accept(in);
        });
    }

    /** A QP that takes the requests of XRC peers. */
    Reply target(int domain, Consumer<MemorySegment> spoil) {
        return qp(in -> {
            Qpc.SERVICE.set(in, QPC, Qpc.SERVICE_XRC);
            Qpc.NO_SEND_QUEUE.set(in, QPC, 1);
            Qpc.RECEIVES.set(in, QPC, Qpc.RECEIVES_NONE);
            Qpc.XRC_DOMAIN.set(in, QPC, domain);
            spoil.accept(in);
        });
    }

    /** One entry for alice's send CQ. */
    void complete() {
        pair.bob.qp.receive();
        pair.alice.qp.post(Wqe.send());
        pair.settle();
    }

    Reply eq(Consumer<MemorySegment> spoil) {
        return run(host.eqInput(6, 0, 0, host.memory.pages(1)), spoil);
    }

    Reply changeCq(RawCq cq, Consumer<MemorySegment> change) {
        MemorySegment in = host.cqInput(6, host.memory.pages(1), 0);
        CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_CQ.code());
        CommandInput.OBJECT.set(in, 0, cq.number());
        return run(in, change);
    }

    Reply qp(Consumer<MemorySegment> spoil) {
        var cq = pair.alice.sends;
        return run(host.qpInput(pd, cq, cq, 4, host.memory.pages(1), host.memory.page()), spoil);
    }

    Reply transit(CommandOpcode opcode, int qpn, Consumer<MemorySegment> spoil) {
        return run(USUAL.input(opcode, qpn, 0x40, host.hca.config()), spoil);
    }

    /** Wants to send again while a request from before waits for its lost answer. */
    Reply drainWhileBusy() {
        pair.wire.lose(packet -> true);
        pair.alice.qp.post(Wqe.write(0, 0).sge(region, 0, 8));
        pair.settle();
        RawHost.good(transit(CommandOpcode.RTS2SQD_QP, qpn(), in -> {}));
        return transit(CommandOpcode.SQD_RTS_QP, qpn(), in -> {});
    }

    int qpn() {
        return pair.alice.qp.number();
    }

    /** Binds a type-2A window to the region, through the QP. */
    void bind() {
        int window = host.window(pd, 2);
        pair.alice.qp.post(Wqe.bind(window, 5, region, region.address(), 8, RawHost.REMOTE_READ));
        pair.settle();
    }

    Reply untilRefused(Supplier<Reply> command) {
        Reply reply = command.get();
        while (reply.status() == 0) {
            reply = command.get();
        }
        return reply;
    }

    @Override
    public void close() {
        pair.close();
    }
}
