package dev.fenestra.ib.core.uverbs;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The commands of the write interface ({@code ib_user_verbs.h}), with the sizes of their structures. They arrive by
 * {@code write}. Since version 19, rdma-core sends them inside the ioctl INVOKE_WRITE.
 */
enum WriteCommand {
    GET_CONTEXT(0, 8, 8),
    QUERY_DEVICE(1, 8, 176),
    QUERY_PORT(2, 16, 40),
    ALLOC_PD(3, 8, 4),
    DEALLOC_PD(4, 4, 0),
    CREATE_AH(5, 56, 4),
    DESTROY_AH(8, 4, 0),
    REG_MR(9, 40, 12),
    REREG_MR(11, 48, 8),
    DEREG_MR(13, 4, 0),
    ALLOC_MW(14, 16, 8),
    DEALLOC_MW(16, 4, 0),
    CREATE_COMP_CHANNEL(17, 8, 4),
    CREATE_CQ(18, 32, 8),
    RESIZE_CQ(19, 16, 8),
    DESTROY_CQ(20, 16, 8),
    CREATE_QP(24, 56, 32),
    QUERY_QP(25, 16, 128),
    MODIFY_QP(26, 112, 0),
    DESTROY_QP(27, 16, 4),
    ATTACH_MCAST(30, 24, 0),
    DETACH_MCAST(31, 24, 0),
    CREATE_SRQ(32, 32, 16),
    MODIFY_SRQ(33, 16, 0),
    QUERY_SRQ(34, 16, 16),
    DESTROY_SRQ(35, 16, 4),
    OPEN_XRCD(37, 16, 4),
    CLOSE_XRCD(38, 4, 0),
    CREATE_XSRQ(39, 48, 16),
    OPEN_QP(40, 32, 32),
    EX_QUERY_DEVICE(1 | WriteCommand.EXTENDED, 8, 184),
    EX_CREATE_CQ(18 | WriteCommand.EXTENDED, 32, 16),
    EX_CREATE_QP(24 | WriteCommand.EXTENDED, 52, 40),
    EX_MODIFY_QP(26 | WriteCommand.EXTENDED, 112, 8),
    EX_MODIFY_CQ(57 | WriteCommand.EXTENDED, 16, 0);

    /** Bit of the number of an extended command. */
    static final int EXTENDED = 1 << 31;

    private static final Map<Integer, WriteCommand> BY_NUMBER = new HashMap<>();

    static {
        Arrays.stream(values()).forEach(command -> BY_NUMBER.put(command.number, command));
    }

    private final int number;
    private final int requestBytes;
    private final int responseBytes;

    WriteCommand(int number, int requestBytes, int responseBytes) {
        this.number = number;
        this.requestBytes = requestBytes;
        this.responseBytes = responseBytes;
    }

    /** With bit {@link #EXTENDED} for an extended command. */
    int number() {
        return number;
    }

    /** The least bytes of the request. Unless the command is extended, the request begins with an unused pointer. */
    int requestBytes() {
        return requestBytes;
    }

    /** The least bytes of the room for the response. */
    int responseBytes() {
        return responseBytes;
    }

    /** The command with a number, if there is one. */
    static Optional<WriteCommand> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }
}
