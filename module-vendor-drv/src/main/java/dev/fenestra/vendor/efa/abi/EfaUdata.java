package dev.fenestra.vendor.efa.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata (efa-abi.h). Answers say what the program gives to mmap. */
public final class EfaUdata {
    /** Version of these structures. */
    public static final int ABI_VERSION = 1;

    /** Answer of GET_CONTEXT. */
    public static final HostLayout CONTEXT = new HostLayout("struct efa_ibv_alloc_ucontext_resp", 24);
    /** Which other answers have udata: that of EX_QUERY_DEVICE, and that of CREATE_AH. */
    public static final HostField ANSWERS = CONTEXT.u32("cmds_supp_udata_mask", 4);
    /** Bits of {@link #ANSWERS}: both. */
    public static final int BOTH_ANSWERS = 3;
    /** Rings of a CQ. */
    public static final HostField RINGS = CONTEXT.u16("sub_cqs_per_cq", 8);
    /** Most inline data, bytes. */
    public static final HostField INLINE_BYTES = CONTEXT.u16("inline_buf_size", 10);
    /** Most bytes of a send queue. */
    public static final HostField SENDS_BYTES = CONTEXT.u32("max_llq_size", 12);

    /** Answer of EX_QUERY_DEVICE. */
    public static final HostLayout DEVICE = new HostLayout("struct efa_ibv_ex_query_device_resp", 24);
    /** Most send requests. */
    public static final HostField MAX_SENDS = DEVICE.u32("max_sq_wr", 4);
    /** Most receives. */
    public static final HostField MAX_RECEIVES = DEVICE.u32("max_rq_wr", 8);
    /** Most pieces of a send request. */
    public static final HostField MAX_SEND_PIECES = DEVICE.u16("max_sq_sge", 12);
    /** Most pieces of a receive. */
    public static final HostField MAX_RECEIVE_PIECES = DEVICE.u16("max_rq_sge", 14);
    /** Most bytes of a READ. */
    public static final HostField MAX_READ = DEVICE.u32("max_rdma_size", 16);
    /** What the card can. */
    public static final HostField DEVICE_CAPS = DEVICE.u32("device_caps", 20);
    /** Bit of {@link #DEVICE_CAPS}: RDMA READ. */
    public static final int RDMA_READ = 1;
    /** Bit of {@link #DEVICE_CAPS}: {@code rnr_retry} of a QP counts. */
    public static final int RNR_RETRY = 2;
    /** Bit of {@link #DEVICE_CAPS}: CQs have a register, which asks for events. */
    public static final int NOTIFICATIONS = 4;

    /** Answer of ALLOC_PD. */
    public static final HostLayout PD = new HostLayout("struct efa_ibv_alloc_pd_resp", 8);
    /** Number of the PD. */
    public static final HostField PD_NUMBER = PD.u16("pdn", 4);

    /** Answer of CREATE_AH. */
    public static final HostLayout AH = new HostLayout("struct efa_ibv_create_ah_resp", 8);
    /** Number of the address handle. */
    public static final HostField AH_NUMBER = AH.u16("efa_address_handle", 4);

    /** Request of CREATE_CQ. */
    public static final HostLayout CQ = new HostLayout("struct efa_ibv_create_cq", 16);
    /** Bytes of a completion. */
    public static final HostField CQE_BYTES = CQ.u32("cq_entry_size", 4);
    /** Rings, as {@link #RINGS} says. */
    public static final HostField CQ_RINGS = CQ.u16("num_sub_cqs", 8);
    /** Flags. */
    public static final HostField CQ_FLAGS = CQ.u8("flags", 10);
    /** Bit of {@link #CQ_FLAGS}: the program may ask for events. */
    public static final int WITH_CHANNEL = 1;

    /** Answer of CREATE_CQ. */
    public static final HostLayout CQ_ANSWER = new HostLayout("struct efa_ibv_create_cq_resp", 40);
    /** What else the answer has. */
    public static final HostField CQ_ANSWER_MASK = CQ_ANSWER.u32("comp_mask", 0);
    /** Bit of {@link #CQ_ANSWER_MASK}: the register. */
    public static final int HAS_REGISTER = 1;
    /** Where the ring is mapped. */
    public static final HostField CQ_KEY = CQ_ANSWER.u64("q_mmap_key", 8);
    /** Bytes to map. */
    public static final HostField CQ_BYTES = CQ_ANSWER.u64("q_mmap_size", 16);
    /** Number of the CQ. */
    public static final HostField CQ_NUMBER = CQ_ANSWER.u16("cq_idx", 24);
    /** Where the page of the register is mapped; the register is its first word. */
    public static final HostField CQ_REGISTER_KEY = CQ_ANSWER.u64("db_mmap_key", 32);

    /** Request of CREATE_QP. */
    public static final HostLayout QP = new HostLayout("struct efa_ibv_create_qp", 16);
    /** Bytes of the receive queue. */
    public static final HostField RECEIVE_BYTES = QP.u32("rq_ring_size", 4);
    /** Bytes of the send queue. */
    public static final HostField SEND_BYTES = QP.u32("sq_ring_size", 8);
    /** Of a QP of a type of its own: 0 for SRD. */
    public static final HostField DRIVER_TYPE = QP.u32("driver_qp_type", 12);

    /** Answer of CREATE_QP. Registers and queues begin at the beginning of their pages. */
    public static final HostLayout QP_ANSWER = new HostLayout("struct efa_ibv_create_qp_resp", 64);
    /** Where the receive queue is mapped. */
    public static final HostField RECEIVE_KEY = QP_ANSWER.u64("rq_mmap_key", 16);
    /** Bytes to map. */
    public static final HostField RECEIVE_MAP_BYTES = QP_ANSWER.u64("rq_mmap_size", 24);
    /** Where the register of the receive queue is mapped. */
    public static final HostField RECEIVE_REGISTER_KEY = QP_ANSWER.u64("rq_db_mmap_key", 32);
    /** Where the register of the send queue is mapped. */
    public static final HostField SEND_REGISTER_KEY = QP_ANSWER.u64("sq_db_mmap_key", 40);
    /** Where the send queue is mapped. */
    public static final HostField SEND_KEY = QP_ANSWER.u64("llq_desc_mmap_key", 48);

    /** Most requests of a queue. */
    public static final int MAX_WR = 4096;
    /** Most pieces of a request. */
    public static final int MAX_SGE = 2;
    /** Most completions of a CQ. */
    public static final int MAX_CQE = 1 << 15;
    /** Most inline data. */
    public static final int MAX_INLINE = 32;
    /** log2 of the bytes of a send request. */
    public static final int LOG_SEND = 6;
    /** log2 of the bytes of a receive. */
    public static final int LOG_RECEIVE = 4;

    private EfaUdata() {}

    /**
     * {@return the smallest power of two that is not less}
     *
     * @param atLeast from 0 on
     */
    public static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }
}
