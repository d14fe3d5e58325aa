package dev.fenestra.vendor.mlx.dv;

/** Direct verbs of an opened device; {@code context.unwrap(DvContext.class)}. */
public interface DvContext {

    /**
     * Asks the device, by a system call.
     *
     * @return the capabilities
     */
    DvCapabilities capabilities();

    /**
     * Creates an indirect mkey, by a system call ({@code mlx5dv_create_mkey}). It holds its PD.
     *
     * @param pd handle of its PD
     * @param maxEntries entries that a layout must have room for, rounded up to a multiple of 4
     * @param flags INDIRECT, and whatever else it is to be
     * @return the mkey, free
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EOPNOTSUPP without INDIRECT or with a flag that is not
     *     offered, EINVAL for less than 1 entry or more than the device allows, ENOENT for no such PD, ENOMEM
     */
    DvMkey createMkey(int pd, int maxEntries, DvMkeyFlag... flags);
}
