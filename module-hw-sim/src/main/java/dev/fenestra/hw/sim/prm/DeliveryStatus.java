package dev.fenestra.hw.sim.prm;

/**
 * Whether a command arrived intact. A command that did not has no effect.
 */
public final class DeliveryStatus {
    public static final int OK = 0;
    public static final int SIGNATURE = 1;
    public static final int TOKEN = 2;
    public static final int BLOCK_NUMBER = 3;
    public static final int OUTPUT_POINTER = 4;
    public static final int INPUT_POINTER = 5;
    /** An internal failure of the device; this device has none. */
    public static final int FIRMWARE = 6;

    public static final int INPUT_LENGTH = 7;
    public static final int OUTPUT_LENGTH = 8;
    public static final int RESERVED = 9;
    public static final int DESCRIPTOR = 0x10;

    private DeliveryStatus() {}

    /** What was wrong, in one line. */
    public static String text(int status) {
        return switch (status) {
            case OK -> "delivered";
            case SIGNATURE -> "a signature is wrong";
            case TOKEN -> "the token is 0, or a mailbox block carries another one";
            case BLOCK_NUMBER -> "a mailbox block has the wrong number";
            case OUTPUT_POINTER -> "an output mailbox is not aligned or cannot be reached";
            case INPUT_POINTER -> "an input mailbox is not aligned or cannot be reached";
            case FIRMWARE -> "the device failed";
            case INPUT_LENGTH -> "there is no input of this length";
            case OUTPUT_LENGTH -> "there is no output of this length";
            case RESERVED -> "a reserved field is not 0";
            case DESCRIPTOR -> "the entry is of another type";
            default -> "unknown";
        };
    }
}
