package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The input and output of the command being executed, each in one piece. They are gathered from mailboxes and scattered
 * to them.
 */
final class CommandBuffers {
    private static final int SMALLEST = 16 * 1024;

    private final Arena arena;
    private final DmaBus bus;
    private MemorySegment input;
    private MemorySegment output;
    private int inputLength;
    private int outputLength;

    CommandBuffers(Arena arena, DmaBus bus) {
        this.arena = arena;
        this.bus = bus;
        input = arena.allocate(SMALLEST, Long.BYTES);
        output = arena.allocate(SMALLEST, Long.BYTES);
    }

    MemorySegment input() {
        return input;
    }

    MemorySegment output() {
        return output;
    }

    int inputLength() {
        return inputLength;
    }

    int outputLength() {
        return outputLength;
    }

    /** {@return number of the object that the command is about} */
    int object() {
        return CommandInput.OBJECT.get(input, 0);
    }

    /** Reports the number of the object that was created. */
    void object(int number) {
        CommandOutput.OBJECT.set(output, 0, number);
    }

    /** Reads the input of a checked entry, and makes room for its output. */
    void gather(MemorySegment entry, long base) {
        inputLength = CommandEntry.INPUT_LENGTH.get(entry, base);
        outputLength = CommandEntry.OUTPUT_LENGTH.get(entry, base);
        input = atLeast(input, inputLength);
        output = atLeast(output, outputLength);
        output.asSlice(0, outputLength).fill((byte) 0);
        MemorySegment.copy(entry, base + CommandEntry.INPUT_OFFSET, input, 0, CommandEntry.INLINE_BYTES);
        long mailbox = CommandEntry.INPUT_MAILBOX.getLong(entry, base);
        for (int at = CommandEntry.INLINE_BYTES; at < inputLength; at += MailboxBlock.DATA_BYTES) {
            MemorySegment block = bus.segment(mailbox);
            long blockBase = bus.offset(mailbox);
            MemorySegment.copy(block, blockBase, input, at, Math.min(MailboxBlock.DATA_BYTES, inputLength - at));
            mailbox = MailboxBlock.NEXT.getLong(block, blockBase);
        }
    }

    /** Makes room for a command from inside the device: an input and an output of zeros. */
    void prepare(int newInputLength, int newOutputLength) {
        inputLength = newInputLength;
        outputLength = newOutputLength;
        input = atLeast(input, inputLength);
        output = atLeast(output, outputLength);
        input.asSlice(0, inputLength).fill((byte) 0);
        output.asSlice(0, outputLength).fill((byte) 0);
    }

    /** Writes the output to a checked entry and to its mailboxes. */
    void scatter(MemorySegment entry, long base, boolean signed) {
        MemorySegment.copy(output, 0, entry, base + CommandEntry.OUTPUT_OFFSET, CommandEntry.INLINE_BYTES);
        long mailbox = CommandEntry.OUTPUT_MAILBOX.getLong(entry, base);
        for (int at = CommandEntry.INLINE_BYTES; at < outputLength; at += MailboxBlock.DATA_BYTES) {
            MemorySegment block = bus.segment(mailbox);
            long blockBase = bus.offset(mailbox);
            MemorySegment.copy(output, at, block, blockBase, Math.min(MailboxBlock.DATA_BYTES, outputLength - at));
            if (signed) {
                CommandSignature.signBlock(block, blockBase);
            }
            mailbox = MailboxBlock.NEXT.getLong(block, blockBase);
        }
    }

    private MemorySegment atLeast(MemorySegment buffer, int bytes) {
        return buffer.byteSize() >= bytes ? buffer : arena.allocate(Math.max(bytes, 2 * buffer.byteSize()), Long.BYTES);
    }
}
