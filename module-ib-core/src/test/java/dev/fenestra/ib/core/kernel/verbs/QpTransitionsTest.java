package dev.fenestra.ib.core.kernel.verbs;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.verbs.QpTransitions.Transition;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

public class QpTransitionsTest {

    /** The state table as the manual pages and the kernel have it: type, from, to, required, optional. */
    private static final String TABLE = """
        RC RESET RESET - -
        RC RESET INIT PKEY_INDEX,PORT,ACCESS_FLAGS -
        RC INIT RESET - -
        RC INIT ERR - -
        RC INIT INIT - PKEY_INDEX,PORT,ACCESS_FLAGS
        RC INIT RTR AV,PATH_MTU,DEST_QPN,RQ_PSN,MAX_DEST_RD_ATOMIC,MIN_RNR_TIMER ALT_PATH,ACCESS_FLAGS,PKEY_INDEX
        RC RTR RESET - -
        RC RTR ERR - -
        RC RTR RTS TIMEOUT,RETRY_CNT,RNR_RETRY,SQ_PSN,MAX_QP_RD_ATOMIC \
        CUR_STATE,ALT_PATH,ACCESS_FLAGS,MIN_RNR_TIMER,PATH_MIG_STATE
        RC RTS RESET - -
        RC RTS ERR - -
        RC RTS RTS - CUR_STATE,ACCESS_FLAGS,ALT_PATH,PATH_MIG_STATE,MIN_RNR_TIMER
        RC RTS SQD - EN_SQD_ASYNC_NOTIFY
        RC SQD RESET - -
        RC SQD ERR - -
        RC SQD RTS - CUR_STATE,ALT_PATH,ACCESS_FLAGS,MIN_RNR_TIMER,PATH_MIG_STATE
        RC SQD SQD - PORT,AV,TIMEOUT,RETRY_CNT,RNR_RETRY,MAX_QP_RD_ATOMIC,MAX_DEST_RD_ATOMIC,ALT_PATH,\
        ACCESS_FLAGS,PKEY_INDEX,MIN_RNR_TIMER,PATH_MIG_STATE
        RC ERR RESET - -
        RC ERR ERR - -
        XRC_INI RESET RESET - -
        XRC_INI RESET INIT PKEY_INDEX,PORT,ACCESS_FLAGS -
        XRC_INI INIT RESET - -
        XRC_INI INIT ERR - -
        XRC_INI INIT INIT - PKEY_INDEX,PORT,ACCESS_FLAGS
        XRC_INI INIT RTR AV,PATH_MTU,DEST_QPN,RQ_PSN ALT_PATH,ACCESS_FLAGS,PKEY_INDEX
        XRC_INI RTR RESET - -
        XRC_INI RTR ERR - -
        XRC_INI RTR RTS TIMEOUT,RETRY_CNT,RNR_RETRY,SQ_PSN,MAX_QP_RD_ATOMIC \
        CUR_STATE,ALT_PATH,ACCESS_FLAGS,PATH_MIG_STATE
        XRC_INI RTS RESET - -
        XRC_INI RTS ERR - -
        XRC_INI RTS RTS - CUR_STATE,ACCESS_FLAGS,ALT_PATH,PATH_MIG_STATE
        XRC_INI RTS SQD - EN_SQD_ASYNC_NOTIFY
        XRC_INI SQD RESET - -
        XRC_INI SQD ERR - -
        XRC_INI SQD RTS - CUR_STATE,ALT_PATH,ACCESS_FLAGS,PATH_MIG_STATE
        XRC_INI SQD SQD - PORT,AV,TIMEOUT,RETRY_CNT,RNR_RETRY,MAX_QP_RD_ATOMIC,ALT_PATH,\
        ACCESS_FLAGS,PKEY_INDEX,PATH_MIG_STATE
        XRC_INI ERR RESET - -
        XRC_INI ERR ERR - -
        XRC_TGT RESET RESET - -
        XRC_TGT RESET INIT PKEY_INDEX,PORT,ACCESS_FLAGS -
        XRC_TGT INIT RESET - -
        XRC_TGT INIT ERR - -
        XRC_TGT INIT INIT - PKEY_INDEX,PORT,ACCESS_FLAGS
        XRC_TGT INIT RTR AV,PATH_MTU,DEST_QPN,RQ_PSN,MAX_DEST_RD_ATOMIC,MIN_RNR_TIMER ALT_PATH,ACCESS_FLAGS,PKEY_INDEX
        XRC_TGT RTR RESET - -
        XRC_TGT RTR ERR - -
        XRC_TGT RTR RTS TIMEOUT,SQ_PSN CUR_STATE,ALT_PATH,ACCESS_FLAGS,MIN_RNR_TIMER,PATH_MIG_STATE
        XRC_TGT RTS RESET - -
        XRC_TGT RTS ERR - -
        XRC_TGT RTS RTS - CUR_STATE,ACCESS_FLAGS,ALT_PATH,PATH_MIG_STATE,MIN_RNR_TIMER
        XRC_TGT RTS SQD - EN_SQD_ASYNC_NOTIFY
        XRC_TGT SQD RESET - -
        XRC_TGT SQD ERR - -
        XRC_TGT SQD RTS - CUR_STATE,ALT_PATH,ACCESS_FLAGS,MIN_RNR_TIMER,PATH_MIG_STATE
        XRC_TGT SQD SQD - PORT,AV,TIMEOUT,MAX_DEST_RD_ATOMIC,ALT_PATH,ACCESS_FLAGS,PKEY_INDEX,MIN_RNR_TIMER,\
        PATH_MIG_STATE
        XRC_TGT ERR RESET - -
        XRC_TGT ERR ERR - -
        UC RESET RESET - -
        UC RESET INIT PKEY_INDEX,PORT,ACCESS_FLAGS -
        UC INIT RESET - -
        UC INIT ERR - -
        UC INIT INIT - PKEY_INDEX,PORT,ACCESS_FLAGS
        UC INIT RTR AV,PATH_MTU,DEST_QPN,RQ_PSN ALT_PATH,ACCESS_FLAGS,PKEY_INDEX
        UC RTR RESET - -
        UC RTR ERR - -
        UC RTR RTS SQ_PSN CUR_STATE,ALT_PATH,ACCESS_FLAGS,PATH_MIG_STATE
        UC RTS RESET - -
        UC RTS ERR - -
        UC RTS RTS - CUR_STATE,ACCESS_FLAGS,ALT_PATH,PATH_MIG_STATE
        UC RTS SQD - EN_SQD_ASYNC_NOTIFY
        UC SQD RESET - -
        UC SQD ERR - -
        UC SQD RTS - CUR_STATE,ALT_PATH,ACCESS_FLAGS,PATH_MIG_STATE
        UC SQD SQD - AV,ALT_PATH,ACCESS_FLAGS,PKEY_INDEX,PATH_MIG_STATE
        UC SQE RESET - -
        UC SQE ERR - -
        UC SQE RTS - CUR_STATE,ACCESS_FLAGS
        UC ERR RESET - -
        UC ERR ERR - -
        UD RESET RESET - -
        UD RESET INIT PKEY_INDEX,PORT,QKEY -
        UD INIT RESET - -
        UD INIT ERR - -
        UD INIT INIT - PKEY_INDEX,PORT,QKEY
        UD INIT RTR - PKEY_INDEX,QKEY
        UD RTR RESET - -
        UD RTR ERR - -
        UD RTR RTS SQ_PSN CUR_STATE,QKEY
        UD RTS RESET - -
        UD RTS ERR - -
        UD RTS RTS - CUR_STATE,QKEY
        UD RTS SQD - EN_SQD_ASYNC_NOTIFY
        UD SQD RESET - -
        UD SQD ERR - -
        UD SQD RTS - CUR_STATE,QKEY
        UD SQD SQD - PKEY_INDEX,QKEY
        UD SQE RESET - -
        UD SQE ERR - -
        UD SQE RTS - CUR_STATE,QKEY
        UD ERR RESET - -
        UD ERR ERR - -
        DRIVER RESET RESET - -
        DRIVER RESET INIT PKEY_INDEX,PORT,QKEY -
        DRIVER INIT RESET - -
        DRIVER INIT ERR - -
        DRIVER INIT INIT - PKEY_INDEX,PORT,QKEY
        DRIVER INIT RTR - PKEY_INDEX,QKEY
        DRIVER RTR RESET - -
        DRIVER RTR ERR - -
        DRIVER RTR RTS SQ_PSN CUR_STATE,QKEY,RNR_RETRY
        DRIVER RTS RESET - -
        DRIVER RTS ERR - -
        DRIVER RTS RTS - CUR_STATE,QKEY
        DRIVER RTS SQD - EN_SQD_ASYNC_NOTIFY
        DRIVER SQD RESET - -
        DRIVER SQD ERR - -
        DRIVER SQD RTS - CUR_STATE,QKEY
        DRIVER SQD SQD - PKEY_INDEX,QKEY
        DRIVER SQE RESET - -
        DRIVER SQE ERR - -
        DRIVER SQE RTS - CUR_STATE,QKEY
        DRIVER ERR RESET - -
        DRIVER ERR ERR - -
        """;

