package dev.fenestra.ib.core.mad;

/** One named place in a management datagram. */
public interface MadItem {

    /** {@return its name, in the words of IBA} */
    String name();

    /** {@return the octet of the datagram at which it begins} */
    int octet();

    /**
     * {@return its value as text}
     *
     * @param mad the datagram
     */
    String text(byte[] mad);
}
