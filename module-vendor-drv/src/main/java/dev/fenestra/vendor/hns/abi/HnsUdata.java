package dev.fenestra.vendor.hns.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;

/** Udata (hns-abi.h), registers, and the layout of rings that both halves compute. */
public final class HnsUdata {
    /** Version of these structures. */
    public static final int ABI_VERSION = 1;

    /** Answer of GET_CONTEXT. */
    public static final HostLayout CONTEXT = new HostLayout("struct hns_roce_ib_alloc_ucontext_resp", 24);
    /** QPs of the table; a power of two. */
    public static final HostField QP_TABLE = CONTEXT.u32("qp_tab_size", 0);
    /** Bytes of a completion. */
    public static final HostField CQE_BYTES = CONTEXT.u32("cqe_size", 4);
    /** SRQs of the table; a power of two. */
    public static final HostField SRQ_TABLE = CONTEXT.u32("srq_tab_size", 8);

    /** Answer of ALLOC_PD, and, for Java programs, of CREATE_AH. */
    public static final HostLayout PD = new HostLayout("struct hns_roce_ib_alloc_pd_resp", 4);
    /** Number of the PD. */
    public static final HostField PD_NUMBER = PD.u32("pdn", 0);

    /** Request of CREATE_CQ. Libraries that know completions of 32 bytes only end it before the size. */
    public static final HostLayout CQ = new HostLayout("struct hns_roce_ib_create_cq", 24);
    /** Address of the ring. */
    public static final HostField CQ_BUFFER = CQ.u64("buf_addr", 0);
    /** Address of the record: entries taken. */
    public static final HostField CQ_RECORD = CQ.u64("db_addr", 8);
    /** Bytes of an entry. */
    public static final HostField ENTRY_BYTES = CQ.u32("cqe_size", 16);

    /** Answer of CREATE_CQ. */
    public static final HostLayout CQ_ANSWER = new HostLayout("struct hns_roce_ib_create_cq_resp", 16);
    /** Number of the CQ. */
    public static final HostField CQ_NUMBER = CQ_ANSWER.u64("cqn", 0);
    /** Bit 0: there is a record. */
    public static final HostField CQ_FLAGS = CQ_ANSWER.u64("cap_flags", 8);

    /** Request of CREATE_SRQ. Its record is never written. */
    public static final HostLayout SRQ = new HostLayout("struct hns_roce_ib_create_srq", 24);
    /** Address of the ring. */
    public static final HostField SRQ_BUFFER = SRQ.u64("buf_addr", 0);
    /** Address of the ring of indexes. */
    public static final HostField SRQ_INDEXES = SRQ.u64("que_addr", 16);

    /** Answer of CREATE_SRQ. */
    public static final HostLayout SRQ_ANSWER = new HostLayout("struct hns_roce_ib_create_srq_resp", 8);
    /** Number of the SRQ. */
    public static final HostField SRQ_NUMBER = SRQ_ANSWER.u32("srqn", 0);

    /** Request of CREATE_QP. */
    public static final HostLayout QP = new HostLayout("struct hns_roce_ib_create_qp", 32);
    /** Address of send requests, further pieces and receives, each of which begins a page. */
    public static final HostField QP_BUFFER = QP.u64("buf_addr", 0);
    /** Address of the record: receives posted. */
    public static final HostField RECEIVE_RECORD = QP.u64("db_addr", 8);
    /** log2 of the send requests. */
    public static final HostField LOG_SENDS = QP.u8("log_sq_bb_count", 16);
    /** log2 of the bytes of a send request. */
    public static final HostField LOG_SEND_BYTES = QP.u8("log_sq_stride", 17);
    /** Address of the record: send requests posted. */
    public static final HostField SEND_RECORD = QP.u64("sdb_addr", 24);

    /** Answer of CREATE_QP. */
    public static final HostLayout QP_ANSWER = new HostLayout("struct hns_roce_ib_create_qp_resp", 16);
    /** Bits 0 and 1: there are records of receives and of send requests; bit 2: requests have owner bits. */
    public static final HostField QP_FLAGS = QP_ANSWER.u64("cap_flags", 0);

