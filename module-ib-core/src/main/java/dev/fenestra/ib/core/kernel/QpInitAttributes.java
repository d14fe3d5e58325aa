package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * The attributes of a QP to be created, with the objects that it uses by handle.
 *
 * @param type transport service
 * @param sendCq handle of the CQ where send requests complete
 * @param recvCq handle of the CQ where receives complete
 * @param srq handle of the SRQ that receives come from in place of a queue of the QP's own, or {@link #NONE}
 * @param capacity room asked for; that for receives means nothing with an SRQ
 * @param signalAll every send request makes a completion
 */
public record QpInitAttributes(QpType type, int sendCq, int recvCq, int srq, QpCapacity capacity, boolean signalAll) {
    /** No handle: the QP uses no such object. */
    public static final int NONE = 0;
}
