package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import java.lang.foreign.MemorySegment;

/** The range and the translation list of a region, as CREATE_MKEY and MODIFY_MKEY carry them. */
final class RegionPages {
    /** log2 of the smallest page. The width of its field limits the largest. */
    static final int PAGE_SHIFT = 12;

    private static final long MAX_PAGES = 1 << 28;
    private static final long MAX_BYTES = 1L << 56;
    private static final int MTT_PER_OCTOWORD = 2;

    private final CommandBuffers buffers;

    RegionPages(CommandBuffers buffers) {
        this.buffers = buffers;
    }

    private MemorySegment in() {
        return buffers.input();
    }

    long start() {
        return MkeyContext.START_ADDRESS.getLong(in(), CreateMkey.MKEY_OFFSET);
    }

    long length() {
        return MkeyContext.LENGTH.getLong(in(), CreateMkey.MKEY_OFFSET);
    }

    /** {@return log2 of the page size} */
    int shift() {
        return MkeyContext.LOG_PAGE_SIZE.get(in(), CreateMkey.MKEY_OFFSET);
    }

    private long inPage() {
        return (1L << shift()) - 1;
    }

    /** {@return pages of the range; the first and the last count as whole ones} */
    int count() {
        return (int) pages();
    }

    /** {@return translation entries of the region: pairs, as they are listed} */
    int entries() {
        return (count() + MTT_PER_OCTOWORD - 1) / MTT_PER_OCTOWORD * MTT_PER_OCTOWORD;
    }

    private long pages() {
        return (start() & inPage()) + length() + inPage() >>> shift();
    }

    /** {@return whether it has no page} A region of no bytes inside of a page has that page. */
    private boolean isEmpty() {
        return length() == 0 && (start() & (1 << PAGE_SHIFT) - 1) == 0;
    }

    /** {@return whether the range may be paged on demand: it may be as large as an address space} */
    CommandSyndrome checkUnlisted() {
        boolean wraps = length() != 0 && Long.compareUnsigned(start() + length() - 1, start()) < 0;
        if (isEmpty() || wraps) {
            return CommandSyndrome.MKEY_RANGE;
        }
        return shift() == PAGE_SHIFT ? CommandSyndrome.NONE : CommandSyndrome.MKEY_PAGE_SIZE;
    }

    /** {@return whether the range is valid, the list covers it, and all of it is mapped} */
    CommandSyndrome check(DmaBus bus) {
        if (shift() < PAGE_SHIFT) {
            return CommandSyndrome.MKEY_PAGE_SIZE;
        }
        if (isEmpty() || length() < 0 || length() > MAX_BYTES || pages() > MAX_PAGES) {
            return CommandSyndrome.MKEY_RANGE;
        }
        if (!isListed()) {
            return CommandSyndrome.MKEY_LIST;
        }
        for (int i = 0; i < count(); i++) {
            long page = translation(i) & ~(MttEntry.READ | MttEntry.WRITE);
            if ((page & inPage()) != 0 || !isReachable(bus, page, i)) {
                return CommandSyndrome.MKEY_PAGE;
            }
        }
        return CommandSyndrome.NONE;
    }

    /** {@return whether the range's part of page {@code i} is mapped} The rest of that page may not be. */
    private boolean isReachable(DmaBus bus, long page, int i) {
        long inFirstPage = start() & inPage();
        long to = Math.min(1L << shift(), inFirstPage + length() - ((long) i << shift()));
        long reached = i == 0 ? inFirstPage : 0;
        while (reached < to) {
            long valid = bus.valid(page + reached);
            if (valid <= 0) {
                return false;
            }
            reached += valid;
        }
        return true;
    }

    private boolean isListed() {
        long listed = CreateMkey.TRANSLATION_OCTOWORDS.getLong(in(), 0) * MTT_PER_OCTOWORD;
        return listed >= pages() && buffers.inputLength() >= CreateMkey.LIST_OFFSET + pages() * MttEntry.BYTES;
    }

    long translation(int i) {
        return MttEntry.VALUE.getLong(in(), CreateMkey.LIST_OFFSET + (long) i * MttEntry.BYTES);
    }
}
