package dev.fenestra.hw.sim.engine;

import java.util.Arrays;

/**
 * READs, atomics and their like a responder has taken and not fully answered, oldest first; and what the last of them were: a repeated READ is
 * answered again only if it was one of them; a repeated atomic, atomic write or FLUSH gets its answer again instead of being executed again.
 */
final class ResponseQueue {
    private static final long ATOMIC = -1;
    private static final long EMPTY = -2;
    private static final int NO_PSN = -1;
    /** No such READ is known. */
    static final int NOT_SERVED = -1;

    private final int[] pds;
    private final int[] keys;
    private final long[] addresses;
    private final long[] lengths;
    private final int[] psns;
    private final int[] versions;
    private final int[] savedPsns;
    private final int[] savedPds;
    private final int[] savedKeys;
    private final long[] savedAddresses;
    private final long[] savedLengths;
    private int first;
    private int size;
    private int nextSaved;
    /** Bytes of the oldest READ already sent. */
    long sent;

    ResponseQueue(int capacity) {
        pds = new int[capacity];
        keys = new int[capacity];
        addresses = new long[capacity];
        lengths = new long[capacity];
        psns = new int[capacity];
        versions = new int[capacity];
        savedPsns = new int[capacity];
        savedPds = new int[capacity];
        savedKeys = new int[capacity];
        savedAddresses = new long[capacity];
        savedLengths = new long[capacity];
        clear();
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull(int depth) {
        return size >= Math.min(depth, keys.length);
    }

    void clear() {
        first = 0;
        size = 0;
        sent = 0;
        Arrays.fill(savedPsns, NO_PSN);
    }

    /**
     * @param pd that the key must belong to
     * @param version of the region when the READ was taken
     */
    void addRead(int pd, int rkey, long address, long length, int psn, int version) {
        int slot = add(psn);
        pds[slot] = pd;
        keys[slot] = rkey;
        addresses[slot] = address;
        lengths[slot] = length;
        versions[slot] = version;
    }

    /** Notes an atomic that was executed, for its answer and for repeated requests. */
    void addAtomic(int psn, long original) {
        int slot = add(psn);
        addresses[slot] = original;
        lengths[slot] = ATOMIC;
        keep(0, original, ATOMIC, psn);
    }

    /** Notes a request that was executed and whose answer is a READ response without data. */
    void addEmpty(int psn) {
        addRead(0, 0, 0, 0, psn, 0);
        keep(0, 0, EMPTY, psn);
    }

    /** Notes a READ that was taken, so that it may be repeated. */
    void keepRead(int pd, int rkey, long address, long length, int psn) {
        savedPds[nextSaved] = pd;
        keep(rkey, address, length, psn);
    }

    private void keep(int key, long addressOrValue, long length, int psn) {
        savedPsns[nextSaved] = psn;
        savedKeys[nextSaved] = key;
        savedAddresses[nextSaved] = addressOrValue;
        savedLengths[nextSaved] = length;
        nextSaved = (nextSaved + 1) % savedPsns.length;
    }

    /** The PD of a READ that was taken before under the same key, of which this is all or a part from one of its packets on; else {@link #NOT_SERVED}. */
    int served(int rkey, long address, long length, int psn, int mtu) {
        for (int i = 0; i < savedPsns.length; i++) {
            long ahead = savedPsns[i] == NO_PSN ? -1 : Psn.difference(psn, savedPsns[i]);
            boolean isPart = ahead >= 0
                    && savedLengths[i] >= 0
                    && savedKeys[i] == rkey
                    && address - savedAddresses[i] == ahead * mtu
                    && length <= savedLengths[i] - ahead * mtu;
            if (isPart) {
                return savedPds[i];
            }
        }
        return NOT_SERVED;
    }

    /** Answers an atomic again; false when its result is no longer known. */
    boolean repeatAtomic(int psn) {
        for (int i = 0; i < savedPsns.length; i++) {
            if (savedPsns[i] == psn && savedLengths[i] == ATOMIC) {
                int slot = add(psn);
                addresses[slot] = savedResult(i);
                lengths[slot] = ATOMIC;
                return true;
            }
        }
        return false;
    }

    private long savedResult(int saved) {
        return savedAddresses[saved];
    }

    /** Answers a request with an empty answer again; false when it is no longer known. */
    boolean repeatEmpty(int psn) {
        for (int i = 0; i < savedPsns.length; i++) {
            if (savedPsns[i] == psn && savedLengths[i] == EMPTY) {
                addRead(0, 0, 0, 0, psn, 0);
                return true;
            }
        }
        return false;
    }

    private int add(int psn) {
        int slot = (first + size) % keys.length;
        psns[slot] = psn;
        size++;
        return slot;
    }

    void removeOldest() {
        first = (first + 1) % keys.length;
        size--;
        sent = 0;
    }

    boolean isAtomic() {
        return lengths[first] == ATOMIC;
    }

    /** Of an atomic: the value before it. */
    long original() {
        return addresses[first];
    }

    int pd() {
        return pds[first];
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

    int version() {
        return versions[first];
    }

    int psn() {
        return psns[first];
    }
}
