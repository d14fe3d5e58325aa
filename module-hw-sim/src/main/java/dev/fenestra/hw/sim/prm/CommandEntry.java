package dev.fenestra.hw.sim.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** An entry of the command queue: 16 bytes of input and output each, more of either in mailboxes. */
public final class CommandEntry {
    public static final int BYTES = 64;
    /** Bytes of input or output that fit into the entry itself. */
    public static final int INLINE_BYTES = 16;

    public static final int INPUT_OFFSET = 0x10;
    public static final int OUTPUT_OFFSET = 0x20;
    private static final Layout.Builder L = Layout.of("cmd_entry", BYTES);

    public static final Field TYPE = L.bits("type", 0x00, 31, 24);
    public static final Field RESERVED = L.bits("reserved_at_8", 0x00, 23, 0);
    public static final Field INPUT_LENGTH = L.u32("input_length", 0x04);
    public static final Field INPUT_MAILBOX = L.u64("input_mailbox_pointer", 0x08);
    public static final Field OUTPUT_MAILBOX = L.u64("output_mailbox_pointer", 0x30);
    public static final Field OUTPUT_LENGTH = L.u32("output_length", 0x38);
    /**
     * Never 0. Each command has another one, and all its mailbox blocks carry it, so blocks of an older command are
     * noticed.
     */
    public static final Field TOKEN = L.bits("token", 0x3c, 31, 24);

    /** See {@link CommandSignature}. */
    public static final Field SIGNATURE = L.bits("signature", 0x3c, 23, 16);

    public static final Field RESERVED_TAIL = L.bits("reserved_at_1f0", 0x3c, 15, 8);
    public static final Field DELIVERY_STATUS = L.bits("status", 0x3c, 7, 1);
    /** 1 = the device's. */
    public static final Field OWNERSHIP = L.bit("ownership", 0x3c, 0);

    public static final Layout LAYOUT = L.build();

    public static final int TYPE_PCI = 0x07;

    private static final VarHandle LAST_WORD =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private CommandEntry() {}

    /** Whether all reserved bits of an entry with this last word are 0. */
    public static boolean isReservedClear(MemorySegment memory, long base, int lastWord) {
        return !RESERVED.isSet(memory, base) && RESERVED_TAIL.extract(lastWord) == 0;
    }

    /** The word with the ownership bit; everything the other side wrote before handing over is visible after it. */
    public static int observe(MemorySegment memory, long base) {
        return (int) LAST_WORD.getAcquire(memory, base + OWNERSHIP.offset());
    }

    /** Hands the entry over, with its last word. */
    public static void publish(MemorySegment memory, long base, int lastWord) {
        LAST_WORD.setRelease(memory, base + OWNERSHIP.offset(), lastWord);
    }
}
