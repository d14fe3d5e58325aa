package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the segments of a REG_MR request: a UMR, as in mlx5_ib {@code set_reg_wr}. Its list has KSMs; each is the key
 * of a page list and the address of a page in it. A short list lies in the WQE. For a longer one, the WQE names the
 * memory beside the region. So the request is no longer than a bind, for which each send queue has room.
 */
final class RegistrationSegments {
    /** Entries in the WQE itself: as many as a bind has units there. */
    private static final int MOST_INLINE = 4;

    private static final int RIGHTS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.MW_BIND,
            AccessFlag.RELAXED_ORDERING);

    private static final long MASK = UmrControlSegment.MASK_FREE
            | UmrControlSegment.MASK_TAG
            | UmrControlSegment.MASK_LENGTH
            | UmrControlSegment.MASK_START_ADDRESS
            | UmrControlSegment.MASK_PAGE_SIZE
            | UmrControlSegment.MASK_LOCAL_WRITE
            | UmrControlSegment.MASK_REMOTE_READ
            | UmrControlSegment.MASK_REMOTE_WRITE
            | UmrControlSegment.MASK_ATOMIC;
    private static final int PAGE_SHIFT = 12;

    private final SendRing ring;
    private final UmrSegments umr;

    RegistrationSegments(SendRing ring, UmrSegments umr) {
        this.ring = ring;
        this.umr = umr;
    }

    /** The rule that a request breaks before its WQE is begun, or null. */
    static @Nullable MlxRule check(Transport transport, MrRegistration asked) {
        if (!transport.bindsWindows()) {
            return MlxRule.REG_TRANSPORT;
        }
        if (!(asked.region instanceof MlxFastMr region)) {
            return MlxRule.REG_REGION;
        }
        if (MemoryKey.index(asked.newKey) != MemoryKey.index(asked.oldKey)) {
            return MlxRule.REG_KEY;
        }
        if ((asked.access & ~RIGHTS) != 0) {
            return MlxRule.REG_ACCESS;
        }
        return asked.pageCount > region.maxPages() ? MlxRule.REG_PAGES : null;
    }

    /** Writes a request that has passed the checks. */
    void write(MrRegistration asked) {
        boolean inline = asked.pageCount <= MOST_INLINE;
        int units = inline ? MOST_INLINE : asked.pageCount;
        umr.control(UmrControlSegment.CHECK_FREE | (inline ? UmrControlSegment.INLINE : 0), units, MASK);
        umr.clear(UmrSegments.CONTEXT_UNIT, MkeyContext.BYTES / UmrSegments.UNIT_BYTES);
        umr.context(false, MkeyContext.ANY_QPN, asked.newKey);
        MemorySegment memory = ring.segment(UmrSegments.CONTEXT_UNIT);
        long offset = ring.offset(UmrSegments.CONTEXT_UNIT);
        memory.set(JAVA_BYTE, offset + UmrSegments.ACCESS_BYTE, UmrSegments.rights(asked.access));
        MkeyContext.START_ADDRESS.setLong(memory, offset, asked.iova);
        MkeyContext.LENGTH.setLong(memory, offset, asked.length);
        MkeyContext.LOG_PAGE_SIZE.set(memory, offset, PAGE_SHIFT);
        MkeyContext.MW_BIND.set(memory, offset, AccessFlag.MW_BIND.in(asked.access));
        if (inline) {
            listInline(asked);
        } else {
            listBeside(asked);
        }
    }

    private void listInline(MrRegistration asked) {
        umr.clear(UmrSegments.LIST_UNIT, MOST_INLINE);
        for (int i = 0; i < asked.pageCount; i++) {
            int unit = UmrSegments.LIST_UNIT + i;
            entry(ring.segment(unit), ring.offset(unit), asked, i);
        }
        ring.units(UmrSegments.LIST_UNIT + MOST_INLINE);
    }

    private void listBeside(MrRegistration asked) {
        MlxFastMr region = (MlxFastMr) Objects.requireNonNull(asked.region);
        QueueBuffer list = region.list();
        for (int i = 0; i < asked.pageCount; i++) {
            int at = i * DataSegment.BYTES;
            entry(list.segment(at), list.offset(at), asked, i);
        }
        MemorySegment memory = ring.segment(UmrSegments.LIST_UNIT);
        long offset = ring.offset(UmrSegments.LIST_UNIT);
        DataSegment.BYTE_COUNT.word(memory, offset, asked.pageCount * DataSegment.BYTES);
        DataSegment.LKEY.word(memory, offset, region.listKey());
        DataSegment.ADDRESS.setLong(memory, offset, list.address());
        ring.units(UmrSegments.LIST_UNIT + 1);
    }

    /** A KSM. It has no length, since all pages have the same. */
    private static void entry(MemorySegment memory, long offset, MrRegistration asked, int page) {
        DataSegment.BYTE_COUNT.word(memory, offset, 0);
        DataSegment.LKEY.word(memory, offset, asked.pagesKey);
        DataSegment.ADDRESS.setLong(memory, offset, asked.pages[page]);
    }
}
