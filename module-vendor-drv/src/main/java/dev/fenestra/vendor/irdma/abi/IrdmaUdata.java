package dev.fenestra.vendor.irdma.abi;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.irdma.IrdmaFormats;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import java.lang.foreign.MemorySegment;

/** Udata (irdma-abi.h), and the layout of rings that both halves compute. */
public final class IrdmaUdata {
    /** Version of these structures. */
    public static final int ABI_VERSION = 5;
    /** The oldest version of a user half. */
    public static final int OLDEST_VERSION = 4;

    /** Request of GET_CONTEXT; libirdma sends its first 8 bytes. */
    public static final HostLayout OPENING = new HostLayout("struct irdma_alloc_ucontext_req", 16);
    /** Version of the user half. */
    public static final HostField USER_VERSION = OPENING.u8("userspace_ver", 4);

    /** Answer of GET_CONTEXT; libirdma has room for its first 64 bytes. */
    public static final HostLayout CONTEXT = new HostLayout("struct irdma_alloc_ucontext_resp", 72);
    /** Version of the kernel half. */
    public static final HostField KERNEL_VERSION = CONTEXT.u8("kernel_ver", 12);
    /** Bit 1: a CQ can get another size. */
    public static final HostField FEATURES = CONTEXT.u64("feature_flags", 16);
    /** Offset of the page of registers. */
    public static final HostField REGISTERS_AT = CONTEXT.u64("db_mmap_key", 24);
    /** Most pieces of a request. */
    public static final HostField MAX_PIECES = CONTEXT.u32("max_hw_wq_frags", 32);
    /** Most pieces of a READ. */
    public static final HostField MAX_READ_PIECES = CONTEXT.u32("max_hw_read_sges", 36);
    /** Most inline data. */
    public static final HostField MAX_INLINE_DATA = CONTEXT.u32("max_hw_inline", 40);
    /** Most quanta of a receive queue. */
    public static final HostField MAX_RECEIVE_QUANTA = CONTEXT.u32("max_hw_rq_quanta", 44);
    /** Most quanta of a send queue. */
    public static final HostField MAX_SEND_QUANTA = CONTEXT.u32("max_hw_wq_quanta", 48);
    /** Fewest entries of a CQ. */
    public static final HostField MIN_ENTRIES = CONTEXT.u32("min_hw_cq_size", 52);
    /** Most entries of a CQ. */
    public static final HostField MAX_ENTRIES = CONTEXT.u32("max_hw_cq_size", 56);
    /** Quanta of a block, whose border no request crosses. */
    public static final HostField BLOCK = CONTEXT.u16("max_hw_sq_chunk", 60);
    /** Generation of the card. */
    public static final HostField GENERATION = CONTEXT.u8("hw_rev", 62);

    /** Answer of ALLOC_PD. */
    public static final HostLayout PD = new HostLayout("struct irdma_alloc_pd_resp", 8);
    /** Number of the PD. */
    public static final HostField PD_NUMBER = PD.u32("pd_id", 0);

    /** Request of REG_MR. */
    public static final HostLayout MEMORY = new HostLayout("struct irdma_mem_reg_req", 8);
    /** What the memory is for: 0 for requests, {@link #OF_QP} or {@link #OF_CQ}. */
    public static final HostField MEMORY_TYPE = MEMORY.u16("reg_type", 0);
    /** Pages of a completion ring. */
    public static final HostField CQ_PAGES = MEMORY.u16("cq_pages", 2);
    /** Pages of a receive ring. */
    public static final HostField RECEIVE_PAGES = MEMORY.u16("rq_pages", 4);
    /** Pages of a send ring, which lies before the receive ring. */
    public static final HostField SEND_PAGES = MEMORY.u16("sq_pages", 6);
    /** Memory of a QP. */
    public static final int OF_QP = 1;
    /** Memory of a CQ, or its record. */
    public static final int OF_CQ = 2;

