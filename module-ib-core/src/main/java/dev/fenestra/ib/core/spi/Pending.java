package dev.fenestra.ib.core.spi;

import java.util.function.Function;

/**
 * A user-half object during its system call. It is prepared first, then completed with the kernel's answer or
 * discarded.
 *
 * @param <T> what it becomes
 */
public interface Pending<T> {
    /** Of an object with which its provider keeps nothing. */
    Pending<UserState> STATELESS = ready(UserState.NONE);

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
     * Makes the system call. A failed call discards this object and throws. The caller completes it after the call.
     *
     * @param <K> type of the answer
     * @param call gets the bytes
     * @return the kernel's answer
     */
    default <K> K during(Function<Udata, K> call) {
        try {
            return call.apply(udata());
        } catch (RuntimeException | Error failed) {
            discard();
            throw failed;
        }
    }

    /**
     * {@return an object that needs neither bytes nor memory: it is there already}
     *
     * @param <T> what it becomes
     * @param object what it becomes
     */
    static <T> Pending<T> ready(T object) {
        Udata none = Udata.none();
        return new Pending<>() {
            @Override
            public Udata udata() {
                return none;
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
