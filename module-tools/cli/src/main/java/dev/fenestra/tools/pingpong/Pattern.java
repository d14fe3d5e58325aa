package dev.fenestra.tools.pingpong;

/** The content of messages. */
final class Pattern {
    private static final int PAGE = 4096;

    private Pattern() {}

    /** The content of the n-th message of a direction; no two in a row are alike. */
    static byte[] message(int n, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (31 * n + i + (i >>> Byte.SIZE));
        }
        return bytes;
    }

    /** The first page of a message whose first byte is not 0, as the real programs check it; -1 when all are well. */
    static int invalidPage(byte[] message) {
        for (int at = 0; at < message.length; at += PAGE) {
            if (message[at] != 0) {
                return at / PAGE;
            }
        }
        return -1;
    }
}
