package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.DeliveryStatus;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import java.lang.foreign.MemorySegment;

/**
 * Checks whether a command arrived intact: its entry first, then each mailbox block of its input and of its output. It
 * remembers whether the queue is signed ({@link CommandSignature}).
 */
final class DeliveryCheck {
    private static final int MAX_LENGTH = 1 << 28;

    private final DmaBus bus;
    private volatile boolean isQueueSigned;

    DeliveryCheck(DmaBus bus) {
        this.bus = bus;
    }

    /** Starts again for another command queue. */
    void forgetQueue() {
        isQueueSigned = false;
    }

    /** {@return whether an entry with this last word must be signed, and its answer as well} */
    boolean isSigned(int lastWord) {
        return isQueueSigned || CommandEntry.SIGNATURE.extract(lastWord) != 0;
    }

    /** {@return the delivery status of an entry} Unless it is OK, nothing has changed. */
    int check(MemorySegment entry, long base, int lastWord) {
        boolean signed = isSigned(lastWord);
        if (signed && !CommandSignature.isRight(entry, base, lastWord)) {
            return DeliveryStatus.SIGNATURE;
        }
        int status = checkEntry(entry, base, lastWord);
        if (status == DeliveryStatus.OK) {
            status = checkInput(entry, base, signed);
        }
        if (status == DeliveryStatus.OK) {
            status = checkOutput(entry, base, signed);
        }
        if (status == DeliveryStatus.OK && signed) {
            isQueueSigned = true;
        }
        return status;
    }

    private static int checkEntry(MemorySegment entry, long base, int lastWord) {
        if (CommandEntry.TYPE.get(entry, base) != CommandEntry.TYPE_PCI) {
            return DeliveryStatus.DESCRIPTOR;
        }
        if (!CommandEntry.isReservedClear(entry, base, lastWord)) {
            return DeliveryStatus.RESERVED;
        }
        if (CommandEntry.TOKEN.extract(lastWord) == 0) {
            return DeliveryStatus.TOKEN;
        }
        if (!isLength(CommandEntry.INPUT_LENGTH.get(entry, base), CommandInput.BYTES)) {
            return DeliveryStatus.INPUT_LENGTH;
        }
        return isLength(CommandEntry.OUTPUT_LENGTH.get(entry, base), CommandOutput.BYTES)
                ? DeliveryStatus.OK
                : DeliveryStatus.OUTPUT_LENGTH;
    }

    private static boolean isLength(int length, int least) {
        return length >= least && length <= MAX_LENGTH;
    }

    private int checkInput(MemorySegment entry, long base, boolean signed) {
        int blocks = MailboxBlock.blocksFor(CommandEntry.INPUT_LENGTH.get(entry, base));
        int token = CommandEntry.TOKEN.get(entry, base);
        long first = CommandEntry.INPUT_MAILBOX.getLong(entry, base);
        return checkChain(first, blocks, token, signed, DeliveryStatus.INPUT_POINTER);
    }

    private int checkOutput(MemorySegment entry, long base, boolean signed) {
        int blocks = MailboxBlock.blocksFor(CommandEntry.OUTPUT_LENGTH.get(entry, base));
        int token = CommandEntry.TOKEN.get(entry, base);
        long first = CommandEntry.OUTPUT_MAILBOX.getLong(entry, base);
        return checkChain(first, blocks, token, signed, DeliveryStatus.OUTPUT_POINTER);
    }

    /** Checks a chain as far as the length needs it. A block that is not mapped gives {@code badPointer}. */
    private int checkChain(long first, int blocks, int token, boolean signed, int badPointer) {
        long mailbox = first;
        for (int number = 0; number < blocks; number++) {
            boolean isAligned = (mailbox & MailboxBlock.ALIGNMENT - 1) == 0;
            if (!isAligned || bus.valid(mailbox) < MailboxBlock.BYTES) {
                return badPointer;
            }
            MemorySegment block = bus.segment(mailbox);
            long base = bus.offset(mailbox);
            if (signed && !CommandSignature.isBlockRight(block, base)) {
                return DeliveryStatus.SIGNATURE;
            }
            int status = checkBlock(block, base, number, token);
            if (status != DeliveryStatus.OK) {
                return status;
            }
            mailbox = MailboxBlock.NEXT.getLong(block, base);
        }
        return DeliveryStatus.OK;
    }

    private static int checkBlock(MemorySegment block, long base, int number, int token) {
        if (MailboxBlock.TOKEN.get(block, base) != token) {
            return DeliveryStatus.TOKEN;
        }
        if (MailboxBlock.BLOCK_NUMBER.get(block, base) != number) {
            return DeliveryStatus.BLOCK_NUMBER;
        }
        return MailboxBlock.isReservedClear(block, base) ? DeliveryStatus.OK : DeliveryStatus.RESERVED;
    }
}
