package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Whether a command arrived intact. A command that did not has no effect.
 */
public final class DeliveryStatus {
    /** The command arrived. */
    public static final int OK = 0;
    /** The signature of the entry or of a block is wrong. */
    public static final int SIGNATURE = 1;
    /** The token is 0, or a block carries another one. */
    public static final int TOKEN = 2;
    /** A block has another number than its place in the chain. */
    public static final int BLOCK_NUMBER = 3;
    /** An output mailbox is not aligned or not mapped. */
    public static final int OUTPUT_POINTER = 4;
    /** An input mailbox is not aligned or not mapped. */
    public static final int INPUT_POINTER = 5;
    /** The device failed. This device never reports it. */
    public static final int FIRMWARE = 6;

    /** The input length is impossible. */
    public static final int INPUT_LENGTH = 7;
    /** The output length is impossible. */
    public static final int OUTPUT_LENGTH = 8;
    /** A reserved field is not 0. */
    public static final int RESERVED = 9;
    /** The entry is not of {@link CommandEntry#TYPE_PCI}. */
    public static final int DESCRIPTOR = 0x10;

    private DeliveryStatus() {}

    /**
     * {@return the fault in one line}
     *
     * @param status one of these constants
     */
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
