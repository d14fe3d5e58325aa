package dev.fenestra.ib.core.kernel;

/** The system calls of an opened device, with the command numbers of the uverbs ABI ({@code ib_user_verbs.h}). */
public enum SystemCall {
    GET_CONTEXT(0),
    QUERY_DEVICE(1),
    QUERY_PORT(2),
    ALLOC_PD(3),
    DEALLOC_PD(4),
    CREATE_AH(5),
    DESTROY_AH(8),
    REG_MR(9),
    REREG_MR(11),
    DEREG_MR(13),
    ALLOC_MW(14),
    DEALLOC_MW(16),
    CREATE_COMP_CHANNEL(17),
    CREATE_CQ(18),
    RESIZE_CQ(19),
    DESTROY_CQ(20),
    CREATE_QP(24),
    QUERY_QP(25),
    MODIFY_QP(26),
    DESTROY_QP(27),
    ATTACH_MCAST(30),
    DETACH_MCAST(31),
    CREATE_SRQ(32),
    MODIFY_SRQ(33),
    QUERY_SRQ(34),
    DESTROY_SRQ(35),
    OPEN_XRCD(37),
    CLOSE_XRCD(38),
    CREATE_XSRQ(39),
    OPEN_QP(40),
    ADVISE_MR(SystemCall.NO_COMMAND),
    MODIFY_CQ(SystemCall.NO_COMMAND),
    DESTROY_COMP_CHANNEL(SystemCall.NO_COMMAND),
    READ_COMPLETION_EVENT(SystemCall.NO_COMMAND),
    READ_ASYNC_EVENT(SystemCall.NO_COMMAND),
    ALLOC_MR(SystemCall.NO_COMMAND),
    SHARE_MR(SystemCall.NO_COMMAND),
    QUERY_MR(SystemCall.NO_COMMAND),
    ALLOC_DM(SystemCall.NO_COMMAND),
    FREE_DM(SystemCall.NO_COMMAND),
    REG_DM_MR(SystemCall.NO_COMMAND),
    QUERY_CONTEXT(SystemCall.NO_COMMAND),
    REG_DMABUF_MR(SystemCall.NO_COMMAND),
    REG_PAGES(SystemCall.NO_COMMAND),
    QUERY_MW(SystemCall.NO_COMMAND),
    QUERY_GID(SystemCall.NO_COMMAND),
    CREATE_VENDOR_OBJECT(SystemCall.NO_COMMAND),
    DESTROY_VENDOR_OBJECT(SystemCall.NO_COMMAND),
    VENDOR_QUERY(SystemCall.NO_COMMAND),
    MMAP(SystemCall.NO_COMMAND),
    CLOSE(SystemCall.NO_COMMAND);

    /** Not a legacy command: a typed method or another system call than ioctl. */
    public static final int NO_COMMAND = -1;

    private final int command;

    SystemCall(int command) {
        this.command = command;
    }

    /** The legacy command number, or {@link #NO_COMMAND}. */
    public int command() {
        return command;
    }
}
