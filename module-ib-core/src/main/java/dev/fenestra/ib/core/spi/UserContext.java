package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Optional;
import java.util.OptionalInt;

/** The user half's view of an opened device. */
public interface UserContext {

    /**
     * @param cqe completions asked for, at least 1
     */
    Pending<UserCq> prepareCq(int cqe);

    /**
     * Lays out a QP's queues. EINVAL when they cannot be laid out as asked.
     *
     * @param signalAll every send request makes a completion
     * @param singleThreaded the caller promises one thread per queue, so no lock is needed
     */
    Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq);

    /**
     * Lays out a QP's queues, with what the program asked of this vendor. EOPNOTSUPP for an extension of another vendor, EINVAL for one
     * that contradicts itself.
     */
    default Pending<UserQp> prepareQp(
            QpType type,
            QpCapacity capacity,
            boolean signalAll,
            boolean singleThreaded,
            UserCq sendCq,
            UserCq recvCq,
            QpExtension extension) {
        throw new VerbsException(
                Errno.EOPNOTSUPP,
                SpiRule.UNSUPPORTED,
                "the provider has no " + extension.getClass().getSimpleName());
    }

    /** The L_Key of memory that is not there: what is read from it is zeros, what is written to it is lost. Empty when the device has none. */
    default OptionalInt nullLkey() {
        return OptionalInt.empty();
    }

    /** A vendor's own interface to the opened device. */
    default <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }

    /** Gives back what the context itself allocated; all its objects are gone. */
    void close();
}
