package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The device's clock on a mapped page, which is read without a system call. */
final class ClockPage {
    /** A device without a readable clock. */
    static final ClockPage NONE = new ClockPage(null, 0);

    private final @Nullable MappedPage page;
    private final int offset;

    private ClockPage(@Nullable MappedPage page, int offset) {
        this.page = page;
        this.offset = offset;
    }

    /**
     * Maps the page if there is one.
     *
     * @param told the kernel half's response when the device was opened
     */
    static ClockPage of(VendorCalls calls, MemorySegment told) {
        return (ContextUdata.RESPONSE_MASK.get(told) & ContextUdata.HAS_CLOCK) == 0
                ? NONE
                : new ClockPage(calls.map(ContextUdata.MAP_CLOCK), ContextUdata.CLOCK_OFFSET.getInt(told));
    }

    /** Ticks; EOPNOTSUPP when there is no such page. */
    long read() {
        if (page == null) {
            throw new VerbsException(SpiRule.UNSUPPORTED, "the device shows no clock");
        }
        return page.read64(offset);
    }
}
