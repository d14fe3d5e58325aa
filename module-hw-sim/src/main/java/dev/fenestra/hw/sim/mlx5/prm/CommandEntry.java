package dev.fenestra.hw.sim.mlx5.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** An entry of the command queue: 16 bytes of input and output each, more of either in mailboxes. */
public final class CommandEntry {
    /** Size, bytes. */
    public static final int BYTES = 64;
    /** Bytes of input or output that fit into the entry itself. */
    public static final int INLINE_BYTES = 16;

    /** Offset of the inline input, bytes. */
    public static final int INPUT_OFFSET = 0x10;
    /** Offset of the inline output, bytes. */
    public static final int OUTPUT_OFFSET = 0x20;

    private static final Layout.Builder L = Layout.of("cmd_entry", BYTES);

    /** Transport of the command: {@link #TYPE_PCI}. */
    public static final Field TYPE = L.bits("type", 0x00, 31, 24);
    /** Must be 0. */
    public static final Field RESERVED = L.bits("reserved_at_8", 0x00, 23, 0);
    /** Bytes of the whole input. */
    public static final Field INPUT_LENGTH = L.u32("input_length", 0x04);
    /** Bus address of the first input mailbox, aligned to 512; meaningful for more than 16 bytes of input. */
    public static final Field INPUT_MAILBOX = L.u64("input_mailbox_pointer", 0x08);
    /** Bus address of the first output mailbox, aligned to 512; meaningful for more than 16 bytes of output. */
    public static final Field OUTPUT_MAILBOX = L.u64("output_mailbox_pointer", 0x30);
    /** Bytes of room for the whole output. */
    public static final Field OUTPUT_LENGTH = L.u32("output_length", 0x38);
    /**
     * Never 0. Each command has another one, and all its mailbox blocks carry it, so blocks of an older command are
     * noticed.
     */
    public static final Field TOKEN = L.bits("token", 0x3c, 31, 24);

    /** See {@link CommandSignature}. */
    public static final Field SIGNATURE = L.bits("signature", 0x3c, 23, 16);

    /** Must be 0. */
    public static final Field RESERVED_TAIL = L.bits("reserved_at_1f0", 0x3c, 15, 8);
    /** {@link DeliveryStatus} of the command; the device writes it. */
    public static final Field DELIVERY_STATUS = L.bits("status", 0x3c, 7, 1);
    /** 1 while the entry belongs to the device. */
    public static final Field OWNERSHIP = L.bit("ownership", 0x3c, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** The only transport there is. */
    public static final int TYPE_PCI = 0x07;

    private static final VarHandle LAST_WORD =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private CommandEntry() {}

    /**
     * {@return whether all reserved bits of an entry are 0}
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param lastWord the last word of the entry
     */
    public static boolean isReservedClear(MemorySegment memory, long base, int lastWord) {
        return !RESERVED.isSet(memory, base) && RESERVED_TAIL.extract(lastWord) == 0;
    }

    /**
     * {@return the word with the ownership bit} Everything that the other side wrote before it handed the entry over is
     * visible afterwards.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     */
    public static int observe(MemorySegment memory, long base) {
        return (int) LAST_WORD.getAcquire(memory, base + OWNERSHIP.offset());
    }

    /**
     * Hands the entry over to the other side, after all other bytes of it.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param lastWord the last word of the entry
     */
    public static void publish(MemorySegment memory, long base, int lastWord) {
        LAST_WORD.setRelease(memory, base + OWNERSHIP.offset(), lastWord);
    }
}
