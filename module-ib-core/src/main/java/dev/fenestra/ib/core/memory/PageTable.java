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

    /** The bits of the value. */
    static final long VALUE = -1L << PhysicalMemory.FRAME_SHIFT;

    private static final int LEAF_BITS = 9;
    private static final int MIDDLE_BITS = 13;
    private static final int LEAF_SHIFT = PhysicalMemory.FRAME_SHIFT + LEAF_BITS;
    private static final int MIDDLE_SHIFT = LEAF_SHIFT + MIDDLE_BITS;
    private static final long LEAF_BYTES = 1L << LEAF_SHIFT;
    private static final int ROOT_SIZE = 1 << 47 - MIDDLE_SHIFT;
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle LEAF = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle MIDDLE = MethodHandles.arrayElementVarHandle(long[][][].class);

    private final long @Nullable [] @Nullable [][] root = new long[ROOT_SIZE][][];
    private long present;
    private long swapped;

    /** Is shown the entries of a range that are not 0, in order, and may change each of them. */
    interface Visitor {
        void entry(long page, long entry);
    }

    /** The entry of the page that an address lies in; 0 for an address that no process can have. */
    long entry(long address) {
        long[] leaf = leaf(address);
        return leaf == null ? 0 : (long) ENTRY.getAcquire(leaf, inLeaf(address));
    }

    void set(long address, long entry) {
        long[] leaf = leaf(address);
        if (leaf == null) {
            if (entry == 0) {
                return;
            }
            leaf = grow(address);
        }
        long old = leaf[inLeaf(address)];
        present += (entry & PRESENT) - (old & PRESENT);
        swapped += ((entry & SWAPPED) - (old & SWAPPED)) / SWAPPED;
        ENTRY.setRelease(leaf, inLeaf(address), entry);
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
        for (long at = from; at < to; at = end(at, LEAF_SHIFT)) {
            long[][] middle = middle(at);
            while (middle == null && at < to) {
                at = end(at, MIDDLE_SHIFT);
                middle = at < to ? middle(at) : null;
            }
            long[] leaf = middle == null ? null : leaf(at);
            if (leaf != null) {
                visitLeaf(leaf, at, Math.min(to, end(at, LEAF_SHIFT)), visitor);
            }
        }
    }

    private static void visitLeaf(long[] leaf, long from, long to, Visitor visitor) {
        for (long page = from; page < to; page += PhysicalMemory.FRAME_BYTES) {
            long entry = leaf[inLeaf(page)];
            if (entry != 0) {
                visitor.entry(page, entry);
            }
        }
    }

    /** Gives the leaves back that lie completely in a range; their entries are all 0. */
    void prune(long from, long to) {
        for (long at = from + LEAF_BYTES - 1 & -LEAF_BYTES; at + LEAF_BYTES <= to; at += LEAF_BYTES) {
            long[][] middle = middle(at);
            if (middle == null) {
                at = end(at, MIDDLE_SHIFT) - LEAF_BYTES;
            } else {
                LEAF.setRelease(middle, inMiddle(at), null);
            }
        }
    }

    private long[] grow(long address) {
        long[][] middle = middle(address);
        if (middle == null) {
            middle = new long[1 << MIDDLE_BITS][];
            MIDDLE.setRelease(root, (int) (address >>> MIDDLE_SHIFT), middle);
        }
        long[] leaf = new long[1 << LEAF_BITS];
        LEAF.setRelease(middle, inMiddle(address), leaf);
        return leaf;
    }

    private long @Nullable [] leaf(long address) {
        long[][] middle = middle(address);
        return middle == null ? null : (long[]) LEAF.getAcquire(middle, inMiddle(address));
    }

    private long @Nullable [][] middle(long address) {
        long at = address >>> MIDDLE_SHIFT;
        return at < ROOT_SIZE ? (long[][]) MIDDLE.getAcquire(root, (int) at) : null;
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
