package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.MemorySegment;

/** Creates regions: over pinned pages, over pages on demand, over the translation of another region, and so on. */
final class RegionCreation {
    private final HcaConfig config;
    private final Protection protection;
    private final MkeyEntries keys;
    private final DmaBus bus;
    private final MptTable mpt;
    private final MttTable mtt;

    RegionCreation(HcaConfig config, Protection protection, MkeyEntries keys, DmaBus bus, DeviceTables tables) {
        this.config = config;
        this.protection = protection;
        this.keys = keys;
        this.bus = bus;
        mpt = tables.keys();
        mtt = tables.translations();
    }

    /** Creates a region of host memory, of the kind that the command asks for. */
    CommandSyndrome create(CommandBuffers buffers, long ledger) {
        if (MkeyContext.FAST.isSet(buffers.input(), CreateMkey.MKEY_OFFSET)) {
            return fast(buffers, ledger);
        }
        if (CreateMkey.SHARED_KEY.get(buffers.input(), 0) != 0) {
            return shared(buffers, ledger);
        }
        return CreateMkey.PAGE_ACCESS.isSet(buffers.input(), 0) ? onDemand(buffers, ledger) : pinned(buffers, ledger);
    }

    /** Creates a region without pages. The host brings them when they are needed. */
    private CommandSyndrome onDemand(CommandBuffers buffers, long ledger) {
        if (!config.odp().present()) {
            return CommandSyndrome.MKEY_NO_ON_DEMAND;
        }
        CommandSyndrome refusal = new RegionPages(buffers).checkUnlisted();
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        if (!holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        try (MkeyClaim claim = keys.claim()) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            MemorySegment memory = keys.enter(buffers, claim.index());
            long entry = mpt.offset(claim.index());
            MptEntry.TRANSLATION.set(memory, entry, protection.demand.create(claim.index()));
            MptEntry.ENTRIES.set(memory, entry, 0);
            MptEntry.BASE.setLong(memory, entry, ledger);
            return keys.created(claim);
        }
    }

    private CommandSyndrome pinned(CommandBuffers buffers, long ledger) {
        RegionPages pages = new RegionPages(buffers);
        CommandSyndrome refusal = pages.check(bus);
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        if (!holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        try (MkeyClaim claim = keys.claim(pages.entries())) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            keys.translate(pages, claim.first());
            MemorySegment memory = keys.enter(buffers, claim.index());
            long entry = mpt.offset(claim.index());
            MptEntry.TRANSLATION.set(memory, entry, claim.first());
            MptEntry.ENTRIES.set(memory, entry, claim.entries());
            MptEntry.BASE.setLong(memory, entry, ledger);
            return keys.created(claim);
        }
    }

    /** Creates a region over the translation of another one: with a PD and rights of its own, but no pages to write. */
    private CommandSyndrome shared(CommandBuffers buffers, long ledger) {
        MemorySegment in = buffers.input();
        int other = CreateMkey.SHARED_KEY.get(in, 0);
        if (!isShareable(other >>> 8) || !isLike(other, in)) {
            return CommandSyndrome.MKEY_SHARED;
        }
        if (!holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        try (MkeyClaim claim = keys.claim()) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            MemorySegment memory = keys.enter(buffers, claim.index());
            long entry = mpt.offset(claim.index());
            MemorySegment otherMemory = mpt.segment(other >>> 8);
            long otherEntry = mpt.offset(other >>> 8);
            int first = MptEntry.TRANSLATION.get(otherMemory, otherEntry);
            mtt.share(first);
            MptEntry.TRANSLATION.set(memory, entry, first);
            MptEntry.ENTRIES.set(memory, entry, MptEntry.ENTRIES.get(otherMemory, otherEntry));
            MptEntry.BASE.setLong(memory, entry, ledger);
            return keys.created(claim);
        }
    }