    /** Offset of the page of registers. */
    public static final long REGISTERS = 0;
    /** The register for all queues: a number in bits 23:0, a command in bits 27:24, and a count from bit 32 on. */
    public static final int DOORBELL = 0x230;
    /** Command in a register: look at the send queue. */
    public static final int SEND_COMMAND = 0;
    /** Command in a register: an event is wanted. */
    public static final int ARM_COMMAND = 4;
    /** Where a register has the command. */
    public static final int COMMAND_SHIFT = 24;
    /** In an arm: a solicited entry or an error is to make the event. */
    public static final long SOLICITED = 1L << 56;

    /** Most pieces of a request. */
    public static final int MAX_SGE = 64;
    /** Most inline data. */
    public static final int MAX_INLINE = 1024;
    /** Bytes of the longest window. */
    public static final long LONGEST_WINDOW = 0xffffffffL;
    /** Least requests, receives and completions of a queue. */
    public static final int LEAST_ENTRIES = 64;

    private static final int LOG_PIECE = 4;
    private static final int LOG_SEND = 6;
    private static final int PIECES_INSIDE = 2;
    private static final int INLINE_INSIDE = 32;
    private static final int LEAST_FURTHER = 256;
    private static final int PAGE = 4096;

    private HnsUdata() {}

    /**
     * {@return log2 of the smallest power of two that is not less}
     *
     * @param atLeast from 1 on
     */
    public static int log(int atLeast) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, atLeast) - 1);
    }

    /**
     * {@return log2 of the size of a queue}
     *
     * @param entries that it must hold
     */
    public static int logQueue(int entries) {
        return log(Math.max(LEAST_ENTRIES, entries));
    }

    /**
     * {@return log2 of the bytes of a receive}
     *
     * @param pieces that it must hold
     */
    public static int logReceive(int pieces) {
        return LOG_PIECE + log(pieces);
    }

    /**
     * Where the rings of a QP lie.
     *
     * @param logSends log2 of the send requests
     * @param ownFurther further pieces that each request may need
     * @param receives receive requests, a power of two; 0 for none
     * @param logReceiveBytes log2 of the bytes of one
     */
    public record Rings(int logSends, int ownFurther, int receives, int logReceiveBytes) {
        /** {@return further pieces in the ring of all requests, a power of two; 0 for none} */
        public int further() {
            return ownFurther == 0 ? 0 : Math.max(LEAST_FURTHER, 1 << log(ownFurther << logSends));
        }

        /** {@return where further pieces begin; send requests lie before them} */
        public int furtherAt() {
            return pages(1 << logSends + LOG_SEND);
        }

        /** {@return where the receive ring begins} */
        public int receivesAt() {
            return furtherAt() + pages(further() << LOG_PIECE);
        }

        /** {@return bytes of all} */
        public int bytes() {
            return receivesAt() + pages(receives << logReceiveBytes);
        }

        private static int pages(int bytes) {
            return bytes + PAGE - 1 & -PAGE;
        }

        /**
         * {@return what the rings hold} The library takes the size of its receive ring from here.
         *
         * @param asked what the program asked for
         */
        public QpCapacity capacity(QpCapacity asked) {
            int pieces = receives == 0 ? 0 : 1 << logReceiveBytes - LOG_PIECE;
            return new QpCapacity(1 << logSends, receives, asked.maxSendSge(), pieces, asked.maxInlineData());
        }
    }

    /**
     * {@return whether a request of a QP can have inline data that lie with further pieces}
     *
     * @param inline most inline data of the QP
     * @param type of the QP
     */
    public static boolean isInlineOutside(int inline, QpType type) {
        return inline > (type == QpType.UD ? 0 : INLINE_INSIDE);
    }

    /**
     * {@return the rings} libhns lays out pieces alone, and tells the kernel of no inline data.
     *
     * @param asked what the program asked for
     * @param hasReceives false with an SRQ
     * @param logSends log2 of the send requests
     * @param type of the QP
     */
    public static Rings rings(QpCapacity asked, boolean hasReceives, int logSends, QpType type) {
        int pieces = Math.max(0, asked.maxSendSge() - (type == QpType.UD ? 0 : PIECES_INSIDE));
        int inline = isInlineOutside(asked.maxInlineData(), type)
                ? asked.maxInlineData() + (1 << LOG_PIECE) - 1 >> LOG_PIECE
                : 0;
        boolean isEmpty = !hasReceives || asked.maxRecvWr() == 0;
        return new Rings(
                logSends,
                Math.max(pieces, inline),
                isEmpty ? 0 : 1 << logQueue(asked.maxRecvWr()),
                isEmpty ? 0 : logReceive(asked.maxRecvSge()));
    }
}
