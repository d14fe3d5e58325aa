package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Issues commands as raw entries and mailboxes, one at a time, in slot 0. */
public final class RawCommands {
    private static final int BLOCK_SPACING = 1024;
    private static final int LOG_STRIDE = 6;

    private final RawMemory memory;
    private final Hca hca;
    private final Fabric fabric;
    private final long queue;
    private final List<Long> inputBlocks = new ArrayList<>();
    private final List<Long> outputBlocks = new ArrayList<>();
    private long nextBlock;
    private int blocksLeft;
    private int token;

    RawCommands(RawMemory memory, Hca hca, Fabric fabric) {
        this.memory = memory;
        this.hca = hca;
        this.fabric = fabric;
        queue = memory.page();
        hca.writeInitSegment(InitSegment.COMMAND_QUEUE_HIGH.offset(), (int) (queue >>> 32));
        hca.writeInitSegment(InitSegment.COMMAND_QUEUE_LOW.offset(), (int) queue | LOG_STRIDE);
    }

    /** A command's input: zeroes but for the opcode and the object's number. */
    public static MemorySegment input(CommandOpcode opcode, int object, int bytes) {
        MemorySegment in = Arena.ofAuto().allocate(bytes, Long.BYTES);
        CommandInput.OPCODE.set(in, 0, opcode.code());
        CommandInput.OBJECT.set(in, 0, object);
        return in;
    }

    public Reply execute(CommandOpcode opcode, int object) {
        return execute(input(opcode, object, CommandInput.BYTES), CommandOutput.BYTES);
    }

    public Reply execute(MemorySegment in, int outputBytes) {
        prepare(in, outputBytes);
        return ring(outputBytes);
    }

    /** Lays the entry and its mailboxes out without ringing, so that a test may spoil them. */
    public void prepare(MemorySegment in, int outputBytes) {
        MemorySegment entry = entry();
        long base = entryOffset();
        entry.asSlice(base, CommandEntry.BYTES).fill((byte) 0);
        CommandEntry.TYPE.set(entry, base, CommandEntry.TYPE_PCI);
        CommandEntry.INPUT_LENGTH.set(entry, base, (int) in.byteSize());
        CommandEntry.OUTPUT_LENGTH.set(entry, base, outputBytes);
        int inline = (int) Math.min(CommandEntry.INLINE_BYTES, in.byteSize());
        MemorySegment.copy(in, 0, entry, base + CommandEntry.INPUT_OFFSET, inline);
        token = token % 0xff + 1;
        CommandEntry.TOKEN.set(entry, base, token);
        CommandEntry.INPUT_MAILBOX.setLong(entry, base, chain(inputBlocks, (int) in.byteSize()));
        CommandEntry.OUTPUT_MAILBOX.setLong(entry, base, chain(outputBlocks, outputBytes));
        for (int i = 0, at = inline; at < in.byteSize(); i++, at += MailboxBlock.DATA_BYTES) {
            long block = inputBlocks.get(i);
            int part = (int) Math.min(MailboxBlock.DATA_BYTES, in.byteSize() - at);
            MemorySegment.copy(in, at, memory.segment(block), memory.offset(block), part);
        }
        CommandEntry.OWNERSHIP.set(entry, base, 1);
    }

    private long chain(List<Long> blocks, int bytes) {
        int needed = MailboxBlock.blocksFor(bytes);
        while (blocks.size() < needed) {
            long block = freshBlock();
            if (!blocks.isEmpty()) {
                long last = blocks.getLast();
                MailboxBlock.NEXT.setLong(memory.segment(last), memory.offset(last), block);
            }
            blocks.add(block);
        }
        for (int i = 0; i < needed; i++) {
            MemorySegment block = memory.segment(blocks.get(i));
            MailboxBlock.BLOCK_NUMBER.set(block, memory.offset(blocks.get(i)), i);
            MailboxBlock.TOKEN.word(block, memory.offset(blocks.get(i)), MailboxBlock.TOKEN.insert(token));
        }
        return needed > 0 ? blocks.getFirst() : 0;
    }

    /** Signs what was prepared, as it is now. */
    public void sign() {
        for (long block : mailboxes()) {
            CommandSignature.signBlock(memory.segment(block), memory.offset(block));
        }
        int word = CommandSignature.signed(entry(), entryOffset(), CommandEntry.TOKEN.word(entry(), entryOffset()));
        CommandEntry.TOKEN.word(entry(), entryOffset(), word);
    }

    /** Bus addresses of the mailboxes of the entry that was prepared, its input's before its output's. */
    public List<Long> mailboxes() {
        List<Long> used = new ArrayList<>(
                inputBlocks.subList(0, MailboxBlock.blocksFor(CommandEntry.INPUT_LENGTH.get(entry(), entryOffset()))));
        used.addAll(outputBlocks.subList(
                0, MailboxBlock.blocksFor(CommandEntry.OUTPUT_LENGTH.get(entry(), entryOffset()))));
        return used;
    }

    private long freshBlock() {
        if (blocksLeft == 0) {
            nextBlock = memory.page();
            blocksLeft = RawMemory.PAGE / BLOCK_SPACING;
        }
        blocksLeft--;
        long block = nextBlock;
        nextBlock += BLOCK_SPACING;
        return block;
    }

    /** Rings for the entry that was prepared and reads the answer. */
    public Reply ring(int outputBytes) {
        hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), 1);
        fabric.progress();
        MemorySegment entry = entry();
        long base = entryOffset();
        if (CommandEntry.OWNERSHIP.isSet(entry, base)) {
            throw new AssertionError("the device did not give the command entry back");
        }
        MemorySegment out = Arena.ofAuto().allocate(Math.max(outputBytes, CommandOutput.BYTES), Long.BYTES);
        MemorySegment.copy(entry, base + CommandEntry.OUTPUT_OFFSET, out, 0, CommandEntry.INLINE_BYTES);
        for (int i = 0, at = CommandEntry.INLINE_BYTES; at < outputBytes; i++, at += MailboxBlock.DATA_BYTES) {
            long block = outputBlocks.get(i);
            int part = Math.min(MailboxBlock.DATA_BYTES, outputBytes - at);
            MemorySegment.copy(memory.segment(block), memory.offset(block), out, at, part);
        }
        return new Reply(
                CommandEntry.DELIVERY_STATUS.get(entry, base),
                CommandOutput.STATUS.get(out, 0),
                CommandOutput.SYNDROME.get(out, 0),
                CommandOutput.OBJECT.get(out, 0),
                CommandOutput.TAG.get(out, 0),
                out);
    }

    /** Bus address of the command queue. */
    public long queue() {
        return queue;
    }

    public MemorySegment entry() {
        return memory.segment(queue);
    }

    public long entryOffset() {
        return memory.offset(queue);
    }
}
