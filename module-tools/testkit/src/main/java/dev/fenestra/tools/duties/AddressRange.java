package dev.fenestra.tools.duties;

/**
 * Bytes of a process, by virtual address.
 *
 * @param address of the first byte
 * @param length bytes, 0 and up
 */
record AddressRange(long address, long length) {

    /** {@return the address behind the last byte} */
    long end() {
        return address + length;
    }

    /** {@return whether both have a byte in common} */
    boolean overlaps(AddressRange other) {
        return Long.compareUnsigned(address, other.end()) < 0 && Long.compareUnsigned(other.address, end()) < 0;
    }

    /** {@return the bytes that both have; only for ranges that overlap} */
    AddressRange common(AddressRange other) {
        long from = Long.compareUnsigned(address, other.address) > 0 ? address : other.address;
        long to = Long.compareUnsigned(end(), other.end()) < 0 ? end() : other.end();
        return new AddressRange(from, to - from);
    }

    @Override
    public String toString() {
        return String.format("0x%x+%d", address, length);
    }
}
