package acme.rdma;

/** What a key names. */
abstract sealed class KeyEntry permits Region, Window {
    private final Pd pd;
    private int key;

    KeyEntry(Pd pd) {
        this.pd = pd;
    }

    Pd pd() {
        return pd;
    }

    /** The present key. */
    int key() {
        return key;
    }

    void key(int newKey) {
        key = newKey;
    }

    /** What it covers, for messages. */
    abstract String extent();

    /** Whether a range lies inside an extent; written so that no sum can wrap. */
    static boolean fits(long offset, long length, long extent) {
        return Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(length, extent - offset) <= 0;
    }
}
