package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.queue.PageFault;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;

/** The numbers that an EQE has for events. */
final class EventNumbers {
    private EventNumbers() {}

    /** {@return the type of an event, one of {@link EventType}} */
    static int type(EventKind kind) {
        return switch (kind) {
            case COMPLETION -> EventType.COMPLETION;
            case COMMUNICATION_ESTABLISHED -> EventType.COMMUNICATION_ESTABLISHED;
            case SEND_QUEUE_DRAINED -> EventType.SEND_QUEUE_DRAINED;
            case CQ_ERROR -> EventType.CQ_ERROR;
            case QP_CATASTROPHIC -> EventType.WQ_CATASTROPHIC;
            case DEVICE_CATASTROPHIC -> EventType.INTERNAL;
            case PORT_DOWN, PORT_ACTIVE -> EventType.PORT_CHANGE;
            case PAGE_FAULT -> EventType.PAGE_FAULT;
            case INVALID_REQUEST -> EventType.WQ_INVALID_REQUEST;
            case ACCESS_ERROR -> EventType.WQ_ACCESS_ERROR;
            case LAST_WQE -> EventType.LAST_WQE;
            case SRQ_LIMIT -> EventType.SRQ_LIMIT;
        };
    }

    /** {@return the sub type of an event; 0 where its type has none} */
    static int subType(EventKind kind) {
        return switch (kind) {
            case PORT_DOWN -> EventType.PORT_DOWN;
            case PORT_ACTIVE -> EventType.PORT_ACTIVE;
            case PAGE_FAULT -> Eqe.MEMORY_FAULT;
            default -> 0;
        };
    }

    /** {@return the bits {@code FAULT_} of {@link Eqe}} */
    static int flags(PageFault fault) {
        return (fault.isOfRequest() ? Eqe.FAULT_REQUESTOR : 0)
                | (fault.isWrite() ? Eqe.FAULT_WRITE : 0)
                | (fault.isOfPeer() ? Eqe.FAULT_RDMA : 0);
    }
}
