package dev.fenestra.tools.observe.decode;

import static java.util.Map.entry;

import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.DeliveryStatus;
import dev.fenestra.hw.sim.mlx5.prm.Eqc;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.QpOptional;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meanings of the fields of commands. */
final class CommandMeanings {
    private static final Meaning STATUS = new ValueNames()
            .name(CommandStatus.OK, "ok")
            .name(CommandStatus.INTERNAL, "internal error: EIO")
            .name(CommandStatus.BAD_OPERATION, "bad operation: EINVAL")
            .name(CommandStatus.BAD_PARAMETER, "bad parameter: EINVAL")
            .name(CommandStatus.BAD_SYSTEM_STATE, "bad system state: EIO")
            .name(CommandStatus.BAD_RESOURCE, "bad resource: EINVAL")
            .name(CommandStatus.RESOURCE_BUSY, "resource busy: EBUSY")
            .name(CommandStatus.NOT_READY, "not ready: EIO")
            .name(CommandStatus.LIMIT_EXCEEDED, "limit exceeded: ENOMEM")
            .name(CommandStatus.BAD_RESOURCE_STATE, "bad resource state: EINVAL")
            .name(CommandStatus.BAD_INDEX, "bad index: EINVAL")
            .name(CommandStatus.NO_RESOURCES, "no resources: EAGAIN")
            .name(CommandStatus.BAD_QP_STATE, "bad QP state: EINVAL")
            .name(CommandStatus.BAD_PACKET, "bad packet: EINVAL")
            .name(CommandStatus.BAD_SIZE, "bad size: EINVAL")
            .name(CommandStatus.BAD_INPUT_LENGTH, "bad input length: EIO")
            .name(CommandStatus.BAD_OUTPUT_LENGTH, "bad output length: EIO");

    static final Map<Field, Meaning> ENTRY = Map.ofEntries(
            entry(CommandEntry.TYPE, value -> value == CommandEntry.TYPE_PCI ? "PCI command" : "unknown"),
            entry(CommandEntry.INPUT_LENGTH, Meaning.units("bytes")),
            entry(CommandEntry.INPUT_MAILBOX, value -> value == 0 ? "none" : ""),
            entry(CommandEntry.OUTPUT_MAILBOX, value -> value == 0 ? "none" : ""),
            entry(CommandEntry.OUTPUT_LENGTH, Meaning.units("bytes")),
            entry(CommandEntry.DELIVERY_STATUS, value -> DeliveryStatus.text((int) value)),
            entry(CommandEntry.OWNERSHIP, value -> value == 0 ? "software's: done" : "the device's"));

    static final Map<Field, Meaning> INPUT =
            Map.of(CommandInput.OPCODE, value -> name((int) value), CommandInput.OBJECT, Meaning.DECIMAL);
    static final Map<Field, Meaning> OUTPUT = Map.of(
            CommandOutput.STATUS,
            STATUS,
            CommandOutput.SYNDROME,
            value -> syndrome((int) value),
            CommandOutput.OBJECT,
            Meaning.DECIMAL);

    /** Fields of the frames around contexts. */
    static final Map<Field, Meaning> FRAME = Map.ofEntries(
            entry(CreateMkey.TRANSLATION_OCTOWORDS, Meaning.units("units of 16 bytes")),
            entry(
                    ModifyMkey.CHANGES,
                    new Bits()
                            .name(ModifyMkey.TRANSLATION, "translation")
                            .name(ModifyMkey.PD, "PD")
                            .name(ModifyMkey.ACCESS, "access")),
            entry(
                    CreateQp.OPTIONAL,
                    new Bits()
                            .name(QpOptional.REMOTE_READ, "remote read")
                            .name(QpOptional.REMOTE_ATOMIC, "remote atomic")
                            .name(QpOptional.REMOTE_WRITE, "remote write")
                            .name(QpOptional.PKEY_INDEX, "P_Key index")
                            .name(QpOptional.RNR_TIMER, "RNR timer")),
            entry(ModifyCq.SELECT, new Bits().name(ModifyCq.PERIOD, "period").name(ModifyCq.MAX_COUNT, "count")));

    static final Map<Field, Meaning> CQC = Map.of(
            Cqc.LOG_ENTRIES,
            Meaning.log2("entries"),
            Cqc.STATUS,
            value -> value == Cqc.STATUS_OVERRUN ? "overrun" : "",
            Cqc.PERIOD,
            value -> value == 0 ? "" : "us");

    static final Map<Field, Meaning> EQC = Map.of(Eqc.LOG_ENTRIES, Meaning.log2("entries"));

    private CommandMeanings() {}

    static String name(int code) {
        @Nullable CommandOpcode opcode = CommandOpcode.of(code);
        return opcode == null ? "unknown" : opcode.name();
    }

    private static String syndrome(int code) {
        @Nullable CommandSyndrome syndrome = CommandSyndrome.of(code);
        return syndrome == null ? "not of our device" : syndrome.text();
    }
}
