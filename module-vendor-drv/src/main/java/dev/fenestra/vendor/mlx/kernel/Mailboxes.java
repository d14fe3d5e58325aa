package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Mailbox blocks in kernel memory. They are kept for the next command; a chain always takes the first blocks of the
 * list.
 */
final class Mailboxes {
    private static final int PAGE_BYTES = 4096;
    private static final int SPACING = 2 * MailboxBlock.ALIGNMENT;

    private final KernelServices services;
    private final List<KernelBuffer> blocks = new ArrayList<>();

    Mailboxes(KernelServices services) {
        this.services = services;
    }

    /** Links blocks into a chain of a command and returns the bus address of its first; 0 for an empty chain. */
    long chain(int first, int count) {
        while (blocks.size() < first + count) {
            grow();
        }
        for (int i = 0; i < count; i++) {
            KernelBuffer block = blocks.get(first + i);
            long next = i + 1 < count ? blocks.get(first + i + 1).busAddress() : 0;
            MailboxBlock.NEXT.setLong(block.segment(), block.offset(), next);
            MailboxBlock.BLOCK_NUMBER.set(block.segment(), block.offset(), i);
        }
        return count == 0 ? 0 : blocks.get(first).busAddress();
    }

    /**
     * Writes the token of the first blocks and, when signatures are on, their signatures. The blocks must not be
     * written after that.
     */
    void seal(int count, int token, boolean signed) {
        for (int i = 0; i < count; i++) {
            KernelBuffer block = blocks.get(i);
            MailboxBlock.TOKEN.word(block.segment(), block.offset(), MailboxBlock.TOKEN.insert(token));
            if (signed) {
                CommandSignature.signBlock(block.segment(), block.offset());
            }
        }
    }

    /** Whether the output blocks of the device carry a token. */
    boolean carry(int token, int first, int count) {
        return blocks.subList(first, first + count).stream()
                .allMatch(block -> MailboxBlock.TOKEN.get(block.segment(), block.offset()) == token);
    }

    /** Whether the signatures of the output blocks of the device are right. */
    boolean areRight(int first, int count) {
        return blocks.subList(first, first + count).stream()
                .allMatch(block -> CommandSignature.isBlockRight(block.segment(), block.offset()));
    }

    private void grow() {
        KernelBuffer page = services.allocate(PAGE_BYTES);
        page.segment().asSlice(page.offset(), PAGE_BYTES).fill((byte) 0);
        for (int at = 0; at < PAGE_BYTES; at += SPACING) {
            blocks.add(
                    new KernelBuffer(page.segment(), page.offset() + at, page.busAddress() + at, MailboxBlock.BYTES));
        }
    }

    void write(int first, MemorySegment data, long bytes) {
        for (long at = CommandEntry.INLINE_BYTES; at < bytes; at += MailboxBlock.DATA_BYTES) {
            KernelBuffer block = blocks.get(first++);
            long part = Math.min(MailboxBlock.DATA_BYTES, bytes - at);
            MemorySegment.copy(data, at, block.segment(), block.offset(), part);
        }
    }

    void read(int first, MemorySegment data, long bytes) {
        for (long at = CommandEntry.INLINE_BYTES; at < bytes; at += MailboxBlock.DATA_BYTES) {
            KernelBuffer block = blocks.get(first++);
            long part = Math.min(MailboxBlock.DATA_BYTES, bytes - at);
            MemorySegment.copy(block.segment(), block.offset(), data, at, part);
        }
    }
}
