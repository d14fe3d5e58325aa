package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import org.jspecify.annotations.Nullable;

/** The numbers that a QP context has for states and services. */
final class QpcNumbers {
    private QpcNumbers() {}

    static int of(QpState state) {
        return switch (state) {
            case RESET -> Qpc.STATE_RST;
            case INIT -> Qpc.STATE_INIT;
            case RTR -> Qpc.STATE_RTR;
            case RTS -> Qpc.STATE_RTS;
            case SQE -> Qpc.STATE_SQER;
            case SQD -> Qpc.STATE_SQD;
            case ERR -> Qpc.STATE_ERR;
        };
    }

    static int of(QpService service) {
        return switch (service) {
            case RC -> Qpc.SERVICE_RC;
            case UC -> Qpc.SERVICE_UC;
            case UD, SRD -> Qpc.SERVICE_UD;
            case XRC -> Qpc.SERVICE_XRC;
        };
    }

    /** {@return the service with a number; null for none} QP 1 sends and receives as any UD QP does. */
    static @Nullable QpService service(int number) {
        return switch (number) {
            case Qpc.SERVICE_RC -> QpService.RC;
            case Qpc.SERVICE_UC -> QpService.UC;
            case Qpc.SERVICE_UD, Qpc.SERVICE_GSI -> QpService.UD;
            case Qpc.SERVICE_XRC -> QpService.XRC;
            default -> null;
        };
    }
}
