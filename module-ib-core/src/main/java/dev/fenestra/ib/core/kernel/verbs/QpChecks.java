package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.verbs.QpTransitions.Transition;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Checks of {@code modify_qp} before the driver is called: the state table, then the ranges of the values. */
public final class QpChecks {
    private static final Set<QpState> CURRENT_STATES = EnumSet.of(QpState.RTR, QpState.RTS, QpState.SQD, QpState.SQE);
    private static final int MAX_TIMER_CODE = 31;
    private static final int MAX_RETRIES = 7;
    private static final int MAX_QPN = 0xffffff;

    /** Attributes that a QP of a type cannot have: the kernel removes them ({@code modify_qp_mask}). */
    private static final Map<QpType, Set<QpAttribute>> IGNORED = Map.of(
            QpType.XRC_INI, EnumSet.of(QpAttribute.MAX_DEST_RD_ATOMIC, QpAttribute.MIN_RNR_TIMER),
            QpType.XRC_TGT, EnumSet.of(QpAttribute.MAX_QP_RD_ATOMIC, QpAttribute.RETRY_CNT, QpAttribute.RNR_RETRY));

    private QpChecks() {}

    /** {@return attributes that do not count for a type} */
    static Set<QpAttribute> ignored(QpType type) {
        return IGNORED.getOrDefault(type, Set.of());
    }

    /**
     * Checks a transition.
     *
     * @param from the present state of the QP
     */
    static void transition(QpType type, QpState from, QpAttributes asked) {
        if (asked.has(QpAttribute.CUR_STATE)) {
            currentState(from, asked.currentState());
        }
        QpState to = asked.has(QpAttribute.STATE) ? asked.state() : from;
        String step = type + " " + from + " -> " + to;
        Transition row =
                QpTransitions.find(type, from, to).orElseThrow(() -> new VerbsException(QueueRule.QP_TRANSITION, step));
        Set<QpAttribute> missing = EnumSet.noneOf(QpAttribute.class);
        missing.addAll(row.required());
        missing.removeAll(QpAttribute.of(asked.mask()));
        if (!missing.isEmpty()) {
            throw new VerbsException(QueueRule.QP_REQUIRED, step + ", missing " + missing);
        }
        Set<QpAttribute> surplus = QpAttribute.of(asked.mask() & ~QpAttribute.STATE.bit());
        surplus.removeAll(row.required());
        surplus.removeAll(row.optional());
        if (!surplus.isEmpty()) {
            throw new VerbsException(QueueRule.QP_ALLOWED, step + ", not allowed " + surplus);
        }
    }

    /**
     * Checks the ranges of the given values. The device checks GID indexes.
     *
     * @param device attributes of the device
     * @param asked the given attributes
     */
    public static void ranges(DeviceAttributes device, QpAttributes asked) {
        range(asked, QpAttribute.PORT, QueueRule.PORT, asked.port(), 1, device.physPortCnt());
        range(asked, QpAttribute.PKEY_INDEX, QueueRule.PKEY_INDEX, asked.pkeyIndex(), 0, device.maxPkeys() - 1);
        range(asked, QpAttribute.TIMEOUT, QueueRule.TIMEOUT, asked.timeout(), 0, MAX_TIMER_CODE);
        range(asked, QpAttribute.RETRY_CNT, QueueRule.RETRY_COUNT, asked.retryCount(), 0, MAX_RETRIES);
        range(asked, QpAttribute.RNR_RETRY, QueueRule.RNR_RETRY, asked.rnrRetry(), 0, MAX_RETRIES);
        range(asked, QpAttribute.MIN_RNR_TIMER, QueueRule.MIN_RNR_TIMER, asked.minRnrTimer(), 0, MAX_TIMER_CODE);
        int depth = device.maxQpRdAtomic();
        range(asked, QpAttribute.MAX_QP_RD_ATOMIC, QueueRule.RD_ATOMIC, asked.maxRdAtomic(), 0, depth);
        range(asked, QpAttribute.MAX_DEST_RD_ATOMIC, QueueRule.DEST_RD_ATOMIC, asked.maxDestRdAtomic(), 0, depth);
        range(asked, QpAttribute.DEST_QPN, QueueRule.DEST_QPN, asked.destinationQpn(), 0, MAX_QPN);
    }

    /** A controlled Q_Key, which has its highest bit set, is for privileged processes. */
    static void privilege(QpAttributes asked, boolean capNetRaw) {
        if (asked.has(QpAttribute.QKEY) && asked.qkey() < 0 && !capNetRaw) {
            throw new VerbsException(
                    QueueRule.QKEY_PRIVILEGE, String.format("QKEY=0x%08x, no CAP_NET_RAW", asked.qkey()));
        }
    }

    private static void currentState(QpState from, QpState given) {
        if (!CURRENT_STATES.contains(given)) {
            throw new VerbsException(QueueRule.CUR_STATE_KIND, "CUR_STATE=" + given);
        }
        if (given != from) {
            throw new VerbsException(QueueRule.CUR_STATE, "CUR_STATE=" + given + ", state=" + from);
        }
    }

    private static void range(
            QpAttributes asked, QpAttribute attribute, QueueRule rule, int value, int least, int most) {
        if (asked.has(attribute) && (value < least || value > most)) {
            throw new VerbsException(rule, attribute + "=" + value + ", range=" + least + ".." + most);
        }
    }
}
