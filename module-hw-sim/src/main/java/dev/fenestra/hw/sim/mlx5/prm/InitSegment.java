package dev.fenestra.hw.sim.mlx5.prm;

/**
 * The device's control registers: the version of its firmware, the address of the command queue, and the doorbell of
 * its entries.
 */
public final class InitSegment {
    /** Size, bytes. */
    public static final int BYTES = 0x200;

    private static final Layout.Builder L = Layout.of("init_segment", BYTES);

    /** Minor version of the firmware. */
    public static final Field FIRMWARE_MINOR = L.bits("fw_rev_minor", 0x00, 31, 16);
    /** Major version of the firmware. */
    public static final Field FIRMWARE_MAJOR = L.bits("fw_rev_major", 0x00, 15, 0);
    /** Revision of the command interface. */
    public static final Field COMMAND_REVISION = L.bits("cmd_interface_rev", 0x04, 31, 16);
    /** Third part of the version of the firmware. */
    public static final Field FIRMWARE_SUBMINOR = L.bits("fw_rev_subminor", 0x04, 15, 0);
    /** Upper 32 bits of the command queue's bus address; takes effect with {@link #COMMAND_QUEUE_LOW}. */
    public static final Field COMMAND_QUEUE_HIGH = L.u32("cmdq_phy_addr_h", 0x10);
    /** A page address; the low bits hold log2 of the number of entries and of their stride. */
    public static final Field COMMAND_QUEUE_LOW = L.u32("cmdq_phy_addr_l", 0x14);

    /** log2 of the entries of the command queue. */
    public static final Field LOG_COMMAND_ENTRIES = L.bits("log_cmdq_size", 0x14, 7, 4);
    /** log2 of the bytes from one entry to the next. */
    public static final Field LOG_COMMAND_STRIDE = L.bits("log_cmdq_stride", 0x14, 3, 0);
    /** One bit per entry of the command queue. */
    public static final Field COMMAND_DOORBELL = L.u32("command_doorbell_vector", 0x18);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private InitSegment() {}
}
