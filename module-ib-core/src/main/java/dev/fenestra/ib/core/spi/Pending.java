package dev.fenestra.ib.core.spi;

/**
 * A user-half object during its system call. It is prepared first, then completed with the kernel's answer or
 * discarded.
 *
 * @param <T> what it becomes
 */
public interface Pending<T> {

    /** {@return bytes for the kernel half, and room for its answer} */
    Udata udata();

    /**
     * {@return the call succeeded}
     *
     * @param number the QP number for a QP, the SRQ number for an SRQ, else the handle
     */
    T complete(int number);

    /** The call was refused: gives prepared memory back. */
    void discard();

    /**
     * {@return an object that needs neither bytes nor memory: it is there already}
     *
     * @param <T> what it becomes
     * @param object what it becomes
     */
    static <T> Pending<T> ready(T object) {
        return new Pending<>() {
            @Override
            public Udata udata() {
                return Udata.none();
            }

            @Override
            public T complete(int number) {
                return object;
            }

            @Override
            public void discard() {}
        };
    }
}
