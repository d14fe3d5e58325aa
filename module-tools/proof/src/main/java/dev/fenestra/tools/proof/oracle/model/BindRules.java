package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import org.jspecify.annotations.Nullable;

/** The checks of a bind, sections 4.4 and 4.5, with the errnos of architecture section 4. */
final class BindRules {
    /** LOCAL_WRITE is accepted and has no effect. */
    private static final int KNOWN = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.ZERO_BASED);

    private static final int WRITING = AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC);
    private static final long LARGEST = 1L << 31;

    private final RuleBook book;

    BindRules(RuleBook book) {
        this.book = book;
    }

    /** What the verb bind_mw asks for. */
    record Range(@Nullable Region region, long address, long length, int access) {}

    /** Errno of the verb bind_mw, before the QP's state is checked. */
    Errno atPost(Window window, Range range) {
        Region region = range.region();
        if (book.refuses(OracleRule.P1, !window.isType1())
                || book.refuses(OracleRule.P2, region == null && (range.address() != 0 || range.length() != 0))) {
            return Errno.EINVAL;
        }
        if (book.refuses(OracleRule.P3, region != null && region.pd() != window.pd())) {
            return Errno.EPERM;
        }
        if (book.refuses(OracleRule.P4, AccessFlag.ZERO_BASED.in(range.access()))
                || book.refuses(OracleRule.P6, region != null && region.has(AccessFlag.ZERO_BASED))) {
            return Errno.EINVAL;
        }
        return Errno.OK;
    }

    /** Errno of a BIND_MW request, before the QP's state is checked. */
    Errno atPost(Window window, int newKey, Range range) {
        boolean isOtherIndex = MemoryKey.index(newKey) != MemoryKey.index(window.key());
        return book.refuses(OracleRule.P8, window.isType1()) || book.refuses(OracleRule.B13, isOtherIndex)
                ? Errno.EINVAL
                : anyForm(range);
    }

    /** Whether flags of a window are such as a window can have. */
    static boolean areKnown(int access) {
        return (access & ~KNOWN) == 0;
    }

    /** Errno of what a bind of neither type may request. With bind_mw the QP's state is checked before it. */
    Errno anyForm(Range range) {
        if (book.refuses(OracleRule.P7, Long.compareUnsigned(range.length(), LARGEST) > 0)) {
            return Errno.EOPNOTSUPP;
        }
        return book.refuses(OracleRule.B2, !areKnown(range.access())) ? Errno.EINVAL : Errno.OK;
    }

    /** Whether a type-1 bind fails when it is executed. */
    boolean fails(Queue queue, Window window, int oldKey, Range range) {
        return book.refuses(OracleRule.B1, oldKey != window.key())
                || book.refuses(OracleRule.B5, queue.pd() != window.pd())
                || range.length() != 0 && failsOnRegion(range);
    }

    /** Whether a type-2 bind fails when it is executed. */
    boolean failsTypeTwo(Queue queue, Window window, Range range) {
        return book.refuses(OracleRule.B4, window.isBound())
                || book.refuses(OracleRule.B5, queue.pd() != window.pd())
                || book.refuses(OracleRule.B6, range.length() == 0)
                || book.refuses(
                        OracleRule.B8, range.region() != null && range.region().pd() != window.pd())
                || failsOnRegion(range);
    }

    private boolean failsOnRegion(Range range) {
        Region region = range.region();
        if (book.refuses(OracleRule.B7, region == null || !region.isLive())) {
            return true;
        }
        return region != null
                && (book.refuses(OracleRule.B9, region.has(AccessFlag.ZERO_BASED))
                        || book.refuses(OracleRule.B10, !region.has(AccessFlag.MW_BIND))
                        || book.refuses(OracleRule.B11, needsLocalWrite(range) && !region.has(AccessFlag.LOCAL_WRITE))
                        || book.refuses(OracleRule.B12, !region.covers(range.address(), range.length())));
    }

    private static boolean needsLocalWrite(Range range) {
        return (range.access() & WRITING) != 0;
    }
}
