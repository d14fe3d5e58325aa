package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;

/** Kernel memory of one object that the process maps in several parts. */
public final class Loans implements Backing {
    private final CardContext context;
    private final List<LentMemory> parts = new ArrayList<>();

    /**
     * Lends nothing yet.
     *
     * @param context of the process
     */
    public Loans(CardContext context) {
        this.context = context;
    }

    /**
     * {@return one more part} If there is no memory for it, all earlier parts are given back.
     *
     * @param bytes of it, rounded up to whole pages
     */
    public LentMemory lend(long bytes) {
        try {
            LentMemory part = context.memory().lend(bytes);
            parts.add(part);
            return part;
        } catch (VerbsException refused) {
            release();
            throw refused;
        }
    }

    /**
     * {@return bytes that the process can map}
     *
     * @param part number of the part, from 0
     */
    public long bytes(int part) {
        return parts.get(part).bytes();
    }

    @Override
    public void release() {
        parts.forEach(LentMemory::giveBack);
    }
}
