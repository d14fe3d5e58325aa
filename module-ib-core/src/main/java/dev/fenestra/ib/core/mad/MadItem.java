package dev.fenestra.ib.core.mad;

/** One named place in a management datagram. */
public interface MadItem {

    /** {@return its name, in the words of IBA} */
    String name();

    /** {@return its highest bit, counted from the first bit of the datagram} */
    int firstBit();

    /** {@return how many bits it has} */
    int bits();
}