    private boolean isShareable(int index) {
        return mpt.isAlive(index)
                && MkeyContext.OBJECT_CLASS.get(mpt.segment(index), mpt.offset(index)) == MkeyContext.CLASS_MR
                && !MkeyContext.FAST.isSet(mpt.segment(index), mpt.offset(index))
                && MptEntry.TRANSLATION.get(mpt.segment(index), mpt.offset(index)) >= 0;
    }

    /**
     * {@return whether a region of this key has the length, the page size and the place in the first page of a new one}
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

    /** Creates a region of the card's own memory. It needs no translation. */
    CommandSyndrome onCard(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        long address = CreateMkey.DEVICE_ADDRESS.getLong(in, 0);
        if (!protection.deviceMemory.covers(address, MkeyContext.LENGTH.getLong(in, CreateMkey.MKEY_OFFSET))) {
            return CommandSyndrome.MKEY_DEVICE_MEMORY;
        }
        try (MkeyClaim claim = keys.claim()) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            MemorySegment memory = keys.enter(buffers, claim.index());
            MptEntry.BASE.setLong(memory, mpt.offset(claim.index()), address);
            protection.deviceMemory.count(address, 1);
            return keys.created(claim);
        }
    }

    /**
     * Creates a page list, pinned pages for fast registrations: a region that begins on a page. Its key gives no
     * access.
     */
    CommandSyndrome pages(CommandBuffers buffers, long ledger) {
        RegionPages pages = new RegionPages(buffers);
        boolean whole = ((pages.start() | pages.length()) & (1 << RegionPages.PAGE_SHIFT) - 1) == 0;
        if (pages.shift() != RegionPages.PAGE_SHIFT) {
            return CommandSyndrome.MKEY_PAGE_SIZE;
        }
        return whole ? pinned(buffers, ledger) : CommandSyndrome.MKEY_WHOLE_PAGES;
    }

    /** Creates a region without memory, but with room for the translations of a number of pages. */
    private CommandSyndrome fast(CommandBuffers buffers, long ledger) {
        MemorySegment in = buffers.input();
        long octowords = MkeyContext.TRANSLATION_OCTOWORDS.getLong(in, CreateMkey.MKEY_OFFSET);
        if (octowords < 1
                || octowords * MttTable.PER_OCTOWORD > config.limits().mkeys().maxFastPages()) {
            return CommandSyndrome.MKEY_FAST_PAGES;
        }
        if (!holdsCell(bus, ledger)) {
            return CommandSyndrome.MKEY_LEDGER;
        }
        int entries = (int) octowords * MttTable.PER_OCTOWORD;
        try (MkeyClaim claim = keys.claim(entries)) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            MemorySegment memory = keys.enter(buffers, claim.index());
            long entry = mpt.offset(claim.index());
            MkeyContext.FREE.word(memory, entry, MkeyContext.FREE.insert(1) | MkeyContext.LOCAL_READ.insert(1));
            MkeyContext.LOG_PAGE_SIZE.set(memory, entry, RegionPages.PAGE_SHIFT);
            MptEntry.UNREGISTERED.set(memory, entry, 1);
            MptEntry.TRANSLATION.set(memory, entry, claim.first());
            MptEntry.ENTRIES.set(memory, entry, claim.entries());
            MptEntry.BASE.setLong(memory, entry, ledger);
            return keys.created(claim);
        }
    }

    /** Gives a region a new key over new pages. Its old key is destroyed before the new one is created. */
    CommandSyndrome replace(CommandBuffers buffers, int index) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        RegionPages pages = new RegionPages(buffers);
        // The old range is free before the new one is taken, but there must be room for the new one without it.
        try (MkeyClaim room = keys.claimRange(pages.entries())) {
            if (room.isRefused()) {
                return room.refusal();
            }
        }
        long ledger = MptEntry.BASE.getLong(memory, entry);
        keys.remove(index);
        return pinned(buffers, ledger);
    }

    /** {@return whether a cell of the binding ledger may lie at an address; 0 stands for no cell} */
    static boolean holdsCell(DmaBus bus, long busAddress) {
        return busAddress == 0 || (busAddress & Long.BYTES - 1) == 0 && bus.valid(busAddress) >= Long.BYTES;
    }
}
