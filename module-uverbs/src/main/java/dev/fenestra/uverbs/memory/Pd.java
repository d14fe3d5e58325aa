package dev.fenestra.uverbs.memory;

/** A protection domain, as the objects in it know it. It is a {@code ProtectionDomain}. */
public interface Pd {

    /** {@return its handle in the kernel} */
    int handle();

    /** {@return kind and handle, as refusals name it, for example {@code PD 3}} */
    String name();

    /** {@return whether it is open} */
    boolean isOpen();

    /**
     * Checks that it is open.
     *
     * @throws IllegalStateException when it is closed
     */
    void checkOpen();
}
