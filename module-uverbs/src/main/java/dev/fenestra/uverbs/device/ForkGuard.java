package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pages of regions away from children (libibverbs memory.c). A page of several regions is inherited again when
 * the last of them is gone.
 */
public final class ForkGuard {
    private static final long SMALLEST_PAGE = 1L << 12;

    private final ProcessMemory memory;
    /** How many regions have the bytes from an address on, up to the next address. */
    private final NavigableMap<Long, Integer> regions = new TreeMap<>();

    private boolean enabled;
    private boolean tooLate;

    private ForkGuard(ProcessMemory memory, boolean enabled) {
        this.memory = memory;
        this.enabled = enabled;
    }

    /**
     * {@return the guard of a process; always the same object}
     *
     * @param process that registers regions
     */
    public static ForkGuard of(Process process) {
        return process.local(ForkGuard.class, made -> new ForkGuard(made.memory(), false));
    }

    /**
     * Makes the guard of a child, which is enabled when this one is.
     *
     * @param child new, without regions
     */
    public void inherit(Process child) {
        child.local(ForkGuard.class, made -> new ForkGuard(made.memory(), isEnabled()));
    }

    /** {@return whether pages of regions are kept away from children} */
    public synchronized boolean isEnabled() {
        return enabled;
    }

    /**
     * Keeps pages of regions away from children from now on.
     *
     * @throws VerbsException EINVAL when a region was registered before
     */
    public synchronized void enable() {
        if (!enabled && tooLate) {
            throw new VerbsException(VerbsRule.FORK_INIT_FIRST, "a region was registered before");
        }
        enabled = true;
    }

    /**
     * Counts a range that a region is about to pin. Children do not inherit its pages from now on. ENOMEM where nothing
     * is mapped; then nothing is changed.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public synchronized void guard(long address, long length) {
        if (enabled) {
            count(address, length, 1);
        } else {
            tooLate = true;
        }
    }

    /**
     * Forgets the range of a region, even when it is refused with ENOMEM because nothing is mapped there.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public synchronized void release(long address, long length) {
        if (enabled) {
            count(address, length, -1);
        }
    }

    /**
     * Forgets the range of a region and ignores refusals.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public synchronized void forget(long address, long length) {
        if (enabled) {
            change(address, length, -1);
        }
    }

    private void count(long address, long length, int more) {
        VerbsException refused = change(address, length, more);
        if (refused != null) {
            throw refused;
        }
    }

    private @Nullable VerbsException change(long address, long length, int more) {
        long pageBytes = Math.max(SMALLEST_PAGE, 1L << memory.pageShift(address));
        long from = address & -pageBytes;
        long to = address + length + pageBytes - 1 & -pageBytes;
        cut(from);
        cut(to);
        NavigableMap<Long, Integer> inside = regions.subMap(from, true, to, false);
        inside.replaceAll((_, count) -> count + more);
        VerbsException refused = more > 0 ? hide(inside) : show(inside);
        if (refused != null && more > 0) {
            inside.replaceAll((_, count) -> count - more);
        }
        join(from, to);
        return refused;
    }

    /**
     * Hides from children the pages that have just got their first region: all of them or, when one is refused, none.
     */
    private @Nullable VerbsException hide(NavigableMap<Long, Integer> pieces) {
        List<Long> hidden = new ArrayList<>();
        for (var piece : pieces.entrySet()) {
            if (piece.getValue() == 1) {
                VerbsException refused = inherit(piece.getKey(), false);
                if (refused != null) {
                    hidden.forEach(at -> inherit(at, true));
                    return refused;
                }
                hidden.add(piece.getKey());
            }
        }
        return null;
    }

    /** Lets children inherit the mapped pages that have no region any more. */
    private @Nullable VerbsException show(NavigableMap<Long, Integer> pieces) {
        VerbsException first = null;
        for (var piece : pieces.entrySet()) {
            VerbsException refused = piece.getValue() == 0 ? inherit(piece.getKey(), true) : null;
            if (refused != null) {
                showEach(piece.getKey());
                first = first == null ? refused : first;
            }
        }
        return first;
    }

    /** Page by page, since some may not be mapped. */
    private void showEach(long from) {
        long end = regions.higherKey(from);
        for (long page = from; page < end; page += SMALLEST_PAGE) {
            inherit(page, SMALLEST_PAGE, true);
        }
    }

    private @Nullable VerbsException inherit(long from, boolean inherited) {
        return inherit(from, regions.higherKey(from) - from, inherited);
    }

    private @Nullable VerbsException inherit(long from, long bytes, boolean inherited) {
        try {
            memory.inherit(from, bytes, inherited);
            return null;
        } catch (VerbsException refused) {
            return refused;
        }
    }

    private void cut(long at) {
        var before = regions.floorEntry(at);
        regions.putIfAbsent(at, before == null ? 0 : before.getValue());
    }

    private void join(long from, long to) {
        regions.subMap(from, true, to, true).keySet().removeIf(at -> {
            var before = regions.lowerEntry(at);
            int earlier = before == null ? 0 : before.getValue();
            return earlier == regions.getOrDefault(at, 0);
        });
    }
}
