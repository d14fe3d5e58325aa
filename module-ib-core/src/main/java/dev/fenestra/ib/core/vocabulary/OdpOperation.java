package dev.fenestra.ib.core.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/** What a QP may do with memory that is paged on demand; bits as in verbs.h {@code ibv_odp_transport_cap_bits}. */
public enum OdpOperation {
    SEND,
    RECV,
    WRITE,
    READ,
    ATOMIC,
    SRQ_RECV,
    FLUSH,
    ATOMIC_WRITE;

    public int bit() {
        return 1 << ordinal();
    }

    public static Set<OdpOperation> of(int mask) {
        Set<OdpOperation> operations = EnumSet.noneOf(OdpOperation.class);
        for (OdpOperation operation : values()) {
            if ((mask & operation.bit()) != 0) {
                operations.add(operation);
            }
        }
        return operations;
    }
}
