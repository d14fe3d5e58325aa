package dev.fenestra.hw.sim.mlx5.command;

import static dev.fenestra.hw.sim.mlx5.command.Commands.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.Reply;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectCommandTest {
    private static final int LOG_BLOCKS = 4;

    private final Fabric fabric = new Fabric();
    private final HcaConfig config = HcaConfig.ofIpv4(0x0a000001);
    private final RawHost host = new RawHost(config, fabric);
    private final int pd = host.pd();
    private final RawCq cq = host.cq();

    @AfterEach
    void close() {
        host.close();
    }

    @ParameterizedTest
    @CsvSource({"ALLOC_PD,DEALLOC_PD", "ALLOC_UAR,DEALLOC_UAR"})
    void shouldAllocateAndFreeNumbers(CommandOpcode allocate, CommandOpcode free) {
        int first = RawHost.good(host.commands.execute(allocate, 0)).object();
        int second = RawHost.good(host.commands.execute(allocate, 0)).object();
        assertNotEquals(first, second);
        RawHost.good(host.commands.execute(free, first));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(free, first));
        assertEquals(first, RawHost.good(host.commands.execute(allocate, 0)).object());
    }

    @Test
    void shouldRunOutOfPds() {
        HcaConfig small = HcaConfig.ofIpv4(0x0a000009).withLimits(HcaLimits.DEFAULT.withLogMaxPd(2));
        try (RawHost few = new RawHost(small, fabric)) {
            for (int i = 0; i < 3; i++) {
                few.pd();
            }
            refused(CommandStatus.LIMIT_EXCEEDED, few.commands.execute(CommandOpcode.ALLOC_PD, 0));
        }
    }

    private Reply createCq(int log, int listed, Consumer<MemorySegment> spoil) {
        MemorySegment in = host.cqInput(log, host.memory.pages(listed), host.memory.page());
        spoil.accept(in);
        return host.commands.execute(in, 16);
    }

    @Test
    void shouldRefuseACqWithoutConsumingItsNumber() {
        int next = cq.number() + 1;
        refused(CommandStatus.BAD_INPUT_LENGTH, createCq(7, 1, in -> {}));
        refused(CommandStatus.BAD_PARAMETER, createCq(6, 1, in -> Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 31)));
        refused(
                CommandStatus.BAD_PARAMETER,
                createCq(6, 1, in -> MttEntry.VALUE.setLong(in, CreateCq.PAGES_OFFSET, host.memory.hole())));
        refused(
                CommandStatus.BAD_PARAMETER,
                createCq(6, 1, in -> MttEntry.VALUE.setLong(in, CreateCq.PAGES_OFFSET, host.memory.page() + 64)));
        refused(
                CommandStatus.BAD_PARAMETER,
                createCq(6, 1, in -> Cqc.DOORBELL_ADDRESS.setLong(in, CreateCq.CQC_OFFSET, host.memory.hole())));
        refused(
                CommandStatus.BAD_PARAMETER,
                createCq(6, 1, in -> Cqc.DOORBELL_ADDRESS.setLong(in, CreateCq.CQC_OFFSET, host.memory.page() + 4)));
        assertEquals(next, RawHost.good(createCq(6, 1, in -> {})).object());
    }

    @Test
    void shouldDestroyACqOnce() {
        RawHost.good(host.commands.execute(CommandOpcode.DESTROY_CQ, cq.number()));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(CommandOpcode.DESTROY_CQ, cq.number()));
    }

    private Reply createQp(Consumer<MemorySegment> spoil) {
        MemorySegment in = host.qpInput(pd, cq, cq, LOG_BLOCKS, host.memory.pages(1), host.memory.page());
        spoil.accept(in);
        return host.commands.execute(in, 16);
    }

    private void refusesQp(int status, Consumer<MemorySegment> spoil) {
        refused(status, createQp(spoil));
    }

    @Test
    void shouldRefuseAQpWithoutConsumingItsNumber() {
        int next = RawHost.good(createQp(in -> {})).object() + 1;
        int qpc = CreateQp.QPC_OFFSET;
        refusesQp(CommandStatus.BAD_RESOURCE, in -> Qpc.SEND_CQN.set(in, qpc, 0x999));
        refusesQp(CommandStatus.BAD_RESOURCE, in -> Qpc.RECEIVE_CQN.set(in, qpc, 0));
        refusesQp(CommandStatus.BAD_RESOURCE, in -> Qpc.PD.set(in, qpc, 77));
        refusesQp(CommandStatus.BAD_PARAMETER, in -> Qpc.SERVICE.set(in, qpc, 0xff));
        refusesQp(CommandStatus.BAD_PARAMETER, in -> Qpc.LOG_SQ_SIZE.set(in, qpc, 10));
        refusesQp(CommandStatus.BAD_PARAMETER, in -> Qpc.DOORBELL_ADDRESS.setLong(in, qpc, host.memory.hole()));
        refusesQp(CommandStatus.BAD_PARAMETER, in -> Qpc.DOORBELL_ADDRESS.setLong(in, qpc, host.memory.page() + 2));
        refusesQp(CommandStatus.BAD_PARAMETER, in -> Qpc.LEDGER.setLong(in, qpc, host.memory.hole()));
        refusesQp(CommandStatus.BAD_PARAMETER, in -> Qpc.LEDGER.setLong(in, qpc, host.memory.page() + 4));
        refusesQp(
                CommandStatus.BAD_PARAMETER,
                in -> MttEntry.VALUE.setLong(in, CreateQp.PAGES_OFFSET, host.memory.hole()));
        refusesQp(
                CommandStatus.BAD_PARAMETER,
                in -> MttEntry.VALUE.setLong(in, CreateQp.PAGES_OFFSET, host.memory.page() + 512));
        assertEquals(next, RawHost.good(createQp(in -> {})).object());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldRefuseAQpWhoseSendBlocksWouldNotBeAligned(int logReceives) {
        refusesQp(CommandStatus.BAD_PARAMETER, in -> {
            Qpc.LOG_RQ_SIZE.set(in, CreateQp.QPC_OFFSET, logReceives);
            Qpc.LOG_RQ_STRIDE.set(in, CreateQp.QPC_OFFSET, 0);
        });
    }

    private Reply modify(CommandOpcode opcode, int qpn, Consumer<MemorySegment> spoil) {
        MemorySegment in = QpSetup.usual().input(opcode, qpn, 0x40, config);
        spoil.accept(in);
        return host.commands.execute(in, 16);
    }

    @Test
    void shouldTakeAQpThroughItsStates() {
        RawQp qp = host.qp(pd, cq, cq);
        assertEquals(Qpc.STATE_RST, host.state(qp.number()));
        RawHost.good(modify(CommandOpcode.RST2INIT_QP, qp.number(), in -> {}));
        RawHost.good(modify(CommandOpcode.INIT2INIT_QP, qp.number(), in -> {}));
        assertEquals(Qpc.STATE_INIT, host.state(qp.number()));
        RawHost.good(modify(CommandOpcode.INIT2RTR_QP, qp.number(), in -> {}));
        assertEquals(Qpc.STATE_RTR, host.state(qp.number()));
        RawHost.good(modify(CommandOpcode.RTR2RTS_QP, qp.number(), in -> {}));
        RawHost.good(modify(CommandOpcode.RTS2RTS_QP, qp.number(), in -> {}));
        assertEquals(Qpc.STATE_RTS, host.state(qp.number()));
        RawHost.good(host.commands.execute(CommandOpcode.TO_ERR_QP, qp.number()));
        assertEquals(Qpc.STATE_ERR, host.state(qp.number()));
        RawHost.good(host.commands.execute(CommandOpcode.TO_RST_QP, qp.number()));
        assertEquals(Qpc.STATE_RST, host.state(qp.number()));
        RawHost.good(host.commands.execute(CommandOpcode.DESTROY_QP, qp.number()));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(CommandOpcode.DESTROY_QP, qp.number()));
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandOpcode.class,
            mode = EnumSource.Mode.INCLUDE,
            names = {"INIT2INIT_QP", "INIT2RTR_QP", "RTR2RTS_QP", "RTS2RTS_QP"})
    void shouldRefuseATransitionFromAnotherStateAndKeepIt(CommandOpcode opcode) {
        RawQp qp = host.qp(pd, cq, cq);
        refused(CommandStatus.BAD_QP_STATE, modify(opcode, qp.number(), in -> {}));
        assertEquals(Qpc.STATE_RST, host.state(qp.number()));
        RawHost.good(host.commands.execute(CommandOpcode.TO_ERR_QP, qp.number()));
        refused(CommandStatus.BAD_QP_STATE, modify(opcode, qp.number(), in -> {}));
        refused(CommandStatus.BAD_QP_STATE, modify(CommandOpcode.RST2INIT_QP, qp.number(), in -> {}));
        assertEquals(Qpc.STATE_ERR, host.state(qp.number()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 6, 7})
    void shouldRefuseAnMtuThatDoesNotExist(int mtu) {
        RawQp qp = host.qp(pd, cq, cq);
        RawHost.good(modify(CommandOpcode.RST2INIT_QP, qp.number(), in -> {}));
        refused(
                CommandStatus.BAD_PARAMETER,
                modify(CommandOpcode.INIT2RTR_QP, qp.number(), in -> Qpc.MTU.set(in, CreateQp.QPC_OFFSET, mtu)));
        assertEquals(Qpc.STATE_INIT, host.state(qp.number()));
    }

    @Test
    void shouldRefuseATransitionOfAQpThatDoesNotExist() {
        refused(CommandStatus.BAD_RESOURCE, modify(CommandOpcode.RST2INIT_QP, 0x123, in -> {}));
        refused(CommandStatus.BAD_RESOURCE, modify(CommandOpcode.RST2INIT_QP, 0xffffff, in -> {}));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(CommandOpcode.TO_ERR_QP, 0x123));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(CommandOpcode.TO_RST_QP, 0x123));
        refused(CommandStatus.BAD_RESOURCE, host.commands.execute(CommandOpcode.QUERY_QP, 0x123));
    }

    @Test
    void shouldRefuseATransitionWithShortInput() {
        RawQp qp = host.qp(pd, cq, cq);
        MemorySegment in = RawCommands.input(CommandOpcode.RST2INIT_QP, qp.number(), CreateQp.BYTES - 8);
        refused(CommandStatus.BAD_INPUT_LENGTH, host.commands.execute(in, 16));
        assertEquals(Qpc.STATE_RST, host.state(qp.number()));
        refused(CommandStatus.BAD_OUTPUT_LENGTH, host.commands.execute(CommandOpcode.QUERY_QP, qp.number()));
    }
}
