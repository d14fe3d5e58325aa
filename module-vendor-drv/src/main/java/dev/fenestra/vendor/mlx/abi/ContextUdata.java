package dev.fenestra.vendor.mlx.abi;

import java.util.List;

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

    /** Request: what the user half can do, {@link #ALLOCATES_DOORBELLS} and others. */
    public static final UdataField LIBRARY_CAPABILITIES = new UdataField(24, 8);

    /** Request: how many of the doorbell registers are to be of low latency. */
    public static final UdataField LOW_LATENCY_REGISTERS = new UdataField(4, 4);

    /** Response: size of the QP table that user space may need. */
    public static final UdataField QP_TABLE_SIZE = new UdataField(0, 4);

    /** Response: bytes from one doorbell register to the next. */
    public static final UdataField REGISTER_BYTES = new UdataField(4, 4);
    /** Response: number of doorbell registers, four to a page. */
    public static final UdataField REGISTERS = new UdataField(8, 4);
    /** Response: bytes from one doorbell record to the next. */
    public static final UdataField RECORD_SPACING = new UdataField(12, 4);
    /** Response: bytes of the longest send WQE. */
    public static final UdataField MAX_SEND_WQE = new UdataField(16, 2);

    /** Response: bytes of the longest receive WQE. */
    public static final UdataField MAX_RECEIVE_WQE = new UdataField(18, 2);

    /** Response: basic blocks of the largest send queue. */
    public static final UdataField MAX_SEND_BLOCKS = new UdataField(20, 4);

    /** Response: WQEs of the largest receive queue. */
    public static final UdataField MAX_RECEIVES = new UdataField(24, 4);

    /** Response: WQEs of the largest SRQ. */
    public static final UdataField MAX_SRQ_WQES = new UdataField(28, 4);
    /** Response: size of this structure. */
    public static final UdataField RESPONSE_LENGTH = new UdataField(40, 4);
    /** Response: 1 when CQEs carry the user index of their QP. */
    public static final UdataField CQE_VERSION = new UdataField(44, 1);

    /** Response: ports of the device. */
    public static final UdataField PORTS = new UdataField(32, 2);

    /** Response: the commands that have udata, {@link #QUERY_DEVICE_HAS_UDATA} and so on. */
    public static final UdataField COMMANDS_WITH_UDATA = new UdataField(45, 1);

    /** Response: {@link #NO_INLINE_HEADERS}. */
    public static final UdataField ETHERNET_INLINE = new UdataField(46, 1);

    /** Response: {@link #CLOCK_INFO_VERSION}. */
    public static final UdataField CLOCK_INFO_VERSIONS = new UdataField(47, 1);

    /** Response: log2 of the bytes of a doorbell page. */
    public static final UdataField LOG_PAGE_BYTES = new UdataField(56, 4);

    /** Response: doorbell pages in a page of the host. */
    public static final UdataField PAGES_PER_PAGE = new UdataField(60, 4);

    /** Response: a mask of the optional fields that are valid. */
    public static final UdataField RESPONSE_MASK = new UdataField(36, 4);
    /** Response: the L_Key of null memory: reads give zeros, writes are lost. */
    public static final UdataField DUMP_FILL_KEY = new UdataField(68, 4);
    /** Response: offset of the device's clock on its page. */
    public static final UdataField CLOCK_OFFSET = new UdataField(48, 8);

    /**
     * Bit of {@link #LIBRARY_CAPABILITIES}: the user half allocates doorbell pages one by one, so the response has none
     * ({@code MLX5_LIB_CAP_DYN_UAR}).
     */
    public static final int ALLOCATES_DOORBELLS = 2;

    /** Bit of {@link #COMMANDS_WITH_UDATA}. */
    public static final int QUERY_DEVICE_HAS_UDATA = 1;

    /** Bit of {@link #COMMANDS_WITH_UDATA}: the answer has the MAC address of the next hop. */
    public static final int CREATE_AH_HAS_UDATA = 2;

    /** No header of a packet need lie in a WQE. */
    public static final int NO_INLINE_HEADERS = 1;

    /** Bit of the response mask: there is a page with the device's clock. */
    public static final int HAS_CLOCK = 1;
    /** Bit of the response mask. */
    public static final int HAS_DUMP_FILL_KEY = 2;

    /** An offset to map is {@code command << 8 | index}, in pages of 4 KiB. */
    public static final int MAP_INDEX_BITS = 8;

    /**
     * Commands that map a doorbell page: with the processor's choice of caching, with combined writes, without a cache.
     */
    public static final List<Long> MAP_DOORBELLS = List.of(0L, 2L, 3L);

    /** Offset to map for the first doorbell page: command 0, index 0. */
    public static final long MAP_FIRST_PAGE = 0;

    /** There is a page that converts ticks of the clock to nanoseconds: {@link ClockInfo}. */
    public static final int CLOCK_INFO_VERSION = 1;

    /** Offset to map for that page: command 7, index 0, in pages of 4 KiB. */
    public static final long MAP_CLOCK_INFO = 7L << 8 << 12;

    private static final int MAP_PAGE_SHIFT = 12;
    private static final int MAP_BYTE = 0xff;
    private static final int MAP_HIGH_INDEX_SHIFT = 16;

    /** Offset to map for the page with the device's clock: command 5, index 0, in pages of 4 KiB. */
    public static final long MAP_CLOCK = 5L << 8 << 12;

    private ContextUdata() {}

    /**
     * {@return the offset to map for a command with an index of up to 16 bits} In pages, the low byte of the index lies
     * below the command, the high byte above it.
     *
     * @param command what is mapped
     * @param index of it, 0 to 65535
     */
    public static long mapOffset(long command, int index) {
        long high = (long) (index >> MAP_INDEX_BITS) << MAP_HIGH_INDEX_SHIFT;
        return (high | command << MAP_INDEX_BITS | index & MAP_BYTE) << MAP_PAGE_SHIFT;
    }

    /**
     * {@return the index in such an offset}
     *
     * @param offset to map, bytes
     */
    public static int mapIndex(long offset) {
        long pages = offset >>> MAP_PAGE_SHIFT;
        return (int) (pages & MAP_BYTE | pages >>> MAP_HIGH_INDEX_SHIFT << MAP_INDEX_BITS);
    }
}
