package dev.fenestra.ib.core.vocabulary;

/**
 * A device's limits for multicast groups of UD QPs.
 *
 * @param maxGroups groups that have QPs at once ({@code max_mcast_grp}); 0 when it has none
 * @param maxQpAttach QPs attached to one group ({@code max_mcast_qp_attach})
 */
public record MulticastLimits(int maxGroups, int maxQpAttach) {
    /** A device without multicast. */
    public static final MulticastLimits NONE = new MulticastLimits(0, 0);

    /**
     * Attachments of all groups together ({@code max_total_mcast_qp_attach}).
     *
     * @return attachments
     */
    public int maxTotalQpAttach() {
        return (int) Math.min(Integer.MAX_VALUE, (long) maxGroups * maxQpAttach);
    }
}
