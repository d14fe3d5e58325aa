package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/**
 * Fields of an extended CQ beyond those that each completion has; bits as in verbs.h
 * {@code ibv_create_cq_wc_flags}.
 */
public enum WcExField {
    /** When the device wrote the completion, in ticks of its clock. */
    COMPLETION_TIMESTAMP(7),
    /** The same in nanoseconds of the host's clock. */
    COMPLETION_TIMESTAMP_WALLCLOCK(11);

    private final int bit;

    WcExField(int number) {
        bit = 1 << number;
    }

    /** {@return the bit of verbs.h that stands for this field} */
    public int bit() {
        return bit;
    }

    /**
     * {@return the bits of all of them}
     *
     * @param fields what the mask is to have
     */
    public static int mask(Set<WcExField> fields) {
        int mask = 0;
        for (WcExField field : fields) {
            mask |= field.bit;
        }
        return mask;
    }
}
