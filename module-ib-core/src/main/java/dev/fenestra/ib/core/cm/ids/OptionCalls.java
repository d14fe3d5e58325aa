package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.vocabulary.QpType;

/** Options of ids (core/cma.c rdma_set_*). */
final class OptionCalls {
    private static final int LONGEST_TIMEOUT = 31;
    private static final int OCTET = 0xff;

    private OptionCalls() {}

    static void set(CmIdObject id, CmOption option, int value) {
        switch (option) {
            case TOS -> id.trafficClass = value & OCTET;
            case REUSE_ADDRESS -> {
                if (value == 0) {
                    id.check(IdState.IDLE);
                } else if (id.state == IdState.LISTEN) {
                    throw id.wrongState();
                }
                id.reuseAddress = value != 0;
            }
            case AF_ONLY -> {
                id.check(IdState.IDLE, IdState.ADDR_BOUND);
                id.afOnly = value != 0;
            }
            case ACK_TIMEOUT -> {
                boolean connects = id.type == QpType.RC || id.type == QpType.XRC_INI;
                if (!connects || value < 0 || value > LONGEST_TIMEOUT) {
                    throw CmRule.OPTION.refused(option + "=" + value + " QP type=" + id.type);
                }
                id.ackTimeout = value;
                id.ackTimeoutSet = true;
            }
        }
    }
}
