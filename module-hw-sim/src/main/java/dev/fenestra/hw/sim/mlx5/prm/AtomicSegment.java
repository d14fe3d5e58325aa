package dev.fenestra.hw.sim.mlx5.prm;

/** Operands of an atomic, behind the remote address. */
public final class AtomicSegment {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("atomic", BYTES);

    /** Compare-and-swap: the new value. Fetch-and-add: what is added. */
    public static final Field SWAP_OR_ADD = L.u64("swap_add", 0x00);
    /** Compare-and-swap: the value expected. */
    public static final Field COMPARE = L.u64("compare", 0x08);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private AtomicSegment() {}
}
