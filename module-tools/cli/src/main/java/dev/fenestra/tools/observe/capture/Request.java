package dev.fenestra.tools.observe.capture;

import org.jspecify.annotations.Nullable;

/**
 * A request, for a report.
 *
 * @param flow who sends to which QP
 * @param operation for example {@code SEND_WITH_INV}
 * @param key R_Key; absent for a SEND
 * @param address remote address; absent for a SEND
 * @param bytes that it moves; for an incomplete request, the bytes that were seen
 * @param complete whether its first and last packets were seen
 * @param psn of its first packet
 * @param packets it was sent in
 * @param sentAgain packets that were sent again
 * @param packet number of the first
 * @param result {@code ACK}, a NAK by name, or that there was none
 * @param answeredBy number of the packet that decided, or 0
 */
public record Request(
        String flow,
        String operation,
        @Nullable String key,
        @Nullable String address,
        long bytes,
        boolean complete,
        int psn,
        int packets,
        int sentAgain,
        int packet,
        String result,
        int answeredBy) {}
