package dev.fenestra.hw.sim.engine;

/** READ requests a responder has taken and not fully answered, oldest first. */
final class ReadQueue {
    private final int[] keys;
    private final long[] addresses;
    private final long[] lengths;
    private final int[] psns;
    private int first;
    private int size;
    /** Bytes of the oldest request already sent. */
    long sent;

    ReadQueue(int capacity) {
        keys = new int[capacity];
        addresses = new long[capacity];
        lengths = new long[capacity];
        psns = new int[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void clear() {
        first = 0;
        size = 0;
        sent = 0;
    }

    void add(int rkey, long address, long length, int psn) {
        int slot = (first + size) % keys.length;
        keys[slot] = rkey;
        addresses[slot] = address;
        lengths[slot] = length;
        psns[slot] = psn;
        size++;
    }

    void removeOldest() {
        first = (first + 1) % keys.length;
        size--;
        sent = 0;
    }

    int key() {
        return keys[first];
    }

    long address() {
        return addresses[first];
    }

    long length() {
        return lengths[first];
    }

    int psn() {
        return psns[first];
    }
}
