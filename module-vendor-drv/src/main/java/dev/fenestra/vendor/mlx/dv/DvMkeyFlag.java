package dev.fenestra.vendor.mlx.dv;

/** How an mkey is created; values as in {@code mlx5dv_mkey_init_attr_flags}. */
public enum DvMkeyFlag {
    /** Its memory is a layout of other keys' memory. Each mkey must have this flag. */
    INDIRECT(1),
    /** Not offered: EOPNOTSUPP. */
    BLOCK_SIGNATURE(2),
    /** Not offered: EOPNOTSUPP. */
    CRYPTO(4),
    /** Not offered: EOPNOTSUPP. */
    UPDATE_TAG(8),
    /** A peer may invalidate it by SEND_WITH_INV. */
    REMOTE_INVALIDATE(16);

    private final int bit;

    DvMkeyFlag(int bit) {
        this.bit = bit;
    }

    /** {@return its bit in {@code mlx5dv_mkey_init_attr_flags}} */
    public int bit() {
        return bit;
    }
}
