package dev.fenestra.ib.core.cm.protocol;

import static dev.fenestra.ib.core.cm.protocol.CmAction.NOTHING;
import static dev.fenestra.ib.core.cm.protocol.CmState.*;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state table of a connection, as ib_cm of Linux has it. An empty cell is a call that is refused, or a message that
 * is ignored.
 */
final class CmTable {
    private static final Map<CmState, Map<CmInput, CmStep>> STEPS = new EnumMap<>(CmState.class);

    private static final List<CmState> ANSWERABLE = List.of(REQ_RCVD, MRA_REQ_SENT);
    private static final List<CmState> ASKING = List.of(REQ_SENT, MRA_REQ_RCVD);
    private static final List<CmState> ACCEPTED = List.of(REP_RCVD, MRA_REP_SENT);
    private static final List<CmState> ACCEPTING = List.of(REP_SENT, MRA_REP_RCVD);
    private static final List<CmState> USED = List.of(ESTABLISHED);
    private static final List<CmState> ENDING = List.of(DREQ_SENT);
    private static final List<CmState> ENDED = List.of(DREQ_RCVD);

    static {
        calls();
        abandonment();
        opening();
        refusals();
        ending();
        services();
    }

    private CmTable() {}

    /** The cell for a state and an input, or null when it is empty. */
    static @Nullable CmStep step(CmState state, CmInput input) {
        Map<CmInput, CmStep> row = STEPS.get(state);
        return row == null ? null : row.get(input);
    }

    private static void calls() {
        row(List.of(IDLE), CmInput.CONNECT, REQ_SENT, CmAction.SEND_UNTIL_ANSWERED, null);
        row(List.of(REQ_RCVD), CmInput.DELAY, MRA_REQ_SENT, NOTHING, null);
        row(List.of(REP_RCVD), CmInput.DELAY, MRA_REP_SENT, NOTHING, null);
        row(ANSWERABLE, CmInput.ACCEPT, REP_SENT, CmAction.SEND_UNTIL_ANSWERED, null);
        row(ACCEPTED, CmInput.READY, ESTABLISHED, CmAction.RTU, null);
        row(ASKING, CmInput.REJECT, IDLE, CmAction.SEND, null);
        row(ANSWERABLE, CmInput.REJECT, IDLE, CmAction.SEND, null);
        row(ACCEPTED, CmInput.REJECT, IDLE, CmAction.SEND, null);
        row(ACCEPTING, CmInput.REJECT, TIMEWAIT, CmAction.SEND, null);
        row(ACCEPTING, CmInput.ESTABLISH, ESTABLISHED, NOTHING, CmNotice.USER_ESTABLISHED);
        row(USED, CmInput.DISCONNECT, DREQ_SENT, CmAction.SEND_UNTIL_ANSWERED, null);
        row(ENDED, CmInput.DISCONNECT, TIMEWAIT, CmAction.DREP, null);
    }

    private static void abandonment() {
        row(List.of(IDLE, SIDR_REQ_SENT), CmInput.ABANDON, IDLE, NOTHING, null);
        row(ASKING, CmInput.ABANDON, IDLE, CmAction.REJ_TIMEOUT, null);
        row(ANSWERABLE, CmInput.ABANDON, IDLE, CmAction.REJ_CONSUMER, null);
        row(ACCEPTED, CmInput.ABANDON, IDLE, CmAction.REJ_CONSUMER, null);
        row(ACCEPTING, CmInput.ABANDON, TIMEWAIT, CmAction.REJ_CONSUMER, null);
        row(USED, CmInput.ABANDON, TIMEWAIT, CmAction.DREQ, null);
        row(ENDING, CmInput.ABANDON, TIMEWAIT, NOTHING, null);
        row(ENDED, CmInput.ABANDON, TIMEWAIT, CmAction.DREP, null);
        row(List.of(TIMEWAIT), CmInput.ABANDON, TIMEWAIT, NOTHING, null);
        row(List.of(SIDR_REQ_RCVD), CmInput.ABANDON, IDLE, CmAction.SIDR_REJECT, null);
    }

