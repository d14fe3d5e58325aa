package dev.fenestra.vendor.mlx.abi;

/** Udata of opening a device ({@code mlx5_ib_alloc_ucontext_req_v2} and its response). */
public final class ContextUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 32;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 72;

    /** Request: doorbell registers wanted. */
    public static final UdataField WANTED_REGISTERS = new UdataField(0, 4);
    /** Request: highest CQE version understood. */
    public static final UdataField MAX_CQE_VERSION = new UdataField(16, 1);

    /** Response: bytes from one doorbell register to the next. */
    public static final UdataField REGISTER_BYTES = new UdataField(4, 4);
    /** Response: doorbell registers there are, four to a page. */
    public static final UdataField REGISTERS = new UdataField(8, 4);
    /** Response: bytes from one doorbell record to the next. */
    public static final UdataField RECORD_SPACING = new UdataField(12, 4);
    /** Response: WQEs of the largest SRQ. */
    public static final UdataField MAX_SRQ_WQES = new UdataField(28, 4);
    /** Response: size of this structure. */
    public static final UdataField RESPONSE_LENGTH = new UdataField(40, 4);
    /** Response: 1 when CQEs carry the user index of their QP. */
    public static final UdataField CQE_VERSION = new UdataField(44, 1);

    /** Response: which of the optional fields mean something. */
    public static final UdataField RESPONSE_MASK = new UdataField(36, 4);
    /** Response: the L_Key of memory that is not there. */
    public static final UdataField DUMP_FILL_KEY = new UdataField(68, 4);
    /** Response: where on its page the device's clock lies. */
    public static final UdataField CLOCK_OFFSET = new UdataField(48, 8);

    /** Bit of the response mask: there is a page with the device's clock. */
    public static final int HAS_CLOCK = 1;
    /** Bit of the response mask. */
    public static final int HAS_DUMP_FILL_KEY = 2;

    /** Offset to map for the first doorbell page: command 0, index 0. */
    public static final long MAP_FIRST_PAGE = 0;

    /** Offset to map for the page with the device's clock: command 5, index 0, in pages of 4 KiB. */
    public static final long MAP_CLOCK = 5L << 8 << 12;

    private ContextUdata() {}
}
