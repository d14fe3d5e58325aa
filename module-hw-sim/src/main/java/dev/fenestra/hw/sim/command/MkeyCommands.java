package dev.fenestra.hw.sim.command;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.hw.sim.engine.Engine;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandOutput;
import dev.fenestra.hw.sim.prm.CommandSyndrome;
import dev.fenestra.hw.sim.prm.CreateMkey;
import dev.fenestra.hw.sim.prm.MkeyContext;
import dev.fenestra.hw.sim.table.DemandTable;
import dev.fenestra.hw.sim.table.KeyPool;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Commands by which keys come and go: regions, windows and indirect mkeys. Binding and configuring is work of the send
 * queue.
 */
final class MkeyCommands {
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
        new OnDemandCommands(engine, bus, mpt).register(handlers);
        handlers.put(CommandOpcode.MODIFY_MKEY, new RegionChange(engine, this, bus, mpt, numbers)::execute);
        new MkeyQueries(mpt).register(handlers);
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateMkey.BYTES) {
            return CommandSyndrome.MKEY_INPUT;
        }
        MemorySegment in = buffers.input();
        if (!numbers.pds.isAlive(MkeyContext.PD.get(in, CreateMkey.MKEY_OFFSET))) {
            return CommandSyndrome.MKEY_PD;
        }
        return switch (MkeyContext.OBJECT_CLASS.get(in, CreateMkey.MKEY_OFFSET)) {
            case MkeyContext.CLASS_MR -> createAnyRegion(buffers, CreateMkey.LEDGER.getLong(in, 0));
            case MkeyContext.CLASS_DEVICE_MEMORY -> createOnCard(buffers);
            case MkeyContext.CLASS_PAGES -> createPages(buffers, CreateMkey.LEDGER.getLong(in, 0));
            case MkeyContext.CLASS_MW_TYPE_1, MkeyContext.CLASS_MW_TYPE_2 -> createWindow(buffers);
            case MkeyContext.CLASS_INDIRECT -> createIndirect(buffers);
            default -> CommandSyndrome.MKEY_CLASS;
        };
    }

    private CommandSyndrome createAnyRegion(CommandBuffers buffers, long ledger) {
        if (MkeyContext.FAST.isSet(buffers.input(), CreateMkey.MKEY_OFFSET)) {
            return createFastRegion(buffers, ledger);
        }
        if (CreateMkey.SHARED_KEY.get(buffers.input(), 0) != 0) {
            return createShared(buffers, ledger);
        }
        return CreateMkey.PAGE_ACCESS.isSet(buffers.input(), 0)
                ? createOnDemand(buffers, ledger)
                : createRegion(buffers, ledger);
    }

    /** A region without pages; the host brings them when they are asked for. */
    private CommandSyndrome createOnDemand(CommandBuffers buffers, long ledger) {
        if (!engine.config().odp().present()) {
            return CommandSyndrome.MKEY_NO_ON_DEMAND;
        }
        CommandSyndrome refusal = new RegionPages(buffers).checkUnlisted();
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        if (!PageList.holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            return CommandSyndrome.MKEY_LIMIT;
        }
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MptEntry.TRANSLATION.set(memory, entry, engine.protection.demand.create(index));
        MptEntry.ENTRIES.set(memory, entry, 0);
        MptEntry.BASE.setLong(memory, entry, ledger);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome createRegion(CommandBuffers buffers, long ledger) {
        RegionPages pages = new RegionPages(buffers);
        CommandSyndrome refusal = pages.check(bus);
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        if (!PageList.holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        int first = mtt.allocate(pages.entries());
        if (first == MttTable.NO_ROOM) {
            return CommandSyndrome.MKEY_TRANSLATIONS;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            mtt.free(first, pages.entries());
            return CommandSyndrome.MKEY_LIMIT;
        }
        translate(pages, first);
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MptEntry.TRANSLATION.set(memory, entry, first);
        MptEntry.ENTRIES.set(memory, entry, pages.entries());
        MptEntry.BASE.setLong(memory, entry, ledger);
        return CommandSyndrome.NONE;
    }

    /** A region over the translation of another one: with a PD and rights of its own, but no pages to write. */
    private CommandSyndrome createShared(CommandBuffers buffers, long ledger) {
        MemorySegment in = buffers.input();
        int other = CreateMkey.SHARED_KEY.get(in, 0);
        if (!isShareable(other >>> 8) || !isLike(other, in)) {
            return CommandSyndrome.MKEY_SHARED;
        }
        if (!PageList.holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            return CommandSyndrome.MKEY_LIMIT;
        }
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MemorySegment otherMemory = mpt.segment(other >>> 8);
        long otherEntry = mpt.offset(other >>> 8);
        int first = MptEntry.TRANSLATION.get(otherMemory, otherEntry);
        mtt.share(first);
        MptEntry.TRANSLATION.set(memory, entry, first);
        MptEntry.ENTRIES.set(memory, entry, MptEntry.ENTRIES.get(otherMemory, otherEntry));
        MptEntry.BASE.setLong(memory, entry, ledger);
        return CommandSyndrome.NONE;
    }

    private boolean isShareable(int index) {
        return mpt.isAlive(index)
                && MkeyContext.OBJECT_CLASS.get(mpt.segment(index), mpt.offset(index)) == MkeyContext.CLASS_MR
                && !MkeyContext.FAST.isSet(mpt.segment(index), mpt.offset(index))
                && MptEntry.TRANSLATION.get(mpt.segment(index), mpt.offset(index)) >= 0;
    }

    /**
     * Whether a region of this key has the length, the page size and the place in the first page that a new one is to
     * have.
     */
    private boolean isLike(int key, MemorySegment in) {
        MemorySegment memory = mpt.segment(key >>> 8);
        long entry = mpt.offset(key >>> 8);
        long start = MkeyContext.START_ADDRESS.getLong(memory, entry);
        long wanted = MkeyContext.START_ADDRESS.getLong(in, CreateMkey.MKEY_OFFSET);
        int shift = MkeyContext.LOG_PAGE_SIZE.get(memory, entry);
        return MkeyContext.TAG.get(memory, entry) == (key & 0xff)
                && MkeyContext.LOG_PAGE_SIZE.get(in, CreateMkey.MKEY_OFFSET) == shift
                && ((start ^ wanted) & (1L << shift) - 1) == 0
                && MkeyContext.LENGTH.getLong(memory, entry) == MkeyContext.LENGTH.getLong(in, CreateMkey.MKEY_OFFSET);
    }

    boolean sharesTranslation(MemorySegment memory, long entry) {
        return mtt.isShared(MptEntry.TRANSLATION.get(memory, entry));
    }

    /** A region of the card's own memory: it needs no translation. */
    private CommandSyndrome createOnCard(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        long address = CreateMkey.DEVICE_ADDRESS.getLong(in, 0);
        if (!engine.protection.deviceMemory.covers(address, MkeyContext.LENGTH.getLong(in, CreateMkey.MKEY_OFFSET))) {
            return CommandSyndrome.MKEY_DEVICE_MEMORY;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            return CommandSyndrome.MKEY_LIMIT;
        }
        MemorySegment memory = enter(buffers, index);
        MptEntry.BASE.setLong(memory, mpt.offset(index), address);
        engine.protection.deviceMemory.count(address, 1);
        return CommandSyndrome.NONE;
    }

    /** Pinned pages for fast registrations: a region that begins on a page, under a key that opens nothing. */
    private CommandSyndrome createPages(CommandBuffers buffers, long ledger) {
        RegionPages pages = new RegionPages(buffers);
        boolean whole = ((pages.start() | pages.length()) & (1 << RegionPages.PAGE_SHIFT) - 1) == 0;
        if (pages.shift() != RegionPages.PAGE_SHIFT) {
            return CommandSyndrome.MKEY_PAGE_SIZE;
        }
        return whole ? createRegion(buffers, ledger) : CommandSyndrome.MKEY_WHOLE_PAGES;
    }

    /** A region without memory, but with room for the translations of so many pages. */
    private CommandSyndrome createFastRegion(CommandBuffers buffers, long ledger) {
        MemorySegment in = buffers.input();
        long octowords = MkeyContext.TRANSLATION_OCTOWORDS.getLong(in, CreateMkey.MKEY_OFFSET);
        if (octowords < 1
                || octowords * MttTable.PER_OCTOWORD
                        > engine.config().limits().mkeys().maxFastPages()) {
            return CommandSyndrome.MKEY_FAST_PAGES;
        }
        if (!PageList.holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        int entries = (int) octowords * MttTable.PER_OCTOWORD;
        int first = mtt.allocate(entries);
        if (first == MttTable.NO_ROOM) {
            return CommandSyndrome.MKEY_TRANSLATIONS;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            mtt.free(first, entries);
            return CommandSyndrome.MKEY_LIMIT;
        }
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MkeyContext.FREE.word(memory, entry, MkeyContext.FREE.insert(1) | MkeyContext.LOCAL_READ.insert(1));
        MkeyContext.LOG_PAGE_SIZE.set(memory, entry, RegionPages.PAGE_SHIFT);
        MptEntry.UNREGISTERED.set(memory, entry, 1);
        MptEntry.TRANSLATION.set(memory, entry, first);
        MptEntry.ENTRIES.set(memory, entry, entries);
        MptEntry.BASE.setLong(memory, entry, ledger);
        return CommandSyndrome.NONE;
    }

    void translate(RegionPages pages, int first) {
        for (int i = 0; i < pages.count(); i++) {
            mtt.write(first + i, pages.translation(i));
        }
        engine.watch.counters().mttWritten += pages.count();
        engine.watch.translationsWritten(pages.count());
    }

    private CommandSyndrome createWindow(CommandBuffers buffers) {
        if (engine.config().windows() == WindowSupport.NONE) {
            return CommandSyndrome.MKEY_NO_WINDOWS;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            return CommandSyndrome.MKEY_LIMIT;
        }
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MkeyContext.FREE.set(memory, entry, 1);
        MkeyContext.QPN.set(memory, entry, MkeyContext.ANY_QPN);
        MptEntry.LAST_TAG.set(memory, entry, MkeyContext.TAG.get(memory, entry));
        return CommandSyndrome.NONE;
    }

    /**
     * An mkey whose memory is a list of KLMs. The list is written by UMR; it lies in the translation table, two entries
     * to a KLM.
     */
    private CommandSyndrome createIndirect(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        long octowords = MkeyContext.TRANSLATION_OCTOWORDS.getLong(in, CreateMkey.MKEY_OFFSET);
        boolean isList = MkeyContext.ACCESS_MODE.get(in, CreateMkey.MKEY_OFFSET) == MkeyContext.ACCESS_MODE_KLM
                && MkeyContext.ACCESS_MODE_HIGH.get(in, CreateMkey.MKEY_OFFSET) == 0;
        if (!isList
                || octowords < 1
                || octowords > 1L << engine.config().limits().mkeys().logMaxList()) {
            return CommandSyndrome.MKEY_LAYOUT;
        }
        int entries = (int) octowords * MttTable.PER_OCTOWORD;
        int first = mtt.allocate(entries);
        if (first == MttTable.NO_ROOM) {
            return CommandSyndrome.MKEY_TRANSLATIONS;
        }
        int index = keys.take();
        if (index == KeyPool.NONE) {
            mtt.free(first, entries);
            return CommandSyndrome.MKEY_LIMIT;
        }
        MemorySegment memory = enter(buffers, index);
        long entry = mpt.offset(index);
        MkeyContext.FREE.set(memory, entry, 1);
        MkeyContext.QPN.set(memory, entry, MkeyContext.ANY_QPN);
        MkeyContext.START_ADDRESS.setLong(memory, entry, 0);
        MkeyContext.LENGTH.setLong(memory, entry, 0);
        MptEntry.LAST_TAG.set(memory, entry, MkeyContext.TAG.get(memory, entry));
        MptEntry.TRANSLATION.set(memory, entry, first);
        MptEntry.ENTRIES.set(memory, entry, entries);
        MptEntry.LIST_UNITS.set(memory, entry, 0);
        return CommandSyndrome.NONE;
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
        MptEntry.VERSION.set(memory, entry, 0);
        MptEntry.UNREGISTERED.set(memory, entry, 0);
        MptEntry.ALIVE.set(memory, entry, 1);
        report(buffers, index, tag);
        engine.watch.keyChanged(KeyChange.CREATED, index << 8 | tag);
        return memory;
    }

    static void report(CommandBuffers buffers, int index, int tag) {
        buffers.object(index);
        CommandOutput.TAG.set(buffers.output(), 0, tag);
    }

    /** Gives a region a new key over new pages; its old key is dead before the new one lives. */
    CommandSyndrome replaceRegion(CommandBuffers buffers, int index) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        RegionPages pages = new RegionPages(buffers);
        int first = mtt.allocate(pages.entries());
        if (first == MttTable.NO_ROOM) {
            return CommandSyndrome.MKEY_TRANSLATIONS;
        }
        mtt.free(first, pages.entries());
        long ledger = MptEntry.BASE.getLong(memory, entry);
        remove(index);
        return createRegion(buffers, ledger);
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        int index = buffers.object();
        if (!mpt.isAlive(index)) {
            return CommandSyndrome.MKEY_UNKNOWN;
        }
        int bound = MptEntry.BOUND_COUNT.get(mpt.segment(index), mpt.offset(index));
        if (bound != 0) {
            return held(index, bound);
        }
        remove(index);
        return CommandSyndrome.NONE;
    }

    private void freeTranslations(int first, int entries) {
        if (first < DemandTable.HANDLES_END) {
            engine.protection.demand.free(first);
        } else {
            mtt.free(first, entries);
        }
    }

    private CommandSyndrome held(int index, int users) {
        if (MkeyContext.OBJECT_CLASS.get(mpt.segment(index), mpt.offset(index)) == MkeyContext.CLASS_PAGES) {
            engine.watch.refused(HcaRule.D4, 0, String.format("page list 0x%06x has %d registrations", index, users));
            return CommandSyndrome.MKEY_PAGES_HELD;
        }
        engine.watch.refused(HcaRule.D1, 0, String.format("region 0x%06x has %d windows", index, users));
        return CommandSyndrome.MKEY_HELD;
    }

    private void remove(int index) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int tag = MptEntry.tag(memory, entry);
        switch (MkeyContext.OBJECT_CLASS.get(memory, entry)) {
            case MkeyContext.CLASS_MR, MkeyContext.CLASS_PAGES, MkeyContext.CLASS_INDIRECT -> {
                engine.protection.fastRegions.release(index);
                freeTranslations(MptEntry.TRANSLATION.get(memory, entry), MptEntry.ENTRIES.get(memory, entry));
            }
            case MkeyContext.CLASS_DEVICE_MEMORY ->
                engine.protection.deviceMemory.count(MptEntry.BASE.getLong(memory, entry), -1);
            default -> engine.protection.windows.release(index);
        }
        mpt.clear(index);
        keys.free(index, tag);
        engine.watch.keyChanged(KeyChange.DESTROYED, index << 8 | tag);
    }
}
