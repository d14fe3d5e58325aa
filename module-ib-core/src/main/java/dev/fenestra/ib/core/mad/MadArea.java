package dev.fenestra.ib.core.mad;

import java.util.Arrays;
import java.util.HexFormat;

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

    /** Zeros at the end are left out. */
    @Override
    public String text(byte[] mad) {
        int end = octet + octets;
        while (end > octet && mad[end - 1] == 0) {
            end--;
        }
        return HexFormat.of().formatHex(mad, octet, end);
    }
}
