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

    /** Reads the input of an entry; a delivery status. */
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
        return chain(CommandEntry.INPUT_MAILBOX.getLong(entry, base), input, inputLength, false)
                ? DeliveryStatus.OK
                : DeliveryStatus.INPUT_POINTER;
    }

    /** Writes the output to an entry; a delivery status. */
    int scatter(MemorySegment entry, long base) {
        MemorySegment.copy(output, 0, entry, base + CommandEntry.OUTPUT_OFFSET, CommandEntry.INLINE_BYTES);
        return chain(CommandEntry.OUTPUT_MAILBOX.getLong(entry, base), output, outputLength, true)
                ? DeliveryStatus.OK
                : DeliveryStatus.OUTPUT_POINTER;
    }

    private boolean chain(long firstMailbox, MemorySegment buffer, int length, boolean toMailboxes) {
        long mailbox = firstMailbox;
        for (int at = CommandEntry.INLINE_BYTES; at < length; at += MailboxBlock.DATA_BYTES) {
            boolean aligned = (mailbox & MailboxBlock.ALIGNMENT - 1) == 0;
            if (!aligned || bus.valid(mailbox) < MailboxBlock.BYTES) {
                return false;
            }
            MemorySegment block = bus.segment(mailbox);
            long base = bus.offset(mailbox);
            int part = Math.min(MailboxBlock.DATA_BYTES, length - at);
            if (toMailboxes) {
                MemorySegment.copy(buffer, at, block, base, part);
            } else {
                MemorySegment.copy(block, base, buffer, at, part);
            }
            mailbox = MailboxBlock.NEXT.getLong(block, base);
        }
        return true;
    }

    private MemorySegment atLeast(MemorySegment buffer, int bytes) {
        return buffer.byteSize() >= bytes ? buffer : arena.allocate(Math.max(bytes, 2 * buffer.byteSize()), Long.BYTES);
    }
}
