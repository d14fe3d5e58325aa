package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.Optional;

/** The user half of a QP. */
public interface UserQp {

    /** Room of the queues as laid out, at least what was asked. */
    QpCapacity capacity();

    SendQueue sendQueue();

    ReceiveQueue receiveQueue();

    /**
     * The kernel moved the QP to this state on the user's behalf; RESET empties the queues and removes its completions.
     */
    void stateChanged(QpState state);

    /** The kernel destroyed the QP: removes its completions and gives its memory back. */
    void destroyed();

    /** A vendor's own interface to this QP. */
    default <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }
}
