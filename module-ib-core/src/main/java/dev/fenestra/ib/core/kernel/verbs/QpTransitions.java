package dev.fenestra.ib.core.kernel.verbs;

import static dev.fenestra.ib.core.vocabulary.QpAttribute.ACCESS_FLAGS;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.ALT_PATH;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.AV;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.CUR_STATE;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.DEST_QPN;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.EN_SQD_ASYNC_NOTIFY;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.MAX_DEST_RD_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.MAX_QP_RD_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.MIN_RNR_TIMER;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.PATH_MIG_STATE;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.PATH_MTU;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.PKEY_INDEX;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.PORT;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.QKEY;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.RETRY_CNT;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.RNR_RETRY;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.RQ_PSN;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.SQ_PSN;
import static dev.fenestra.ib.core.vocabulary.QpAttribute.TIMEOUT;
import static dev.fenestra.ib.core.vocabulary.QpState.ERR;
import static dev.fenestra.ib.core.vocabulary.QpState.INIT;
import static dev.fenestra.ib.core.vocabulary.QpState.RESET;
import static dev.fenestra.ib.core.vocabulary.QpState.RTR;
import static dev.fenestra.ib.core.vocabulary.QpState.RTS;
import static dev.fenestra.ib.core.vocabulary.QpState.SQD;
import static dev.fenestra.ib.core.vocabulary.QpState.SQE;
import static dev.fenestra.ib.core.vocabulary.QpType.DRIVER;
import static dev.fenestra.ib.core.vocabulary.QpType.RC;
import static dev.fenestra.ib.core.vocabulary.QpType.UC;
import static dev.fenestra.ib.core.vocabulary.QpType.UD;
import static dev.fenestra.ib.core.vocabulary.QpType.XRC_INI;
import static dev.fenestra.ib.core.vocabulary.QpType.XRC_TGT;

import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The QP state table ({@code qp_state_table} of core/verbs.c) as data: the attributes that each transition requires and
 * allows.
 */
final class QpTransitions {

    /**
     * One row of the table.
     *
     * @param required attributes that must be given
     * @param optional attributes that may be given
     */
    record Transition(QpType type, QpState from, QpState to, Set<QpAttribute> required, Set<QpAttribute> optional) {}

    private static final Map<QpType, List<Transition>> TABLE = new EnumMap<>(QpType.class);

