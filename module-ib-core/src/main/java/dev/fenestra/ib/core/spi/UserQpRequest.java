package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.jspecify.annotations.Nullable;

/**
 * What the user half is asked to lay out.
 *
 * @param type transport service
 * @param capacity room asked for
 * @param signalAll every send request makes a completion
 * @param singleThreaded the caller promises one thread per queue, so no lock is needed
 * @param sendCq where send requests complete
 * @param recvCq where receives complete
 * @param srq where receives come from in place of a queue of the QP's own, or null
 * @param extension the program's wish to the vendor, beyond verbs, or null
 * @param pd its PD
 */
public record UserQpRequest(
        QpType type,
        QpCapacity capacity,
        boolean signalAll,
        boolean singleThreaded,
        UserCq sendCq,
        UserCq recvCq,
        @Nullable UserSrq srq,
        @Nullable QpExtension extension,
        UserPd pd) {

    /**
     * A request of which the PD is not known.
     *
     * @param type transport service
     * @param capacity room asked for
     * @param signalAll every send request makes a completion
     * @param singleThreaded the caller promises one thread per queue, so no lock is needed
     * @param sendCq where send requests complete
     * @param recvCq where receives complete
     * @param srq where receives come from in place of a queue of the QP's own, or null
     * @param extension the program's wish to the vendor, beyond verbs, or null
     */
    public UserQpRequest(
            QpType type,
            QpCapacity capacity,
            boolean signalAll,
            boolean singleThreaded,
            UserCq sendCq,
            UserCq recvCq,
            @Nullable UserSrq srq,
            @Nullable QpExtension extension) {
        this(type, capacity, signalAll, singleThreaded, sendCq, recvCq, srq, extension, UserPd.UNKNOWN);
    }

    /** What it has beyond two queues, for refusals. */
    String beyondQueues() {
        return extension == null ? "SRQs" : extension.getClass().getSimpleName();
    }
}
