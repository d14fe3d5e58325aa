package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.engine.Engine;
import dev.fenestra.hw.sim.manual.BoundWindows;
import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.CommandOutput;
import dev.fenestra.hw.sim.manual.CommandStatus;
import dev.fenestra.hw.sim.manual.CreateMkey;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.MttEntry;
import dev.fenestra.hw.sim.table.KeyPool;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** Commands about keys: regions and windows come and go here; binding them is work of the send queue. */
final class MkeyCommands {
    private static final int PAGE_SHIFT = 12;
    private static final long MAX_PAGES = 1 << 28;
    private static final int MTT_PER_OCTOWORD = 2;

    private final Engine engine;
    private final DmaBus bus;
    private final MptTable mpt;
    private final MttTable mtt;
    private final Numbers numbers;
    private final KeyPool keys;

    MkeyCommands(Engine engine, DmaBus bus, MptTable mpt, MttTable mtt, Numbers numbers) {
        this.engine = engine;
        this.bus = bus;
        this.mpt = mpt;
        this.mtt = mtt;
        this.numbers = numbers;
        keys = new KeyPool(mpt.capacity(), engine.config().keys());
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_MKEY, this::create);
        handlers.put(CommandOpcode.DESTROY_MKEY, this::destroy);
        handlers.put(CommandOpcode.QUERY_BOUND_WINDOWS, this::queryBoundWindows);
    }

    private int create(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateMkey.BYTES) {
            return CommandStatus.BAD_INPUT_LENGTH;
        }
        MemorySegment in = buffers.input();
        if (!numbers.pds.isAlive(MkeyContext.PD.get(in, CreateMkey.MKEY_OFFSET))) {
            return CommandStatus.BAD_RESOURCE;
        }
        return switch (MkeyContext.OBJECT_CLASS.get(in, CreateMkey.MKEY_OFFSET)) {
            case MkeyContext.CLASS_MR -> createRegion(buffers);
            case MkeyContext.CLASS_MW_TYPE_1, MkeyContext.CLASS_MW_TYPE_2 -> createWindow(buffers);
            default -> CommandStatus.BAD_PARAMETER;
        };
    }

    private int createRegion(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        long start = MkeyContext.START_ADDRESS.getLong(in, CreateMkey.MKEY_OFFSET);
        long length = MkeyContext.LENGTH.getLong(in, CreateMkey.MKEY_OFFSET);
        long pages = pages(start, length);
        if (length <= 0 || pages <= 0 || pages > MAX_PAGES || !holdsPages(buffers, pages)) {
            return CommandStatus.BAD_PARAMETER;
        }
        for (int i = 0; i < pages; i++) {
            if (bus.valid(page(in, i) & MttEntry.ADDRESS_MASK) < 1 << PAGE_SHIFT) {
                return CommandStatus.BAD_PARAMETER;
            }
        }
        int first = mtt.allocate((int) pages);
        if (first == MttTable.NO_ROOM) {
            return CommandStatus.LIMIT_EXCEEDED;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            mtt.free(first, (int) pages);
            return CommandStatus.LIMIT_EXCEEDED;
        }
        translate(in, first, (int) pages);
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MptEntry.TRANSLATION.set(memory, entry, first);
        MptEntry.BASE.setLong(memory, entry, CreateMkey.LEDGER.getLong(in, 0));
        return CommandStatus.OK;
    }

    private void translate(MemorySegment in, int first, int pages) {
        for (int i = 0; i < pages; i++) {
            mtt.write(first + i, page(in, i));
        }
        engine.watch.counters().mttWritten += pages;
        engine.watch.translationsWritten(pages);
    }

    private static long pages(long start, long length) {
        long inFirstPage = start & (1 << PAGE_SHIFT) - 1;
        return inFirstPage + length + (1 << PAGE_SHIFT) - 1 >>> PAGE_SHIFT;
    }

    private static boolean holdsPages(CommandBuffers buffers, long pages) {
        long listed = CreateMkey.TRANSLATION_OCTOWORDS.getLong(buffers.input(), 0) * MTT_PER_OCTOWORD;
        return listed >= pages
                && buffers.inputLength() >= CreateMkey.LIST_OFFSET + pages * MttEntry.BYTES
                && MkeyContext.LOG_PAGE_SIZE.get(buffers.input(), CreateMkey.MKEY_OFFSET) == PAGE_SHIFT;
    }

    private static long page(MemorySegment in, int i) {
        return MttEntry.VALUE.getLong(in, CreateMkey.LIST_OFFSET + (long) i * MttEntry.BYTES);
    }

    private int createWindow(CommandBuffers buffers) {
        if (!engine.config().windows()) {
            return CommandStatus.BAD_PARAMETER;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            return CommandStatus.LIMIT_EXCEEDED;
        }
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MkeyContext.FREE.set(memory, entry, 1);
        MkeyContext.QPN.set(memory, entry, MkeyContext.ANY_QPN);
        MptEntry.LAST_TAG.set(memory, entry, MkeyContext.TAG.get(memory, entry));
        return CommandStatus.OK;
    }

    /** Makes the entry of a new key from the context in the command. */
    private MemorySegment enter(CommandBuffers buffers, int index) {
        MemorySegment in = buffers.input();
        boolean choose = MkeyContext.CHOOSE_TAG.isSet(in, CreateMkey.MKEY_OFFSET);
        int tag = choose ? keys.tagFor(index) : MkeyContext.TAG.get(in, CreateMkey.MKEY_OFFSET);
        mpt.clear(index);
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        MemorySegment.copy(in, CreateMkey.MKEY_OFFSET, memory, entry, MkeyContext.BYTES);
        MkeyContext.TAG.set(memory, entry, tag);
        MkeyContext.CHOOSE_TAG.set(memory, entry, 0);
        MptEntry.LAST_TAG.set(memory, entry, 0);
        MptEntry.BOUND_COUNT.set(memory, entry, 0);
        MptEntry.ALIVE.set(memory, entry, 1);
        buffers.object(index);
        CommandOutput.TAG.set(buffers.output(), 0, tag);
        engine.watch.keyChanged(KeyChange.CREATED, index << 8 | tag);
        return memory;
    }

    private int destroy(CommandBuffers buffers) {
        int index = buffers.object();
        if (!isAlive(index)) {
            return CommandStatus.BAD_RESOURCE;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int tag = lastTag(memory, entry);
        if (MkeyContext.OBJECT_CLASS.get(memory, entry) == MkeyContext.CLASS_MR) {
            int bound = MptEntry.BOUND_COUNT.get(memory, entry);
            if (bound != 0) {
                String values = String.format("region 0x%06x:%02x has %d windows", index, tag, bound);
                engine.watch.refused(HcaRule.D1, 0, values);
                return CommandStatus.RESOURCE_BUSY;
            }
            long pages =
                    pages(MkeyContext.START_ADDRESS.getLong(memory, entry), MkeyContext.LENGTH.getLong(memory, entry));
            mtt.free(MptEntry.TRANSLATION.get(memory, entry), (int) pages);
        } else {
            engine.windows.release(memory, entry);
        }
        mpt.clear(index);
        keys.free(index, tag);
        engine.watch.keyChanged(KeyChange.DESTROYED, index << 8 | tag);
        return CommandStatus.OK;
    }

    private static int lastTag(MemorySegment memory, long entry) {
        boolean freeType2 = MkeyContext.OBJECT_CLASS.get(memory, entry) == MkeyContext.CLASS_MW_TYPE_2
                && MkeyContext.FREE.isSet(memory, entry);
        return freeType2 ? MptEntry.LAST_TAG.get(memory, entry) : MkeyContext.TAG.get(memory, entry);
    }

    private int queryBoundWindows(CommandBuffers buffers) {
        int region = buffers.object();
        if (!isAlive(region)) {
            return CommandStatus.BAD_RESOURCE;
        }
        int room = (buffers.outputLength() - BoundWindows.LIST_OFFSET) / BoundWindows.ENTRY_BYTES;
        int found = 0;
        for (int index = 0; index < mpt.capacity() && found < room; index++) {
            if (isAlive(index) && isBoundTo(index, region)) {
                report(buffers.output(), found++, index);
            }
        }
        BoundWindows.COUNT.set(buffers.output(), 0, found);
        return CommandStatus.OK;
    }

    private boolean isBoundTo(int index, int region) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        return MkeyContext.OBJECT_CLASS.get(memory, entry) != MkeyContext.CLASS_MR
                && !MkeyContext.FREE.isSet(memory, entry)
                && MptEntry.TRANSLATION.get(memory, entry) >>> 8 == region;
    }

    private void report(MemorySegment out, int place, int index) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        long at = BoundWindows.LIST_OFFSET + (long) place * BoundWindows.ENTRY_BYTES;
        BoundWindows.RKEY.set(out, at, index << 8 | MkeyContext.TAG.get(memory, entry));
        BoundWindows.QPN.set(out, at, MkeyContext.QPN.get(memory, entry));
    }

    private boolean isAlive(int index) {
        return mpt.isBacked(index) && MptEntry.ALIVE.isSet(mpt.segment(index), mpt.offset(index));
    }
}