    static {
        for (QpType type : EnumSet.complementOf(EnumSet.of(QpType.RAW_PACKET))) {
            row(type, RESET, RESET, none(), none());
            row(type, RTS, SQD, none(), Set.of(EN_SQD_ASYNC_NOTIFY));
            for (QpState from : EnumSet.complementOf(EnumSet.of(RESET))) {
                if (from != SQE || type == UC || type == UD || type == DRIVER) {
                    row(type, from, RESET, none(), none());
                    row(type, from, ERR, none(), none());
                }
            }
        }
        Set<QpAttribute> begin = Set.of(PKEY_INDEX, PORT, ACCESS_FLAGS);
        Set<QpAttribute> alternate = Set.of(ALT_PATH, ACCESS_FLAGS, PKEY_INDEX);
        for (QpType type : List.of(RC, UC, XRC_INI, XRC_TGT)) {
            row(type, RESET, INIT, begin, none());
            row(type, INIT, INIT, none(), begin);
        }

        Set<QpAttribute> rcRunning = Set.of(CUR_STATE, ALT_PATH, ACCESS_FLAGS, MIN_RNR_TIMER, PATH_MIG_STATE);
        row(RC, INIT, RTR, Set.of(AV, PATH_MTU, DEST_QPN, RQ_PSN, MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER), alternate);
        row(RC, RTR, RTS, Set.of(TIMEOUT, RETRY_CNT, RNR_RETRY, SQ_PSN, MAX_QP_RD_ATOMIC), rcRunning);
        row(RC, RTS, RTS, none(), rcRunning);
        row(RC, SQD, RTS, none(), rcRunning);
        row(
                RC,
                SQD,
                SQD,
                none(),
                Set.of(
                        PORT,
                        AV,
                        TIMEOUT,
                        RETRY_CNT,
                        RNR_RETRY,
                        MAX_QP_RD_ATOMIC,
                        MAX_DEST_RD_ATOMIC,
                        ALT_PATH,
                        ACCESS_FLAGS,
                        PKEY_INDEX,
                        MIN_RNR_TIMER,
                        PATH_MIG_STATE));

        Set<QpAttribute> ucRunning = Set.of(CUR_STATE, ALT_PATH, ACCESS_FLAGS, PATH_MIG_STATE);
        row(UC, INIT, RTR, Set.of(AV, PATH_MTU, DEST_QPN, RQ_PSN), alternate);
        row(UC, RTR, RTS, Set.of(SQ_PSN), ucRunning);
        row(UC, RTS, RTS, none(), ucRunning);
        row(UC, SQD, RTS, none(), ucRunning);
        row(UC, SQD, SQD, none(), Set.of(AV, ALT_PATH, ACCESS_FLAGS, PKEY_INDEX, PATH_MIG_STATE));
        row(UC, SQE, RTS, none(), Set.of(CUR_STATE, ACCESS_FLAGS));

        row(XRC_INI, INIT, RTR, Set.of(AV, PATH_MTU, DEST_QPN, RQ_PSN), alternate);
        row(XRC_INI, RTR, RTS, Set.of(TIMEOUT, RETRY_CNT, RNR_RETRY, SQ_PSN, MAX_QP_RD_ATOMIC), ucRunning);
        row(XRC_INI, RTS, RTS, none(), ucRunning);
        row(XRC_INI, SQD, RTS, none(), ucRunning);
        row(
                XRC_INI,
                SQD,
                SQD,
                none(),
                Set.of(
                        PORT,
                        AV,
                        TIMEOUT,
                        RETRY_CNT,
                        RNR_RETRY,
                        MAX_QP_RD_ATOMIC,
                        ALT_PATH,
                        ACCESS_FLAGS,
                        PKEY_INDEX,
                        PATH_MIG_STATE));

        row(XRC_TGT, INIT, RTR, Set.of(AV, PATH_MTU, DEST_QPN, RQ_PSN, MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER), alternate);
        row(XRC_TGT, RTR, RTS, Set.of(TIMEOUT, SQ_PSN), rcRunning);
        row(XRC_TGT, RTS, RTS, none(), rcRunning);
        row(XRC_TGT, SQD, RTS, none(), rcRunning);
        row(
                XRC_TGT,
                SQD,
                SQD,
                none(),
                Set.of(
                        PORT,
                        AV,
                        TIMEOUT,
                        MAX_DEST_RD_ATOMIC,
                        ALT_PATH,
                        ACCESS_FLAGS,
                        PKEY_INDEX,
                        MIN_RNR_TIMER,
                        PATH_MIG_STATE));

        Set<QpAttribute> udRunning = Set.of(CUR_STATE, QKEY);
        for (QpType type : List.of(UD, DRIVER)) {
            row(type, RESET, INIT, Set.of(PKEY_INDEX, PORT, QKEY), none());
            row(type, INIT, INIT, none(), Set.of(PKEY_INDEX, PORT, QKEY));
            row(type, INIT, RTR, none(), Set.of(PKEY_INDEX, QKEY));
            row(type, RTS, RTS, none(), udRunning);
            row(type, SQD, RTS, none(), udRunning);
            row(type, SQD, SQD, none(), Set.of(PKEY_INDEX, QKEY));
            row(type, SQE, RTS, none(), udRunning);
        }
        row(UD, RTR, RTS, Set.of(SQ_PSN), udRunning);
        // The table of efa's driver for SRD (efa_verbs.c srd_qp_state_table).
        row(DRIVER, RTR, RTS, Set.of(SQ_PSN), Set.of(CUR_STATE, QKEY, RNR_RETRY));
    }

    private QpTransitions() {}

    public static List<Transition> of(QpType type) {
        return List.copyOf(TABLE.getOrDefault(type, List.of()));
    }

    public static Optional<Transition> find(QpType type, QpState from, QpState to) {
        return of(type).stream()
                .filter(row -> row.from() == from && row.to() == to)
                .findFirst();
    }

    private static Set<QpAttribute> none() {
        return Set.of();
    }

    private static void row(
            QpType type, QpState from, QpState to, Set<QpAttribute> required, Set<QpAttribute> optional) {
        TABLE.computeIfAbsent(type, unused -> new ArrayList<>())
                .add(new Transition(type, from, to, required, optional));
    }
}
