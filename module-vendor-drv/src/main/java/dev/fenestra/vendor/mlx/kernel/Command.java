package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;

/** One command. Its input and its output lie in one piece of memory. */
final class Command implements AutoCloseable {
    private static final int BAD_SYSTEM_STATE = 0x04;
    private static final int NOT_READY = 0x07;

    private final CommandOpcode opcode;
    private final CommandMemory memory;
    private final MemorySegment piece;
    private final MemorySegment in;
    private final MemorySegment out;

    /**
     * @param memory lends the piece until {@link #close}
     * @param inputBytes of the whole input, at least {@link CommandInput#BYTES}
     * @param outputBytes of the whole output, at least {@link CommandOutput#BYTES}
     */
    Command(CommandMemory memory, CommandOpcode opcode, long inputBytes, long outputBytes) {
        this.memory = memory;
        this.opcode = opcode;
        long outputAt = inputBytes + Long.BYTES - 1 & -Long.BYTES;
        piece = memory.take(outputAt + outputBytes);
        in = piece.asSlice(0, inputBytes);
        out = piece.asSlice(outputAt, outputBytes);
        CommandInput.OPCODE.set(in, 0, opcode.code());
    }

    CommandOpcode opcode() {
        return opcode;
    }

    MemorySegment in() {
        return in;
    }

    MemorySegment out() {
        return out;
    }

    long inputBytes() {
        return in.byteSize();
    }

    long outputBytes() {
        return out.byteSize();
    }

    /** Sets the number of the command's object. */
    Command about(int object) {
        CommandInput.OBJECT.set(in, 0, object);
        return this;
    }

    /** The number of the created object. */
    int created() {
        return CommandOutput.OBJECT.get(out, 0);
    }

    int status() {
        return CommandOutput.STATUS.get(out, 0);
    }

    /** Whether the device refused it because its translation table is full. */
    boolean lacksTranslations() {
        return CommandOutput.SYNDROME.get(out, 0) == CommandSyndrome.MKEY_TRANSLATIONS.number();
    }

    void checkStatus() {
        int status = status();
        if (status != CommandStatus.OK) {
            throw new VerbsException(
                    broken(status), String.format("%s ended with status 0x%02x%s", opcode, status, syndrome()));
        }
    }

    /** The device's reason, in a form that follows the status in a message. */
    private String syndrome() {
        int number = CommandOutput.SYNDROME.get(out, 0);
        CommandSyndrome known = CommandSyndrome.of(number);
        if (known == CommandSyndrome.NONE) {
            return "";
        }
        return String.format(", syndrome 0x%08x: %s", number, known == null ? "unknown" : known.text());
    }

    /** The rule that a status says is broken; its errno is the one to which the kernel driver maps the status. */
    private static MlxRule broken(int status) {
        return switch (status) {
            case CommandStatus.INTERNAL,
                    BAD_SYSTEM_STATE,
                    NOT_READY,
                    CommandStatus.BAD_INPUT_LENGTH,
                    CommandStatus.BAD_OUTPUT_LENGTH -> MlxRule.COMMAND_READY;
            case CommandStatus.RESOURCE_BUSY -> MlxRule.COMMAND_UNUSED;
            case CommandStatus.LIMIT_EXCEEDED -> MlxRule.COMMAND_LIMIT;
            case CommandStatus.NO_RESOURCES -> MlxRule.COMMAND_RESOURCES;
            default -> MlxRule.COMMAND;
        };
    }

    @Override
    public void close() {
        memory.give(piece);
    }
}
