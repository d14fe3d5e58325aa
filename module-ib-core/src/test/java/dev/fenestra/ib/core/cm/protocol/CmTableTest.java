package dev.fenestra.ib.core.cm.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every cell of the state table, state by state, as core/cm.c has it; what is not listed is empty. */
class CmTableTest {
    private static final String CELLS = """
        IDLE          CONNECT       -> REQ_SENT      SEND_UNTIL_ANSWERED
        IDLE          REQ           -> REQ_RCVD      NOTHING
        IDLE          ASK_SERVICE   -> SIDR_REQ_SENT SEND_UNTIL_ANSWERED
        IDLE          SIDR_REQ      -> SIDR_REQ_RCVD NOTHING
        IDLE          ABANDON       -> IDLE          NOTHING

        REQ_SENT      MRA_OF_REQ    -> MRA_REQ_RCVD  WAIT_LONGER
        REQ_SENT      REP           -> REP_RCVD      NOTHING              REP_RECEIVED
        REQ_SENT      REJ           -> IDLE          NOTHING              REJ_RECEIVED
        REQ_SENT      REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        REQ_SENT      UNANSWERED    -> IDLE          NOTHING              REQ_ERROR
        REQ_SENT      REJECT        -> IDLE          SEND
        REQ_SENT      ABANDON       -> IDLE          REJ_TIMEOUT

        MRA_REQ_RCVD  REP           -> REP_RCVD      NOTHING              REP_RECEIVED
        MRA_REQ_RCVD  REJ           -> IDLE          NOTHING              REJ_RECEIVED
        MRA_REQ_RCVD  REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        MRA_REQ_RCVD  UNANSWERED    -> IDLE          NOTHING              REQ_ERROR
        MRA_REQ_RCVD  REJECT        -> IDLE          SEND
        MRA_REQ_RCVD  ABANDON       -> IDLE          REJ_TIMEOUT

        REQ_RCVD      DELAY         -> MRA_REQ_SENT  NOTHING
        REQ_RCVD      ACCEPT        -> REP_SENT      SEND_UNTIL_ANSWERED
        REQ_RCVD      REJECT        -> IDLE          SEND
        REQ_RCVD      REJ           -> IDLE          NOTHING              REJ_RECEIVED
        REQ_RCVD      REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        REQ_RCVD      ABANDON       -> IDLE          REJ_CONSUMER

        MRA_REQ_SENT  ACCEPT        -> REP_SENT      SEND_UNTIL_ANSWERED
        MRA_REQ_SENT  REJECT        -> IDLE          SEND
        MRA_REQ_SENT  REQ_AGAIN     -> MRA_REQ_SENT  MRA
        MRA_REQ_SENT  REJ           -> IDLE          NOTHING              REJ_RECEIVED
        MRA_REQ_SENT  REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        MRA_REQ_SENT  ABANDON       -> IDLE          REJ_CONSUMER

        REP_SENT      RTU           -> ESTABLISHED   NOTHING              RTU_RECEIVED
        REP_SENT      MRA_OF_REP    -> MRA_REP_RCVD  WAIT_LONGER
        REP_SENT      ESTABLISH     -> ESTABLISHED   NOTHING              USER_ESTABLISHED
        REP_SENT      REJECT        -> TIMEWAIT      SEND
        REP_SENT      REJ           -> IDLE          NOTHING              REJ_RECEIVED
        REP_SENT      REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        REP_SENT      DREQ          -> DREQ_RCVD     NOTHING              DREQ_RECEIVED
        REP_SENT      UNANSWERED    -> IDLE          NOTHING              REP_ERROR
        REP_SENT      ABANDON       -> TIMEWAIT      REJ_CONSUMER

        MRA_REP_RCVD  RTU           -> ESTABLISHED   NOTHING              RTU_RECEIVED
        MRA_REP_RCVD  ESTABLISH     -> ESTABLISHED   NOTHING              USER_ESTABLISHED
        MRA_REP_RCVD  REJECT        -> TIMEWAIT      SEND
        MRA_REP_RCVD  REJ           -> IDLE          NOTHING              REJ_RECEIVED
        MRA_REP_RCVD  REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        MRA_REP_RCVD  DREQ          -> DREQ_RCVD     NOTHING              DREQ_RECEIVED
        MRA_REP_RCVD  UNANSWERED    -> IDLE          NOTHING              REP_ERROR
        MRA_REP_RCVD  ABANDON       -> TIMEWAIT      REJ_CONSUMER

        REP_RCVD      DELAY         -> MRA_REP_SENT  NOTHING
        REP_RCVD      READY         -> ESTABLISHED   RTU
        REP_RCVD      REJECT        -> IDLE          SEND
        REP_RCVD      REJ           -> TIMEWAIT      NOTHING              REJ_RECEIVED
        REP_RCVD      REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        REP_RCVD      ABANDON       -> IDLE          REJ_CONSUMER

        MRA_REP_SENT  READY         -> ESTABLISHED   RTU
        MRA_REP_SENT  REP           -> MRA_REP_SENT  MRA
        MRA_REP_SENT  REJECT        -> IDLE          SEND
        MRA_REP_SENT  REJ           -> TIMEWAIT      NOTHING              REJ_RECEIVED
        MRA_REP_SENT  REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        MRA_REP_SENT  ABANDON       -> IDLE          REJ_CONSUMER

        ESTABLISHED   DISCONNECT    -> DREQ_SENT     SEND_UNTIL_ANSWERED
        ESTABLISHED   REP           -> ESTABLISHED   RTU
        ESTABLISHED   DREQ          -> DREQ_RCVD     NOTHING              DREQ_RECEIVED
        ESTABLISHED   REJ           -> TIMEWAIT      NOTHING              REJ_RECEIVED
        ESTABLISHED   REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        ESTABLISHED   LAP           -> ESTABLISHED   APR
        ESTABLISHED   ABANDON       -> TIMEWAIT      DREQ

        DREQ_SENT     DREP          -> TIMEWAIT      NOTHING              DREP_RECEIVED
        DREQ_SENT     DREQ          -> DREQ_RCVD     NOTHING              DREQ_RECEIVED
        DREQ_SENT     REJ           -> TIMEWAIT      NOTHING              REJ_RECEIVED
        DREQ_SENT     REJ_STALE     -> TIMEWAIT      NOTHING              REJ_RECEIVED
        DREQ_SENT     UNANSWERED    -> TIMEWAIT      NOTHING              DREQ_ERROR
        DREQ_SENT     ABANDON       -> TIMEWAIT      NOTHING

        DREQ_RCVD     DISCONNECT    -> TIMEWAIT      DREP
        DREQ_RCVD     DREP          -> TIMEWAIT      NOTHING              DREP_RECEIVED
        DREQ_RCVD     ABANDON       -> TIMEWAIT      DREP

        TIMEWAIT      REQ_AGAIN     -> TIMEWAIT      REJ_STALE
        TIMEWAIT      DREQ          -> TIMEWAIT      DREP
        TIMEWAIT      TIMEWAIT_OVER -> IDLE          NOTHING              TIMEWAIT_EXIT
        TIMEWAIT      ABANDON       -> TIMEWAIT      NOTHING

        SIDR_REQ_SENT SIDR_REP      -> IDLE          NOTHING              SIDR_REP_RECEIVED
        SIDR_REQ_SENT UNANSWERED    -> IDLE          NOTHING              SIDR_REQ_ERROR
        SIDR_REQ_SENT ABANDON       -> IDLE          NOTHING

        SIDR_REQ_RCVD NAME_SERVICE  -> IDLE          SEND
        SIDR_REQ_RCVD ABANDON       -> IDLE          SIDR_REJECT
        """;

    @TestFactory
    List<DynamicTest> shouldHaveTheCellsOfLinuxAndNoOthers() {
        Map<String, String> expected = CELLS.lines()
                .filter(line -> !line.isBlank())
                .map(line -> Arrays.asList(line.trim().split(" +")))
                .collect(Collectors.toMap(
                        cell -> cell.get(0) + " " + cell.get(1),
                        cell -> String.join(" ", cell.subList(3, cell.size()))));
        List<DynamicTest> tests = new ArrayList<>();
        for (CmState state : CmState.values()) {
            for (CmInput input : CmInput.values()) {
                String cell = state + " " + input;
                String step = expected.getOrDefault(cell, "");
                tests.add(DynamicTest.dynamicTest(
                        cell + " -> " + step, () -> assertEquals(step, text(CmTable.step(state, input)))));
            }
        }
        return tests;
    }

    private static String text(CmStep step) {
        return step == null
                ? ""
                : step.next() + " " + step.action() + (step.notice() == null ? "" : " " + step.notice());
    }
}