    /** Request of CREATE_CQ, and its beginning that of RESIZE_CQ. */
    public static final HostLayout CQ = new HostLayout("struct irdma_create_cq_req", 16);
    /** Address of the ring. */
    public static final HostField CQ_BUFFER = CQ.u64("user_cq_buf", 0);
    /** Address of the record. */
    public static final HostField CQ_RECORD = CQ.u64("user_shadow_area", 8);

    /** Answer of CREATE_CQ. */
    public static final HostLayout CQ_ANSWER = new HostLayout("struct irdma_create_cq_resp", 8);
    /** Number of the CQ. */
    public static final HostField CQ_NUMBER = CQ_ANSWER.u32("cq_id", 0);
    /** Entries of the CQ. */
    public static final HostField CQ_SIZE = CQ_ANSWER.u32("cq_size", 4);

    /** Request of CREATE_QP. */
    public static final HostLayout QP = new HostLayout("struct irdma_create_qp_req", 16);
    /** Address of both rings. */
    public static final HostField QP_BUFFER = QP.u64("user_wqe_bufs", 0);
    /** What completions call the QP. */
    public static final HostField QP_NAME = QP.u64("user_compl_ctx", 8);

    /** Answer of CREATE_QP. */
    public static final HostLayout QP_ANSWER = new HostLayout("struct irdma_create_qp_resp", 24);
    /** Number of the QP. */
    public static final HostField QP_NUMBER = QP_ANSWER.u32("qp_id", 0);
    /** Send requests, as they were asked for. */
    public static final HostField SENDS = QP_ANSWER.u32("actual_sq_size", 4);
    /** Receive requests, as they were asked for. */
    public static final HostField RECEIVES = QP_ANSWER.u32("actual_rq_size", 8);
    /** Bits 0 and 1: immediate data with WRITEs and with SENDs; bit 2: RoCE. */
    public static final HostField CAPABILITIES = QP_ANSWER.u32("qp_caps", 20);

    /** Answer of CREATE_AH. */
    public static final HostLayout AH = new HostLayout("struct irdma_create_ah_resp", 8);
    /** Number of the address handle. */
    public static final HostField AH_NUMBER = AH.u32("ah_id", 0);

    /**
     * Ours: bytes of a request of CREATE_QP, CREATE_CQ or RESIZE_CQ of a Java program, which registers no memory
     * before: its last words are sizes, as libirdma asks for them.
     */
    public static final int OWN_BYTES = 24;

    private static final int OWN_AT = 12;

    /** Offset of the page of registers. */
    public static final long REGISTERS = 0;
    /** The register that says "look at the send queue"; the number of the QP in bits 31:0. */
    public static final int SEND_DOORBELL = 0;
    /** The register that asks for an event: the number of the CQ in bits 31:0, of a Java program the arm above. */
    public static final int ARM = 64;
    /** Most pieces of a request. */
    public static final int MAX_SGE = 13;
    /** Most inline data. */
    public static final int MAX_INLINE = 101;
    /** Most quanta of a ring. */
    public static final int MAX_QUANTA = 1 << 15;
    /** Bytes of a page. */
    public static final int PAGE = 4096;

    private static final int LEAST_REQUESTS = 4;
    /** Quanta of a send ring that are never used. */
    private static final int SPARE_SENDS = 258;

    private static final int SPARE_RECEIVES = 1;
    private static final int LEAST_ENTRIES = 4;

    private IrdmaUdata() {}

    /**
     * {@return ours: the part of a Java program's request in which {@link #SENDS} and {@link #RECEIVES} are the
     * requests of a QP, and {@link #CQ_SIZE} the entries of a CQ}
     *
     * @param request of the program
     */
    public static MemorySegment own(MemorySegment request) {
        return request.asSlice(OWN_AT);
    }

    /**
     * The rings of a QP.
     *
     * @param sends requests of the send ring, as libirdma asks for them
     * @param logSendQuanta log2 of the quanta of the longest one
     * @param receives requests of the receive ring, as libirdma asks for them
     * @param logReceiveQuanta log2 of the quanta of each
     */
    public record Rings(int sends, int logSendQuanta, int receives, int logReceiveQuanta) {
        /** {@return quanta of the send ring} */
        public int sendQuanta() {
            return sends << logSendQuanta;
        }