    private static void opening() {
        row(List.of(IDLE), CmInput.REQ, REQ_RCVD, NOTHING, null);
        row(List.of(MRA_REQ_SENT), CmInput.REQ_AGAIN, MRA_REQ_SENT, CmAction.MRA, null);
        row(List.of(TIMEWAIT), CmInput.REQ_AGAIN, TIMEWAIT, CmAction.REJ_STALE, null);
        row(List.of(REQ_SENT), CmInput.MRA_OF_REQ, MRA_REQ_RCVD, CmAction.WAIT_LONGER, null);
        row(List.of(REP_SENT), CmInput.MRA_OF_REP, MRA_REP_RCVD, CmAction.WAIT_LONGER, null);
        row(ASKING, CmInput.REP, REP_RCVD, NOTHING, CmNotice.REP_RECEIVED);
        row(List.of(MRA_REP_SENT), CmInput.REP, MRA_REP_SENT, CmAction.MRA, null);
        row(USED, CmInput.REP, ESTABLISHED, CmAction.RTU, null);
        row(ACCEPTING, CmInput.RTU, ESTABLISHED, NOTHING, CmNotice.RTU_RECEIVED);
        row(ASKING, CmInput.UNANSWERED, IDLE, NOTHING, CmNotice.REQ_ERROR);
        row(ACCEPTING, CmInput.UNANSWERED, IDLE, NOTHING, CmNotice.REP_ERROR);
    }

    private static void refusals() {
        for (List<CmState> states : List.of(ASKING, ANSWERABLE, ACCEPTING)) {
            row(states, CmInput.REJ, IDLE, NOTHING, CmNotice.REJ_RECEIVED);
            row(states, CmInput.REJ_STALE, TIMEWAIT, NOTHING, CmNotice.REJ_RECEIVED);
        }
        for (List<CmState> states : List.of(ACCEPTED, USED, ENDING)) {
            row(states, CmInput.REJ, TIMEWAIT, NOTHING, CmNotice.REJ_RECEIVED);
            row(states, CmInput.REJ_STALE, TIMEWAIT, NOTHING, CmNotice.REJ_RECEIVED);
        }
    }

    private static void ending() {
        for (List<CmState> states : List.of(ACCEPTING, USED, ENDING)) {
            row(states, CmInput.DREQ, DREQ_RCVD, NOTHING, CmNotice.DREQ_RECEIVED);
        }
        row(List.of(TIMEWAIT), CmInput.DREQ, TIMEWAIT, CmAction.DREP, null);
        row(ENDING, CmInput.DREP, TIMEWAIT, NOTHING, CmNotice.DREP_RECEIVED);
        row(ENDED, CmInput.DREP, TIMEWAIT, NOTHING, CmNotice.DREP_RECEIVED);
        row(ENDING, CmInput.UNANSWERED, TIMEWAIT, NOTHING, CmNotice.DREQ_ERROR);
        row(List.of(TIMEWAIT), CmInput.TIMEWAIT_OVER, IDLE, NOTHING, CmNotice.TIMEWAIT_EXIT);
        row(USED, CmInput.LAP, ESTABLISHED, CmAction.APR, null);
    }

    private static void services() {
        row(List.of(IDLE), CmInput.ASK_SERVICE, SIDR_REQ_SENT, CmAction.SEND_UNTIL_ANSWERED, null);
        row(List.of(IDLE), CmInput.SIDR_REQ, SIDR_REQ_RCVD, NOTHING, null);
        row(List.of(SIDR_REQ_RCVD), CmInput.NAME_SERVICE, IDLE, CmAction.SEND, null);
        row(List.of(SIDR_REQ_SENT), CmInput.SIDR_REP, IDLE, NOTHING, CmNotice.SIDR_REP_RECEIVED);
        row(List.of(SIDR_REQ_SENT), CmInput.UNANSWERED, IDLE, NOTHING, CmNotice.SIDR_REQ_ERROR);
    }

    private static void row(
            List<CmState> states, CmInput input, CmState next, CmAction action, @Nullable CmNotice notice) {
        for (CmState state : states) {
            STEPS.computeIfAbsent(state, _ -> new EnumMap<>(CmInput.class))
                    .put(input, new CmStep(next, action, notice));
        }
    }
}
