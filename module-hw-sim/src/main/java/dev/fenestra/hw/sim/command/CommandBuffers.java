package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.manual.CommandEntry;
import dev.fenestra.hw.sim.manual.CommandInput;
import dev.fenestra.hw.sim.manual.CommandOutput;
import dev.fenestra.hw.sim.manual.DeliveryStatus;
import dev.fenestra.hw.sim.manual.MailboxBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The input and output of the command being executed, each in one piece; gathered from and scattered to mailboxes. */
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

    /** Number of the object the command is about. */
    int object() {
        return CommandInput.OBJECT.get(input, 0);
    }

    /** Tells the number of the object that was created. */
    void object(int number) {
        CommandOutput.OBJECT.set(output, 0, number);
    }

    /** Reads the input of an entry and looks at the way back for its output; a delivery status. */
    int gather(MemorySegment entry, long base) {
        inputLength = CommandEntry.INPUT_LENGTH.get(entry, base);
        outputLength = CommandEntry.OUTPUT_LENGTH.get(entry, base);
        if (inputLength < CommandInput.BYTES || inputLength > 1 << 28) {
            return DeliveryStatus.INPUT_LENGTH;
        }
        if (outputLength < CommandOutput.BYTES || outputLength > 1 << 28) {
            return DeliveryStatus.OUTPUT_LENGTH;
        }
        input = atLeast(input, inputLength);
        output = atLeast(output, outputLength);
        output.asSlice(0, outputLength).fill((byte) 0);
        MemorySegment.copy(entry, base + CommandEntry.INPUT_OFFSET, input, 0, CommandEntry.INLINE_BYTES);
        if (!chain(CommandEntry.INPUT_MAILBOX.getLong(entry, base), input, inputLength, Direction.FROM_HOST)) {
            return DeliveryStatus.INPUT_POINTER;
        }
        return chain(CommandEntry.OUTPUT_MAILBOX.getLong(entry, base), output, outputLength, Direction.LOOK_ONLY)
                ? DeliveryStatus.OK
                : DeliveryStatus.OUTPUT_POINTER;
    }

    /** Writes the output to an entry whose mailboxes were looked at before. */
    void scatter(MemorySegment entry, long base) {
        MemorySegment.copy(output, 0, entry, base + CommandEntry.OUTPUT_OFFSET, CommandEntry.INLINE_BYTES);
        chain(CommandEntry.OUTPUT_MAILBOX.getLong(entry, base), output, outputLength, Direction.TO_HOST);
    }

    /** What is done with the blocks of a chain. */
    private enum Direction {
        FROM_HOST,
        TO_HOST,
        LOOK_ONLY
    }

    /** Goes along a chain as far as the length needs; false when a block cannot be reached. */
    private boolean chain(long firstMailbox, MemorySegment buffer, int length, Direction direction) {
        long mailbox = firstMailbox;
        for (int at = CommandEntry.INLINE_BYTES; at < length; at += MailboxBlock.DATA_BYTES) {
            boolean aligned = (mailbox & MailboxBlock.ALIGNMENT - 1) == 0;
            if (!aligned || bus.valid(mailbox) < MailboxBlock.BYTES) {
                return false;
            }
            MemorySegment block = bus.segment(mailbox);
            long base = bus.offset(mailbox);
            int part = Math.min(MailboxBlock.DATA_BYTES, length - at);
            switch (direction) {
                case FROM_HOST -> MemorySegment.copy(block, base, buffer, at, part);
                case TO_HOST -> MemorySegment.copy(buffer, at, block, base, part);
                case LOOK_ONLY -> {
                    // The block is there; that is all that is asked.
                }
            }
            mailbox = MailboxBlock.NEXT.getLong(block, base);
        }
        return true;
    }

    private MemorySegment atLeast(MemorySegment buffer, int bytes) {
        return buffer.byteSize() >= bytes ? buffer : arena.allocate(Math.max(bytes, 2 * buffer.byteSize()), Long.BYTES);
    }
}
