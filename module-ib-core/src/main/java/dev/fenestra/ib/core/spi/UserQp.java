package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.Optional;

/** The user half of a QP. */
public interface UserQp {

    /** {@return room of the queues as laid out, at least what was asked} */
    QpCapacity capacity();

    /** {@return where send requests are posted} */
    SendQueue sendQueue();

    /** {@return where receives are posted} */
    ReceiveQueue receiveQueue();

    /**
     * The kernel moved the QP to this state on the user's behalf; RESET empties the queues and removes the QP's
     * completions.
     *
     * @param state the state it has now
     */
    void stateChanged(QpState state);

    /**
     * {@return bytes for the kernel half, which will change attributes or the state; by default none}
     *
     * @param attributes what is to change, with the mask of what is given; not checked yet
     */
    default Udata modifying(QpAttributes attributes) {
        return Udata.none();
    }

    /**
     * The kernel changed the QP. A new state is told by {@link #stateChanged} afterwards.
     *
     * @param attributes what has changed
     * @param udata that {@link #modifying} returned, with the answer of the kernel half
     */
    default void modified(QpAttributes attributes, Udata udata) {}

    /** The kernel destroyed the QP: removes its completions and gives its memory back. */
    void destroyed();

    /**
     * {@return a vendor's own interface to this QP}
     *
     * @param <T> that interface
     * @param type an interface that the vendor declares
     */
    default <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }
}
