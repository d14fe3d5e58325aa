package dev.fenestra.hw.sim.manual;

/** A block of a command's input or output beyond the first 16 bytes; blocks form a chain. */
public final class MailboxBlock {
    public static final int BYTES = 576;
    public static final int DATA_BYTES = 512;
    /** Blocks are aligned to this, bytes. */
    public static final int ALIGNMENT = 512;

    private static final Layout.Builder L = Layout.of("mailbox_block", BYTES);

    public static final Field NEXT = L.u64("next_pointer", 0x230);
    public static final Field BLOCK_NUMBER = L.u32("block_number", 0x238);
    public static final Field TOKEN = L.bits("token", 0x23c, 23, 16);
    public static final Field CONTROL_SIGNATURE = L.bits("ctrl_signature", 0x23c, 15, 8);
    public static final Field SIGNATURE = L.bits("signature", 0x23c, 7, 0);

    public static final Layout LAYOUT = L.build();

    private MailboxBlock() {}
}
