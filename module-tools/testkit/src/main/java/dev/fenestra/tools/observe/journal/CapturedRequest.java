package dev.fenestra.tools.observe.journal;

import java.util.OptionalLong;

/**
 * A send request, for the comments of a capture.
 *
 * @param host name of the host that sends it
 * @param qpNumber of the QP that sends it
 * @param wqeIndex of the send WQE
 * @param operation name of the WQE's opcode
 * @param wrId as the driver told it when it wrote the WQE; empty when it did not
 */
record CapturedRequest(String host, int qpNumber, int wqeIndex, String operation, OptionalLong wrId) {

    String text() {
        String request = qpText(host, qpNumber) + " WQE " + wqeIndex + " " + operation;
        return wrId.isPresent() ? request + " wr_id=" + wrId.getAsLong() : request;
    }

    /** How comments name a QP. */
    static String qpText(String host, int qpNumber) {
        return String.format("%s QP 0x%06x", host, qpNumber);
    }
}
