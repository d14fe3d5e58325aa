package dev.fenestra.vendor.slate.card;

/** The registers of a doorbell page, 8 bytes each: the number of a queue above, a count below. */
public enum Doorbell {
    /** Send descriptors posted, modulo 65536. */
    SEND,
    /** Receive descriptors posted, modulo 65536. */
    RECEIVE,
    /** Entries taken, modulo 2^32. */
    COMPLETION,
    /** Receive descriptors posted to a shared receive queue, modulo 65536. */
    SHARED_RECEIVE;

    private static final Doorbell[] BY_NUMBER = values();

    /** Where the register lies in its page. */
    public int offset() {
        return ordinal() * Long.BYTES;
    }

    public static long value(int number, int count) {
        return (long) number << 32 | count & 0xffffffffL;
    }

    static boolean isAt(int offset) {
        return offset >= 0 && offset % Long.BYTES == 0 && offset / Long.BYTES < BY_NUMBER.length;
    }

    static Doorbell at(int offset) {
        return BY_NUMBER[offset / Long.BYTES];
    }
}
