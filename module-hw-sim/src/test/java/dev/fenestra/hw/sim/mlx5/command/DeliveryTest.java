package dev.fenestra.hw.sim.mlx5.command;

import static dev.fenestra.hw.sim.mlx5.command.Commands.refused;
import static dev.fenestra.hw.sim.mlx5.command.Commands.undelivered;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.DeliveryStatus;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.Reply;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTest {
    private final Fabric fabric = new Fabric();
    private final RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001), fabric);

    @AfterEach
    void close() {
        host.close();
    }

    private MemorySegment entry() {
        return host.commands.entry();
    }

    private void prepare(CommandOpcode opcode, int inputBytes, int outputBytes) {
        host.commands.prepare(RawCommands.input(opcode, 0, inputBytes), outputBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x101, 0x999, 0xeff, 0xffff})
    void shouldNotKnowAnOpcode(int opcode) {
        MemorySegment in = RawCommands.input(CommandOpcode.ALLOC_PD, 0, 16);
        CommandInput.OPCODE.set(in, 0, opcode);
        refused(CommandStatus.BAD_OPERATION, host.commands.execute(in, 16));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 6, 8, 0xff})
    void shouldRefuseAnEntryOfAnotherType(int type) {
        prepare(CommandOpcode.ALLOC_PD, 16, 16);
        CommandEntry.TYPE.set(entry(), host.commands.entryOffset(), type);
        undelivered(DeliveryStatus.DESCRIPTOR, host.commands.ring(16));
        assertEquals(1, host.pd(), "the refused command allocated nothing");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, -1, 1 << 29})
    void shouldRefuseAnInputLength(int length) {
        prepare(CommandOpcode.ALLOC_PD, 16, 16);
        CommandEntry.INPUT_LENGTH.set(entry(), host.commands.entryOffset(), length);
        undelivered(DeliveryStatus.INPUT_LENGTH, host.commands.ring(16));
        assertEquals(1, host.pd());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, -1, 1 << 29})
    void shouldRefuseAnOutputLength(int length) {
        prepare(CommandOpcode.ALLOC_PD, 16, 16);
        CommandEntry.OUTPUT_LENGTH.set(entry(), host.commands.entryOffset(), length);
        undelivered(DeliveryStatus.OUTPUT_LENGTH, host.commands.ring(16));
        assertEquals(1, host.pd());
    }

    @Test
    void shouldRefuseAnInputMailboxThatCannotBeReached() {
        prepare(CommandOpcode.ALLOC_PD, 600, 16);
        CommandEntry.INPUT_MAILBOX.setLong(entry(), host.commands.entryOffset(), host.memory.hole());
        undelivered(DeliveryStatus.INPUT_POINTER, host.commands.ring(16));
        assertEquals(1, host.pd());
    }

    @Test
    void shouldRefuseAnInputMailboxThatIsNotAligned() {
        prepare(CommandOpcode.ALLOC_PD, 600, 16);
        CommandEntry.INPUT_MAILBOX.setLong(entry(), host.commands.entryOffset(), host.memory.page() + 64);
        undelivered(DeliveryStatus.INPUT_POINTER, host.commands.ring(16));
    }

    @Test
    void shouldRefuseAChainOfMailboxesThatEndsTooSoon() {
        prepare(CommandOpcode.ALLOC_PD, 600, 16);
        CommandEntry.INPUT_LENGTH.set(entry(), host.commands.entryOffset(), 16 + 3 * 512);
        undelivered(DeliveryStatus.INPUT_POINTER, host.commands.ring(16));
    }

    @Test
    void shouldChangeNothingWhenTheOutputCannotBeWritten() {
        prepare(CommandOpcode.ALLOC_PD, 16, 600);
        CommandEntry.OUTPUT_MAILBOX.setLong(entry(), host.commands.entryOffset(), host.memory.hole());
        undelivered(DeliveryStatus.OUTPUT_POINTER, host.commands.ring(16));
        assertEquals(1, host.pd(), "the command was not executed");
    }

    @Test
    void shouldChangeNothingWhenTheOutputChainEndsTooSoon() {
        prepare(CommandOpcode.ALLOC_PD, 16, 600);
        CommandEntry.OUTPUT_LENGTH.set(entry(), host.commands.entryOffset(), 16 + 4 * 512);
        undelivered(DeliveryStatus.OUTPUT_POINTER, host.commands.ring(16));
        assertEquals(1, host.pd(), "the command was not executed");
    }

    @Test
    void shouldLeaveAnEntryAloneThatIsSoftwares() {
        prepare(CommandOpcode.ALLOC_PD, 16, 16);
        CommandEntry.OWNERSHIP.set(entry(), host.commands.entryOffset(), 0);
        host.commands.ring(16);
        assertEquals(1, host.pd());
    }

    @Test
    void shouldKeepTheTokenOfAnEntry() {
        prepare(CommandOpcode.ALLOC_PD, 16, 16);
        CommandEntry.TOKEN.set(entry(), host.commands.entryOffset(), 0xa7);
        host.commands.ring(16);
        assertEquals(0xa7, CommandEntry.TOKEN.get(entry(), host.commands.entryOffset()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 12, 15})
    void shouldTakeAnyStrideWithoutHarm(int logStride) {
        int high = (int) (host.commands.queue() >>> 32);
        host.hca.writeInitSegment(InitSegment.COMMAND_QUEUE_HIGH.offset(), high);
        host.hca.writeInitSegment(InitSegment.COMMAND_QUEUE_LOW.offset(), (int) host.commands.queue() | logStride);
        host.memory.segment(host.commands.queue()).fill((byte) 0xff);
        host.hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), -1);
        fabric.progress();
        assertTrue(fabric.now() > 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandOpcode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "ALLOC_PD",
                "ALLOC_UAR",
                "ALLOC_XRCD",
                "QUERY_HCA_CAP",
                "QUERY_SPECIAL_CONTEXTS",
                "PAGE_FAULT_RESUME"
            })
    void shouldRefuseAnyCommandThatIsAllZeroes(CommandOpcode opcode) {
        Reply reply = host.commands.execute(RawCommands.input(opcode, 0, 2048), 2048);
        assertEquals(0, reply.delivery());
        assertTrue(reply.status() != CommandStatus.OK, opcode.name());
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandOpcode.class,
            mode = EnumSource.Mode.INCLUDE,
            names = {"CREATE_MKEY", "CREATE_CQ", "CREATE_QP"})
    void shouldRefuseAShortInput(CommandOpcode opcode) {
        refused(CommandStatus.BAD_INPUT_LENGTH, host.commands.execute(RawCommands.input(opcode, 0, 0x10f), 16));
        refused(CommandStatus.BAD_INPUT_LENGTH, host.commands.execute(RawCommands.input(opcode, 0, 16), 16));
    }

    @Test
    void shouldTellItsCapabilities() {
        Reply reply = RawHost.good(
                host.commands.execute(RawCommands.input(CommandOpcode.QUERY_HCA_CAP, 0, 16), HcaCapability.BYTES));
        HcaConfig config = host.hca.config();
        assertEquals(config.limits().logMaxMkey(), HcaCapability.LOG_MAX_MKEY.get(reply.output(), 0));
        assertEquals(config.limits().logMaxQp(), HcaCapability.LOG_MAX_QP.get(reply.output(), 0));
        assertEquals(config.limits().logMaxCq(), HcaCapability.LOG_MAX_CQ.get(reply.output(), 0));
        assertEquals(config.limits().logMaxPd(), HcaCapability.LOG_MAX_PD.get(reply.output(), 0));
        assertEquals(config.limits().logMaxMessage(), HcaCapability.LOG_MAX_MESSAGE.get(reply.output(), 0));
        assertEquals(config.gidLow(), HcaCapability.GID_LOW.getLong(reply.output(), 0));
        assertEquals(HcaCapability.TYPES_1_AND_2B, HcaCapability.MEMORY_WINDOWS.get(reply.output(), 0));
        refused(
                CommandStatus.BAD_OUTPUT_LENGTH,
                host.commands.execute(RawCommands.input(CommandOpcode.QUERY_HCA_CAP, 0, 16), HcaCapability.BYTES - 1));
    }
}