    /** Attributes of functions that no device here has. A request with one of them is refused. */
    private static final Set<QpAttribute> NOT_SETTABLE =
            EnumSet.of(QpAttribute.EN_SQD_ASYNC_NOTIFY, QpAttribute.ALT_PATH, QpAttribute.PATH_MIG_STATE);

    static Stream<Transition> rows() {
        return TABLE.lines()
                .map(line -> line.split(" +"))
                .map(word -> new Transition(
                        QpType.valueOf(word[0]),
                        QpState.valueOf(word[1]),
                        QpState.valueOf(word[2]),
                        attributes(word[3]),
                        attributes(word[4])));
    }

    @Test
    void shouldBeTheTableOfTheManualAndNothingMore() {
        Set<Transition> built = Arrays.stream(QpType.values())
                .flatMap(type -> QpTransitions.of(type).stream())
                .collect(Collectors.toSet());

        assertEquals(rows().collect(Collectors.toSet()), built);
        assertEquals(
                built.size(),
                Arrays.stream(QpType.values())
                        .mapToInt(type -> QpTransitions.of(type).size())
                        .sum());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldAllowEveryRowWithWhatItRequiresAndWithAllItAllows(Transition row) {
        assertDoesNotThrow(() -> QpChecks.transition(row.type(), row.from(), request(row, row.required())));

        Set<QpAttribute> everything = EnumSet.noneOf(QpAttribute.class);
        everything.addAll(row.required());
        everything.addAll(row.optional());
        everything.removeAll(NOT_SETTABLE);
        assertDoesNotThrow(() -> QpChecks.transition(row.type(), row.from(), request(row, everything)));
    }

    @ParameterizedTest
    @EnumSource
    @Provokes("QPS-1")
    void shouldRefuseEveryPairThatTheTableDoesNotHave(QpType type) {
        Set<List<QpState>> allowed = rows().filter(row -> row.type() == type)
                .map(row -> List.of(row.from(), row.to()))
                .collect(Collectors.toSet());
        int refused = 0;
        for (QpState from : QpState.values()) {
            for (QpState to : QpState.values()) {
                if (!allowed.contains(List.of(from, to))) {
                    assertRefused(QueueRule.QP_TRANSITION, () -> QpChecks.transition(type, from, QpAttributes.to(to)));
                    refused++;
                }
            }
        }

        assertEquals(49 - allowed.size(), refused);
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Provokes("QPS-2")
    void shouldRefuseARowWhenOneRequiredAttributeIsMissing(Transition row) {
        for (QpAttribute missing : row.required()) {
            Set<QpAttribute> given = EnumSet.copyOf(row.required());
            given.remove(missing);

            VerbsException refused = assertRefused(
                    QueueRule.QP_REQUIRED, () -> QpChecks.transition(row.type(), row.from(), request(row, given)));
            assertTrue(refused.values().endsWith("missing [" + missing + "]"));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Provokes("QPS-3")
    void shouldRefuseARowWithAnAttributeThatItDoesNotAllow(Transition row) {
        Set<QpAttribute> surplus = EnumSet.complementOf(EnumSet.of(QpAttribute.STATE, QpAttribute.CUR_STATE));
        surplus.removeAll(NOT_SETTABLE);
        surplus.removeAll(row.required());
        surplus.removeAll(row.optional());
        for (QpAttribute attribute : surplus) {
            Set<QpAttribute> given = EnumSet.of(attribute);
            given.addAll(row.required());

            VerbsException refused = assertRefused(
                    QueueRule.QP_ALLOWED, () -> QpChecks.transition(row.type(), row.from(), request(row, given)));
            assertTrue(refused.values().endsWith("not allowed [" + attribute + "]"));
        }
    }

    @Test
    void shouldTakeARequestWithoutAStateAsATransitionToTheStateItIsIn() {
        assertDoesNotThrow(() -> QpChecks.transition(
                QpType.RC, QpState.RTS, QpAttributes.unchangedState().minRnrTimer(3)));
        assertRefused(
                QueueRule.QP_TRANSITION,
                () -> QpChecks.transition(
                        QpType.RC, QpState.RTR, QpAttributes.unchangedState().minRnrTimer(3)));
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "INIT", "ERR"})
    @Provokes("QPS-4")
    void shouldRefuseACurrentStateThatMayNotBeGiven(QpState given) {
        assertRefused(
                QueueRule.CUR_STATE_KIND,
                () -> QpChecks.transition(
                        QpType.RC, given, QpAttributes.to(QpState.RESET).currentState(given)));
    }

    @Test
    @Provokes("QPS-5")
    void shouldRefuseACurrentStateThatIsNotTheRealOne() {
        VerbsException refused = assertRefused(
                QueueRule.CUR_STATE,
                () -> QpChecks.transition(
                        QpType.RC, QpState.SQD, QpAttributes.to(QpState.RTS).currentState(QpState.RTS)));

        assertEquals("CUR_STATE=RTS, state=SQD", refused.values());
    }

    private static Set<QpAttribute> attributes(String names) {
        return names.equals("-")
                ? Set.of()
                : Arrays.stream(names.split(",")).map(QpAttribute::valueOf).collect(Collectors.toSet());
    }

    private static QpAttributes request(Transition row, Set<QpAttribute> given) {
        QpAttributes asked = QpAttributes.to(row.to());
        given.forEach(attribute -> set(asked, attribute, row.from()));
        return asked;
    }

    private static void set(QpAttributes asked, QpAttribute attribute, QpState from) {
        switch (attribute) {
            case CUR_STATE -> asked.currentState(from);
            case ACCESS_FLAGS -> asked.access(AccessFlag.REMOTE_READ);
            case PKEY_INDEX -> asked.pkeyIndex(0);
            case PORT -> asked.port(1);
            case QKEY -> asked.qkey(0x11111111);
            case AV -> asked.path(Gid.ofIpv4(0x0a000002), 0);
            case PATH_MTU -> asked.pathMtu(Mtu.MTU_1024);
            case TIMEOUT -> asked.timeout(14);
            case RETRY_CNT -> asked.retryCount(7);
            case RNR_RETRY -> asked.rnrRetry(7);
            case RQ_PSN -> asked.rqPsn(1);
            case MAX_QP_RD_ATOMIC -> asked.maxRdAtomic(1);
            case MIN_RNR_TIMER -> asked.minRnrTimer(1);
            case SQ_PSN -> asked.sqPsn(1);
            case MAX_DEST_RD_ATOMIC -> asked.maxDestRdAtomic(1);
            case DEST_QPN -> asked.destinationQpn(1);
            default -> throw new IllegalArgumentException(attribute + " cannot be set");
        }
    }
}
