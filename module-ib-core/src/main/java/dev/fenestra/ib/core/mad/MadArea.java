package dev.fenestra.ib.core.mad;

import java.util.Arrays;

/**
 * Octets whose meaning lies outside of the layout, such as private data.
 *
 * @param name in the words of IBA
 * @param octet of the datagram at which it begins
 * @param octets how many there are
 */
public record MadArea(String name, int octet, int octets) implements MadItem {

    /**
     * {@return a copy of all octets}
     *
     * @param mad the datagram
     */
    public byte[] get(byte[] mad) {
        return Arrays.copyOfRange(mad, octet, octet + octets);
    }

    /**
     * Writes octets at the beginning of the area and leaves the rest.
     *
     * @param mad the datagram
     * @param data at most as many octets as the area has; else an {@link IndexOutOfBoundsException}
     */
    public void set(byte[] mad, byte[] data) {
        if (data.length > octets) {
            throw new IndexOutOfBoundsException(name + " has " + octets + " octets, not " + data.length);
        }
        System.arraycopy(data, 0, mad, octet, data.length);
    }

    @Override
    public int firstBit() {
        return octet * Byte.SIZE;
    }

    @Override
    public int bits() {
        return octets * Byte.SIZE;
    }
}
