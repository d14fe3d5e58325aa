package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;

/** The rules of regions that are paged on demand, and of advice about them. */
public final class OdpChecks {
    private OdpChecks() {}

    /**
     * Checks the range of a new region, in the order of mlx5/mr.c {@code create_user_odp_mr}.
     *
     * @param odp on-demand paging of the device
     * @param asked the region
     */
    public static void range(OdpCapabilities odp, OnDemandRequest asked) {
        String values = String.format("address=0x%x, length=0x%x", asked.address(), asked.length());
        long end = asked.address() + asked.length();
        if (asked.isImplicit()) {
            implicit(odp, asked);
        } else if (Long.compareUnsigned(end, asked.address()) < 0 || Long.compareUnsigned(end, LAST_PAGE) > 0) {
            throw new VerbsException(RegionRule.ODP_WRAP, values);
        } else if (asked.length() == 0 && (asked.address() & IN_PAGE) == 0) {
            throw new VerbsException(RegionRule.ODP_LENGTH, values);
        }
    }

    private static final long IN_PAGE = (1L << PinnedPages.PAGE_SHIFT) - 1;

    /** The last page of all ends the address space, so that a range in it cannot be rounded up. */
    private static final long LAST_PAGE = -0x1000L;

    private static void implicit(OdpCapabilities odp, OnDemandRequest asked) {
        if (asked.iova() != 0) {
            throw new VerbsException(RegionRule.ODP_IMPLICIT_IOVA, String.format("iova=0x%x", asked.iova()));
        }
        if (!odp.implicit()) {
            throw new VerbsException(RegionRule.ODP_IMPLICIT, "general_caps=" + odp.generalCaps());
        }
        if (AccessFlag.HUGETLB.in(asked.access())) {
            throw new VerbsException(RegionRule.ODP_HUGE, "access=" + AccessFlag.of(asked.access()));
        }
    }

    /**
     * Checks advice as a whole.
     *
     * @param odp on-demand paging of the device
     * @param advice number of the advice
     * @param flags bit of FLUSH
     * @param ranges ranges of regions
     * @return the advice
     */
    public static MrAdvice advice(OdpCapabilities odp, int advice, int flags, List<AdvisedRange> ranges) {
        if (!odp.support()) {
            throw new VerbsException(RegionRule.ADVICE_OFFERED, "general_caps=" + odp.generalCaps());
        }
        MrAdvice known =
                MrAdvice.of(advice).orElseThrow(() -> new VerbsException(RegionRule.ADVICE_KNOWN, "advice=" + advice));
        if ((flags & ~MrAdvice.FLUSH) != 0) {
            throw new VerbsException(RegionRule.ADVICE_FLAGS, String.format("flags=0x%x", flags));
        }
        if (ranges.isEmpty()) {
            throw new VerbsException(RegionRule.ADVICE_LIST, "num_sge=0");
        }
        return known;
    }
}
