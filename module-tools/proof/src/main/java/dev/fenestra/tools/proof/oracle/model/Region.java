package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;

/** A registered region. */
final class Region implements Holder {
    private Domain pd;
    private int start;
    private long address;
    private long length;
    private int access;
    private int key;
    private int windows;
    private boolean isLive = true;

    /**
     * @param start offset in the host's memory
     * @param address by which requests name its first byte
     */
    Region(Domain pd, int start, long address, long length, int access) {
        this.pd = pd;
        this.start = start;
        this.address = address;
        this.length = length;
        this.access = access;
    }

    Domain pd() {
        return pd;
    }

    @Override
    public int key() {
        return key;
    }

    void key(int newKey) {
        key = newKey;
    }

    @Override
    public boolean isLive() {
        return isLive;
    }

    @Override
    public long address() {
        return address;
    }

    long length() {
        return length;
    }

    int access() {
        return access;
    }

    /** Its attributes from now on, without its key. */
    void become(Region other) {
        pd = other.pd;
        start = other.start;
        address = other.address;
        length = other.length;
        access = other.access;
    }

    int start() {
        return start;
    }

    boolean has(AccessFlag right) {
        return right.in(access);
    }

    /** Whether a range of addresses lies inside: section 6, without a sum that can wrap. */
    boolean covers(long first, long bytes) {
        long offset = first - address;
        return Long.compareUnsigned(offset, length) <= 0 && Long.compareUnsigned(bytes, length - offset) <= 0;
    }

    /** Offset in the host's memory of an address inside. */
    int place(long requestAddress) {
        return (int) (start + (requestAddress - address));
    }

    boolean hasWindows() {
        return windows > 0;
    }

    void bound() {
        windows++;
    }

    void unbound() {
        windows--;
    }

    void die() {
        isLive = false;
    }
}
