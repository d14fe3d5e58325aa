package dev.fenestra.ib.core.mad;

/**
 * A number of a management datagram, big-endian.
 *
 * @param name in the words of IBA
 * @param octet of the datagram at which it begins
 * @param bit within that octet, 0 for the highest
 * @param width 1 to 64 bits
 */
public record MadField(String name, int octet, int bit, int width) implements MadItem {

    /**
     * {@return the value, without a sign}
     *
     * @param mad the datagram
     */
    public long get(byte[] mad) {
        long value = 0;
        for (int at = firstBit(); at < firstBit() + width; at++) {
            value = value << 1 | mad[at / Byte.SIZE] >>> Byte.SIZE - 1 - at % Byte.SIZE & 1;
        }
        return value;
    }

    /**
     * {@return the lower 32 bits of the value}
     *
     * @param mad the datagram
     */
    public int getInt(byte[] mad) {
        return (int) get(mad);
    }

    /**
     * {@return whether the value is not 0}
     *
     * @param mad the datagram
     */
    public boolean isSet(byte[] mad) {
        return get(mad) != 0;
    }

    /**
     * Writes the value and nothing beside it.
     *
     * @param mad the datagram
     * @param value its lower bits, as many as the field has
     */
    public void set(byte[] mad, long value) {
        for (int n = 0; n < width; n++) {
            int at = firstBit() + width - 1 - n;
            int mask = 1 << Byte.SIZE - 1 - at % Byte.SIZE;
            int octetAt = at / Byte.SIZE;
            mad[octetAt] = (byte) ((value >>> n & 1) == 0 ? mad[octetAt] & ~mask : mad[octetAt] | mask);
        }
    }

    @Override
    public int firstBit() {
        return octet * Byte.SIZE + bit;
    }

    @Override
    public int bits() {
        return width;
    }
}
