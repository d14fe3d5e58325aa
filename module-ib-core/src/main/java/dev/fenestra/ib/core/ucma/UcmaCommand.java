package dev.fenestra.ib.core.ucma;

import java.util.Optional;

/** The commands. The ordinal is the number of {@code RDMA_USER_CM_CMD_*} in rdma_user_cm.h. */
enum UcmaCommand {
    CREATE_ID(24, 4),
    DESTROY_ID(16, 4),
    BIND_IP(40),
    RESOLVE_IP(64),
    RESOLVE_ROUTE(8),
    QUERY_ROUTE(16, 200),
    CONNECT(280),
    LISTEN(8),
    ACCEPT(288),
    REJECT(264),
    DISCONNECT(4),
    INIT_QP_ATTR(16, 144),
    GET_EVENT(8, 324),
    /** Linux does not implement it either. */
    GET_OPTION(0),
    SET_OPTION(24),
    NOTIFY(8),
    JOIN_IP_MCAST(48, 4),
    LEAVE_MCAST(16, 4),
    MIGRATE_ID(16, 4),
    QUERY(16),
    BIND(136),
    RESOLVE_ADDR(272),
    JOIN_MCAST(152, 4);

    private final int bytes;
    private final int answer;

    UcmaCommand(int bytes) {
        this(bytes, 0);
    }

    UcmaCommand(int bytes, int answer) {
        this.bytes = bytes;
        this.answer = answer;
    }

    /** {@return bytes that its structure has at least} */
    int bytes() {
        return bytes;
    }

    /** {@return bytes that the program must have room for; answers of newer kernels are longer} */
    int answer() {
        return answer;
    }

    static Optional<UcmaCommand> of(long number) {
        return number >= 0 && number < values().length ? Optional.of(values()[(int) number]) : Optional.empty();
    }
}
