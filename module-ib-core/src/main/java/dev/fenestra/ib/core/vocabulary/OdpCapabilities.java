package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/**
 * What a device can do without pinning ({@code ibv_odp_caps} and {@code xrc_odp_caps} of {@code ibv_query_device_ex}).
 *
 * @param support regions may be ON_DEMAND
 * @param implicit a region may cover the whole address space
 * @param rc operations of RC QPs
 * @param uc operations of UC QPs
 * @param ud operations of UD QPs
 * @param xrc operations of XRC QPs
 */
public record OdpCapabilities(
        boolean support,
        boolean implicit,
        Set<OdpOperation> rc,
        Set<OdpOperation> uc,
        Set<OdpOperation> ud,
        Set<OdpOperation> xrc) {
    /** No on-demand paging. */
    public static final OdpCapabilities NONE =
            new OdpCapabilities(false, false, Set.of(), Set.of(), Set.of(), Set.of());

    /** Keeps copies of the sets. */
    public OdpCapabilities {
        rc = SortedSets.copyOf(rc);
        uc = SortedSets.copyOf(uc);
        ud = SortedSets.copyOf(ud);
        xrc = SortedSets.copyOf(xrc);
    }

    /**
     * {@code general_caps}: 1 for SUPPORT, 2 for IMPLICIT.
     *
     * @return bits of verbs.h
     */
    public int generalCaps() {
        return (support ? 1 : 0) | (implicit ? 2 : 0);
    }
}
