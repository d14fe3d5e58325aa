package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import java.util.List;

/** Udata of opening a device ({@code mlx5_ib_alloc_ucontext_req_v2} and its response). */
public final class ContextUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 32;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("struct mlx5_ib_alloc_ucontext_req_v2", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 72;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("struct mlx5_ib_alloc_ucontext_resp", RESPONSE_BYTES);

    /** Request: doorbell registers wanted. */
    public static final HostField WANTED_REGISTERS = REQUEST.u32("total_num_bfregs", 0);
    /** Request: highest CQE version understood. */
    public static final HostField MAX_CQE_VERSION = REQUEST.u8("max_cqe_version", 16);

    /** Request: what the user half can do, {@link #ALLOCATES_DOORBELLS} and others. */
    public static final HostField LIBRARY_CAPABILITIES = REQUEST.u64("lib_caps", 24);

    /** Request: how many of the doorbell registers are to be of low latency. */
    public static final HostField LOW_LATENCY_REGISTERS = REQUEST.u32("num_low_latency_bfregs", 4);

    /** Response: size of the QP table that user space may need. */
    public static final HostField QP_TABLE_SIZE = RESPONSE.u32("qp_tab_size", 0);

    /** Response: bytes from one doorbell register to the next. */
    public static final HostField REGISTER_BYTES = RESPONSE.u32("bf_reg_size", 4);
    /** Response: number of doorbell registers, four to a page. */
    public static final HostField REGISTERS = RESPONSE.u32("tot_bfregs", 8);
    /** Response: bytes from one doorbell record to the next. */
    public static final HostField RECORD_SPACING = RESPONSE.u32("cache_line_size", 12);
    /** Response: bytes of the longest send WQE. */
    public static final HostField MAX_SEND_WQE = RESPONSE.u16("max_sq_desc_sz", 16);

    /** Response: bytes of the longest receive WQE. */
    public static final HostField MAX_RECEIVE_WQE = RESPONSE.u16("max_rq_desc_sz", 18);

    /** Response: basic blocks of the largest send queue. */
    public static final HostField MAX_SEND_BLOCKS = RESPONSE.u32("max_send_wqebb", 20);

    /** Response: WQEs of the largest receive queue. */
    public static final HostField MAX_RECEIVES = RESPONSE.u32("max_recv_wr", 24);

    /** Response: WQEs of the largest SRQ. */
    public static final HostField MAX_SRQ_WQES = RESPONSE.u32("max_srq_recv_wr", 28);
    /** Response: size of this structure. */
    public static final HostField RESPONSE_LENGTH = RESPONSE.u32("response_length", 40);
    /** Response: 1 when CQEs carry the user index of their QP. */
    public static final HostField CQE_VERSION = RESPONSE.u8("cqe_version", 44);

    /** Response: ports of the device. */
    public static final HostField PORTS = RESPONSE.u16("num_ports", 32);

    /** Response: the commands that have udata, {@link #QUERY_DEVICE_HAS_UDATA} and so on. */
    public static final HostField COMMANDS_WITH_UDATA = RESPONSE.u8("cmds_supp_uhw", 45);

    /** Response: {@link #NO_INLINE_HEADERS}. */
    public static final HostField ETHERNET_INLINE = RESPONSE.u8("eth_min_inline", 46);

    /** Response: {@link #CLOCK_INFO_VERSION}. */
    public static final HostField CLOCK_INFO_VERSIONS = RESPONSE.u8("clock_info_versions", 47);

    /** Response: log2 of the bytes of a doorbell page. */
    public static final HostField LOG_PAGE_BYTES = RESPONSE.u32("log_uar_size", 56);

    /** Response: doorbell pages in a page of the host. */
    public static final HostField PAGES_PER_PAGE = RESPONSE.u32("num_uars_per_page", 60);

    /** Response: a mask of the optional fields that are valid. */
    public static final HostField RESPONSE_MASK = RESPONSE.u32("comp_mask", 36);
    /** Response: the L_Key of null memory: reads give zeros, writes are lost. */
    public static final HostField DUMP_FILL_KEY = RESPONSE.u32("dump_fill_mkey", 68);
    /** Response: offset of the device's clock on its page. */
    public static final HostField CLOCK_OFFSET = RESPONSE.u64("hca_core_clock_offset", 48);

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