        /** {@return quanta of the receive ring} */
        public int receiveQuanta() {
            return receives << logReceiveQuanta;
        }

        /** {@return pages of the send ring} */
        public int sendPages() {
            return pages(sendQuanta() << IrdmaFormats.LOG_QUANTUM);
        }

        /** {@return pages of the receive ring} */
        public int receivePages() {
            return pages(receiveQuanta() << IrdmaFormats.LOG_QUANTUM);
        }

        /**
         * {@return the slots of the send ring}
         *
         * @param both rings
         */
        public RingSlots sendSlots(PinnedRing both) {
            return new RingSlots(both, 0, sendQuanta(), IrdmaFormats.LOG_QUANTUM);
        }

        /**
         * {@return the slots of the receive ring}
         *
         * @param both rings
         */
        public RingSlots receiveSlots(PinnedRing both) {
            return new RingSlots(both, sendPages() * PAGE, receives, IrdmaFormats.LOG_QUANTUM + logReceiveQuanta);
        }

        /**
         * {@return what a program may post}
         *
         * @param asked what it has asked for
         */
        public QpCapacity capacity(QpCapacity asked) {
            return new QpCapacity(
                    sendQuanta() - SPARE_SENDS >> logSendQuanta,
                    receiveQuanta() - SPARE_RECEIVES >> logReceiveQuanta,
                    asked.maxSendSge(),
                    asked.maxRecvSge(),
                    asked.maxInlineData());
        }

        /** {@return whether the sizes are powers of two that the card can have} */
        public boolean areRings() {
            return isRing(sends, logSendQuanta) && isRing(receives, logReceiveQuanta) && sendQuanta() > SPARE_SENDS;
        }

        private static boolean isRing(int requests, int logQuanta) {
            return requests >= LEAST_REQUESTS && Integer.bitCount(requests) == 1 && requests <= MAX_QUANTA >> logQuanta;
        }
    }

    /**
     * {@return pages of memory}
     *
     * @param bytes of it
     */
    public static int pages(int bytes) {
        return (bytes + PAGE - 1) / PAGE;
    }

    /**
     * {@return the rings as the kernel half knows them}
     *
     * @param sends requests of the send ring
     * @param receives requests of the receive ring
     * @param capacity pieces and inline data
     */
    public static Rings rings(int sends, int receives, QpCapacity capacity) {
        return new Rings(
                sends,
                logQuanta(capacity.maxSendSge() + 1, capacity.maxInlineData()),
                receives,
                logQuanta(capacity.maxRecvSge(), 0));
    }

    /**
     * {@return the rings that the user half lays out}
     *
     * @param asked what the program asks for
     */
    public static Rings rings(QpCapacity asked) {
        Rings unknown = rings(0, 0, asked);
        int sends = requests(asked.maxSendWr(), unknown.logSendQuanta(), SPARE_SENDS);
        return rings(sends, requests(asked.maxRecvWr(), unknown.logReceiveQuanta(), SPARE_RECEIVES), asked);
    }

    private static int requests(int asked, int logQuanta, int spare) {
        int quanta = Integer.highestOneBit((asked << logQuanta) + spare - 1) << 1;
        return Math.max(LEAST_REQUESTS, quanta >> logQuanta);
    }

    private static int logQuanta(int pieces, int inline) {
        if (pieces <= 1 && inline <= 8) {
            return 0;
        }
        if (pieces < 4 && inline <= 39) {
            return 1;
        }
        return pieces < 8 && inline <= 101 ? 2 : 3;
    }

    /**
     * {@return entries of a CQ: a completion can take two}
     *
     * @param completions that it must hold
     */
    public static int entries(int completions) {
        return Math.max(LEAST_ENTRIES, 2 * (completions + 1));
    }

    /**
     * {@return bytes of the entries of a CQ}
     *
     * @param entries of it
     */
    public static int bytes(int entries) {
        return entries * IrdmaFormats.PAIRS.bytes();
    }
}
