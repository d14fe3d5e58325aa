package dev.fenestra.hw.sim.hca.queue;

/**
 * Operations of the engine that the mlx5 format has no opcode for. They lie above all of
 * {@link dev.fenestra.hw.sim.mlx5.prm.WqeOpcode}, so that no byte of an mlx5 WQE asks for one.
 */
public final class ForeignOpcode {
    /** Binds or, for a type-1 window and length 0, unbinds: {@link WorkQueues#bind}. */
    public static final int BIND_MW = 0x100;
    /** Invalidates the key in {@link SendOperation#immediate}. */
    public static final int LOCAL_INV = 0x101;
    /** Makes earlier writes to remote memory visible or persistent: {@link WorkQueues#remote}. */
    public static final int FLUSH = 0x102;
    /** Writes 8 bytes of remote memory at once; its data are these bytes. */
    public static final int ATOMIC_WRITE = 0x103;

    /** One above the highest. */
    public static final int END = 0x104;

    private ForeignOpcode() {}
}
