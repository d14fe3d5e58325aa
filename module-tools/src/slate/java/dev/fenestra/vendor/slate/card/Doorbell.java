package dev.fenestra.vendor.slate.card;

/** The registers of a doorbell page, 8 bytes each: the number of a queue above, a count below. */
public enum Doorbell {
    /** Send descriptors posted, modulo 65536. */
    SEND(0),
    /** Receive descriptors posted, modulo 65536. */
    RECEIVE(8),
    /** Entries taken, modulo 2^32. */
    COMPLETION(16),
    /** Receive descriptors posted to a shared receive queue, modulo 65536. */
    SHARED_RECEIVE(24);

    private static final Doorbell[] BY_PLACE = new Doorbell[4];

    static {
        for (Doorbell register : values()) {
            BY_PLACE[register.offset / Long.BYTES] = register;
        }
    }

    private final int offset;

    Doorbell(int offset) {
        this.offset = offset;
    }

    /** Where the register lies in its page. */
    public int offset() {
        return offset;
    }

    public static long value(int number, int count) {
        return (long) number << 32 | count & 0xffffffffL;
    }

    static boolean isAt(int offset) {
        return offset >= 0 && offset % Long.BYTES == 0 && offset / Long.BYTES < BY_PLACE.length;
    }

    static Doorbell at(int offset) {
        return BY_PLACE[offset / Long.BYTES];
    }
}
