package dev.fenestra.ib.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Eight bytes for each 4 KiB page of a 47-bit address space, in a tree of three levels that grows only where entries
 * are. Readers take no lock and allocate nothing; writers exclude each other. An entry is 0, or a page-aligned value
 * with bits that say what it is.
 */
final class PageTable {
    /** The value is the bus address of the page's frame. */
    static final long PRESENT = 1;

    /** The process may store there. */
    static final long WRITABLE = 2;

    /** Not all of the page belongs to the mapping: the first and the last page of foreign memory. */
    static final long PARTIAL = 4;

    /** The value is the page's place in the swap space, times the page size. */
    static final long SWAPPED = 8;

    /** Another process has the frame too, since a fork. The first of them that stores gets a copy. */
    static final long SHARED = 16;

    /** The bits of the value. */
    static final long VALUE = -1L << PhysicalMemory.FRAME_SHIFT;

    private static final int LEAF_BITS = 9;
    private static final int MIDDLE_BITS = 13;
    private static final int LEAF_SHIFT = PhysicalMemory.FRAME_SHIFT + LEAF_BITS;
    private static final int MIDDLE_SHIFT = LEAF_SHIFT + MIDDLE_BITS;
    private static final int ROOT_SIZE = 1 << 47 - MIDDLE_SHIFT;
    private static final int HINTS = 64;
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle LEAF = MethodHandles.arrayElementVarHandle(Leaf[].class);
    private static final VarHandle MIDDLE = MethodHandles.arrayElementVarHandle(Leaf[][].class);

    private final @Nullable Leaf[] @Nullable [] root = new Leaf[ROOT_SIZE][];
    /**
     * Leaves found last, as a TLB has them. A race can leave one here that the tree has lost: its entries are all 0.
     */
    private final @Nullable Leaf[] hints = new Leaf[HINTS];

    private long present;
    private long swapped;

    /** The entries of 512 pages, and how many are not 0. */
    private static final class Leaf {
        final long number;
        final long[] entries = new long[1 << LEAF_BITS];
        int used;

        Leaf(long number) {
            this.number = number;
        }
    }

    /** Receives the entries of a range that are not 0, in order, and may change them. */
    interface Visitor {
        void entry(long page, long entry);
    }

    /**
     * The entry of the page that an address lies in; 0 for an address that no process can have. When it is 0 and others
     * may write meanwhile, only {@link #current} is sure.
     */
    long entry(long address) {
        long number = address >>> LEAF_SHIFT;
        Leaf hint = hints[(int) number & HINTS - 1];
        return hint != null && hint.number == number
                ? (long) ENTRY.getAcquire(hint.entries, inLeaf(address))
                : current(address);
    }

    /** The same, looked up in the tree. */
    long current(long address) {
        Leaf leaf = leaf(address);
        if (leaf == null) {
            return 0;
        }
        hints[(int) leaf.number & HINTS - 1] = leaf;
        return (long) ENTRY.getAcquire(leaf.entries, inLeaf(address));
    }

    void set(long address, long entry) {
        Leaf leaf = leaf(address);
        if (leaf == null) {
            if (entry == 0) {
                return;
            }
            leaf = grow(address);
        }
        long old = leaf.entries[inLeaf(address)];
        present += (entry & PRESENT) - (old & PRESENT);
        swapped += ((entry & SWAPPED) - (old & SWAPPED)) / SWAPPED;
        leaf.used += (entry == 0 ? 0 : 1) - (old == 0 ? 0 : 1);
        ENTRY.setRelease(leaf.entries, inLeaf(address), entry);
        if (leaf.used == 0) {
            drop(leaf, address);
        }
    }

    private void drop(Leaf leaf, long address) {
        @Nullable Leaf[] middle = middle(address);
        if (middle != null) {
            LEAF.setRelease(middle, inMiddle(address), null);
        }
        if (hints[(int) leaf.number & HINTS - 1] == leaf) {
            hints[(int) leaf.number & HINTS - 1] = null;
        }
    }

    /** Pages in memory. */
    long present() {
        return present;
    }

    /** Pages in the swap space. */
    long swapped() {
        return swapped;
    }

    /** Visits the pages of a range; both ends are page-aligned. Costs nothing where the tree has no leaves. */
    void visit(long from, long to, Visitor visitor) {
        for (long at = from; at < to; at = end(at, MIDDLE_SHIFT)) {
            @Nullable Leaf[] middle = middle(at);
            if (middle != null) {
                visitMiddle(middle, at, Math.min(to, end(at, MIDDLE_SHIFT)), visitor);
            }
        }
    }

    private static void visitMiddle(@Nullable Leaf[] middle, long from, long to, Visitor visitor) {
        for (long at = from; at < to; at = end(at, LEAF_SHIFT)) {
            // Nearly all of them are absent, and to see that takes no ordered read.
            Leaf leaf = middle[inMiddle(at)] == null ? null : (Leaf) LEAF.getAcquire(middle, inMiddle(at));
            if (leaf != null) {
                visitLeaf(leaf, at, Math.min(to, end(at, LEAF_SHIFT)), visitor);
            }
        }
    }

    /**
     * The first address of a range whose page is in memory, or the end of the range. Takes no lock, and costs nothing
     * where the tree has no leaves.
     */
    long firstPresent(long from, long to) {
        for (long at = from; at < to; at = end(at, LEAF_SHIFT)) {
            while (at < to && middle(at) == null) {
                at = end(at, MIDDLE_SHIFT);
            }
            Leaf leaf = at < to ? leaf(at) : null;
            long end = Math.min(to, end(at, LEAF_SHIFT));
            for (long in = at; leaf != null && in < end; in = end(in, PhysicalMemory.FRAME_SHIFT)) {
                if (((long) ENTRY.getAcquire(leaf.entries, inLeaf(in)) & PRESENT) != 0) {
                    return in;
                }
            }
        }
        return to;
    }

    private static void visitLeaf(Leaf leaf, long from, long to, Visitor visitor) {
        for (long page = from; page < to; page += PhysicalMemory.FRAME_BYTES) {
            long entry = leaf.entries[inLeaf(page)];
            if (entry != 0) {
                visitor.entry(page, entry);
            }
        }
    }

    private Leaf grow(long address) {
        @Nullable Leaf[] middle = middle(address);
        if (middle == null) {
            middle = new Leaf[1 << MIDDLE_BITS];
            MIDDLE.setRelease(root, (int) (address >>> MIDDLE_SHIFT), middle);
        }
        Leaf leaf = new Leaf(address >>> LEAF_SHIFT);
        LEAF.setRelease(middle, inMiddle(address), leaf);
        return leaf;
    }

    private @Nullable Leaf leaf(long address) {
        @Nullable Leaf[] middle = middle(address);
        return middle == null ? null : (Leaf) LEAF.getAcquire(middle, inMiddle(address));
    }

    private @Nullable Leaf @Nullable [] middle(long address) {
        long at = address >>> MIDDLE_SHIFT;
        return at < ROOT_SIZE ? (Leaf[]) MIDDLE.getAcquire(root, (int) at) : null;
    }

    private static long end(long address, int shift) {
        return (address >>> shift) + 1 << shift;
    }

    private static int inMiddle(long address) {
        return (int) (address >>> LEAF_SHIFT) & (1 << MIDDLE_BITS) - 1;
    }

    private static int inLeaf(long address) {
        return (int) (address >>> PhysicalMemory.FRAME_SHIFT) & (1 << LEAF_BITS) - 1;
    }
}
