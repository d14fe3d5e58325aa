package dev.fenestra.vendor.mlx.dv;

/** Direct verbs of an opened device; {@code context.unwrap(DvContext.class)}. */
public interface DvContext {

    /**
     * Queries the device, with a system call.
     *
     * @return the capabilities
     */
    DvCapabilities capabilities();

    /**
     * Creates an indirect mkey, with a system call ({@code mlx5dv_create_mkey}). Its PD cannot be deallocated before
     * it.
     *
     * @param pd handle of its PD
     * @param maxEntries most entries of its layout, rounded up to a multiple of 4
     * @param flags INDIRECT, and other flags of the mkey
     * @return the mkey, free
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EOPNOTSUPP without INDIRECT or with a flag that is not
     *     offered, EINVAL for less than 1 entry or more than the device allows, ENOENT for no such PD, ENOMEM
     */
    DvMkey createMkey(int pd, int maxEntries, DvMkeyFlag... flags);
}
