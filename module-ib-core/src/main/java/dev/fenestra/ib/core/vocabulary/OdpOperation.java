package dev.fenestra.ib.core.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/** What a QP may do with memory that is paged on demand; bits as in verbs.h {@code ibv_odp_transport_cap_bits}. */
public enum OdpOperation {
    /** Sends whose data lies in on-demand memory. */
    SEND(0x1),
    /** Receives into on-demand memory. */
    RECV(0x2),
    /** RDMA WRITEs, from and to on-demand memory. */
    WRITE(0x4),
    /** RDMA READs, from and to on-demand memory. */
    READ(0x8),
    /** Atomics on on-demand memory. */
    ATOMIC(0x10),
    /** Receives of an SRQ into on-demand memory. */
    SRQ_RECV(0x20),
    /** FLUSH of on-demand memory. */
    FLUSH(0x40),
    /** ATOMIC_WRITE to on-demand memory. */
    ATOMIC_WRITE(0x80);

    private final int bit;

    OdpOperation(int bit) {
        this.bit = bit;
    }

    /** {@return the bit of verbs.h that stands for this operation} */
    public int bit() {
        return bit;
    }

    /**
     * {@return the operations of a mask; bits without a name are left out}
     *
     * @param mask bits of {@code ibv_odp_transport_cap_bits}
     */
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
