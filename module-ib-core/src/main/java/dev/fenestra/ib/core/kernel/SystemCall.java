package dev.fenestra.ib.core.kernel;

/** The system calls of an opened device, with the command numbers of the uverbs ABI ({@code ib_user_verbs.h}). */
public enum SystemCall {
    /** Opens a device. */
    GET_CONTEXT(0),
    /** Asks for limits and capabilities. */
    QUERY_DEVICE(1),
    /** Asks for the state of a port. */
    QUERY_PORT(2),
    /** Allocates a PD. */
    ALLOC_PD(3),
    /** Ends a PD. */
    DEALLOC_PD(4),
    /** Finds a path for datagrams. */
    CREATE_AH(5),
    /** Ends an address handle. */
    DESTROY_AH(8),
    /** Registers memory. */
    REG_MR(9),
    /** Registers memory again, under the same handle. */
    REREG_MR(11),
    /** Deregisters memory. */
    DEREG_MR(13),
    /** Allocates a window. */
    ALLOC_MW(14),
    /** Ends a window. */
    DEALLOC_MW(16),
    /** Creates a completion channel. */
    CREATE_COMP_CHANNEL(17),
    /** Creates a CQ. */
    CREATE_CQ(18),
    /** Changes the capacity of a CQ. */
    RESIZE_CQ(19),
    /** Asks for an event of a CQ; a doorbell does it elsewhere. */
    REQ_NOTIFY_CQ(23),
    /** Ends a CQ. */
    DESTROY_CQ(20),
    /** Creates a QP. */
    CREATE_QP(24),
    /** Asks for the state of a QP. */
    QUERY_QP(25),
    /** Changes the state or attributes of a QP. */
    MODIFY_QP(26),
    /** Ends a QP. */
    DESTROY_QP(27),
    /** Lets the device look at a send queue; a doorbell does it elsewhere. */
    POST_SEND(28),
    /** Attaches a QP to a multicast group. */
    ATTACH_MCAST(30),
    /** Detaches a QP from a multicast group. */
    DETACH_MCAST(31),
    /** Creates an SRQ. */
    CREATE_SRQ(32),
    /** Changes room or limit of an SRQ. */
    MODIFY_SRQ(33),
    /** Asks for the limit of an SRQ. */
    QUERY_SRQ(34),
    /** Ends an SRQ. */
    DESTROY_SRQ(35),
    /** Opens an XRC domain. */
    OPEN_XRCD(37),
    /** Closes an XRC domain. */
    CLOSE_XRCD(38),
    /** Creates an XRC SRQ. */
    CREATE_XSRQ(39),
    /** Opens the XRC target of another process. */
    OPEN_QP(40),
    /** Gives advice about memory. */
    ADVISE_MR(SystemCall.NO_COMMAND),
    /** Moderates the events of a CQ. */
    MODIFY_CQ(SystemCall.NO_COMMAND),
    /** Closes the file of a completion channel. */
    DESTROY_COMP_CHANNEL(SystemCall.NO_COMMAND),
    /** Reads an event of a channel. */
    READ_COMPLETION_EVENT(SystemCall.NO_COMMAND),
    /** Reads an asynchronous event. */
    READ_ASYNC_EVENT(SystemCall.NO_COMMAND),
    /** Allocates a fast-register region. */
    ALLOC_MR(SystemCall.NO_COMMAND),
    /** Registers the memory of another region. */
    SHARE_MR(SystemCall.NO_COMMAND),
    /** Asks for the keys of a region. */
    QUERY_MR(SystemCall.NO_COMMAND),
    /** Allocates memory of the device. */
    ALLOC_DM(SystemCall.NO_COMMAND),
    /** Gives memory of the device back. */
    FREE_DM(SystemCall.NO_COMMAND),
    /** Registers memory of the device. */
    REG_DM_MR(SystemCall.NO_COMMAND),
    /** Queries the answer of opening the device. */
    QUERY_CONTEXT(SystemCall.NO_COMMAND),
    /** Registers a part of a dma-buf. */
    REG_DMABUF_MR(SystemCall.NO_COMMAND),
    /** Pins pages for fast registrations. */
    REG_PAGES(SystemCall.NO_COMMAND),
    /** Queries a window and its bind. */
    QUERY_MW(SystemCall.NO_COMMAND),
    /** Asks for an entry of a GID table. */
    QUERY_GID(SystemCall.NO_COMMAND),
    /** Creates an object that only the vendor defines. */
    CREATE_VENDOR_OBJECT(SystemCall.NO_COMMAND),
    /** Ends an object that only the vendor defines. */
    DESTROY_VENDOR_OBJECT(SystemCall.NO_COMMAND),
    /** Makes a call that only the vendor defines. */
    VENDOR_QUERY(SystemCall.NO_COMMAND),
    /** Maps a page of the device. */
    MMAP(SystemCall.NO_COMMAND),
    /** Closes a device. */
    CLOSE(SystemCall.NO_COMMAND);

    /** Not a legacy command: a typed method or another system call than ioctl. */
    public static final int NO_COMMAND = -1;

    private final int command;

    SystemCall(int command) {
        this.command = command;
    }

    /** {@return the legacy command number, or {@link #NO_COMMAND}} */
    public int command() {
        return command;
    }
}
