package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/** What a FLUSH guarantees for earlier writes; bits as in verbs.h {@code ibv_placement_type}. */
public enum PlacementType {
    /** Everybody on the peer's host sees them. */
    GLOBAL(1),
    /** They survive a loss of power. */
    PERSISTENT(2);

    private final int bit;

    PlacementType(int bit) {
        this.bit = bit;
    }

    /** {@return the bit of verbs.h that stands for this type} */
    public int bit() {
        return bit;
    }

    /**
     * {@return the bits of all of them}
     *
     * @param types what the mask is to have
     */
    public static int mask(Set<PlacementType> types) {
        int mask = 0;
        for (PlacementType type : types) {
            mask |= type.bit;
        }
        return mask;
    }
}
