package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * A QP, as a program has asked for it.
 *
 * @param number its number, 24 bits
 * @param type its transport service
 * @param sendCq handle of the CQ of its send requests
 * @param recvCq handle of the CQ of its receives
 * @param srq handle of its SRQ; {@link #NO_SRQ} when it has receives of its own
 * @param maxSend requests that the program asked room for
 * @param maxRecv receives that the program asked room for
 * @param signalsAll whether each request is signaled
 */
public record QpShape(
        int number, QpType type, int sendCq, int recvCq, int srq, int maxSend, int maxRecv, boolean signalsAll) {
    /** In place of the handle of an SRQ. */
    public static final int NO_SRQ = -1;
}
