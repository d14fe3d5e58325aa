package dev.fenestra.vendor.mlx4.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** Udata (mlx4-abi.h), and the layout of rings that both halves compute. */
public final class Mlx4Udata {
    /** Version of these structures. */
    public static final int ABI_VERSION = 4;

    /** Answer of GET_CONTEXT. */
    public static final HostLayout CONTEXT = new HostLayout("struct mlx4_ib_alloc_ucontext_resp", 16);
    /** Bit 0: the size of a completion counts. */
    public static final HostField DEVICE_CAPS = CONTEXT.u32("dev_caps", 0);
    /** QPs of the table; a power of two. */
    public static final HostField QP_TABLE = CONTEXT.u32("qp_tab_size", 4);
    /** Bytes of a register for whole requests, of which this card has none. */
    public static final HostField BLUE_FLAME_BYTES = CONTEXT.u16("bf_reg_size", 8);
    /** How many of them a page has. */
    public static final HostField BLUE_FLAMES = CONTEXT.u16("bf_regs_per_page", 10);
    /** Bytes of a completion. */
    public static final HostField CQE_BYTES = CONTEXT.u32("cqe_size", 12);

    /** Answer of ALLOC_PD, and, for Java programs, of CREATE_AH. */
    public static final HostLayout PD = new HostLayout("struct mlx4_ib_alloc_pd_resp", 8);
    /** Number of the PD. */
    public static final HostField PD_NUMBER = PD.u32("pdn", 0);

    /** Request of CREATE_CQ. */
    public static final HostLayout CQ = new HostLayout("struct mlx4_ib_create_cq", 16);
    /** Address of the ring. */
    public static final HostField CQ_BUFFER = CQ.u64("buf_addr", 0);
    /** Address of the record: entries taken, then the word that asks for events. */
    public static final HostField CQ_RECORD = CQ.u64("db_addr", 8);

    /** Answer of CREATE_CQ. */
    public static final HostLayout CQ_ANSWER = new HostLayout("struct mlx4_ib_create_cq_resp", 8);
    /** Number of the CQ. */
    public static final HostField CQ_NUMBER = CQ_ANSWER.u32("cqn", 0);

    /** Request of CREATE_SRQ. */
    public static final HostLayout SRQ = new HostLayout("struct mlx4_ib_create_srq", 16);
    /** Address of the ring. */
    public static final HostField SRQ_BUFFER = SRQ.u64("buf_addr", 0);
    /** Address of the record: receives posted. */
    public static final HostField SRQ_RECORD = SRQ.u64("db_addr", 8);

    /** Answer of CREATE_SRQ. */
    public static final HostLayout SRQ_ANSWER = new HostLayout("struct mlx4_ib_create_srq_resp", 8);
    /** Number of the SRQ. */
    public static final HostField SRQ_NUMBER = SRQ_ANSWER.u32("srqn", 0);

    /** Request of CREATE_QP. */
    public static final HostLayout QP = new HostLayout("struct mlx4_ib_create_qp", 24);
    /** Address of both rings; that with the larger requests comes first. */
    public static final HostField QP_BUFFER = QP.u64("buf_addr", 0);
    /** Address of the record: receives posted. */
    public static final HostField QP_RECORD = QP.u64("db_addr", 8);
    /** log2 of the send requests. */
    public static final HostField LOG_SENDS = QP.u8("log_sq_bb_count", 16);
    /** log2 of the bytes of a send request. */
    public static final HostField LOG_SEND_BYTES = QP.u8("log_sq_stride", 17);

    /** Offset of the page of registers. */
    public static final long REGISTERS = 0;
    /** The register that says "look at the send queue"; the number of the QP in bits 39:8 of the whole. */
    public static final int SEND_DOORBELL = 0x10;
    /** The register that asks for an event; the number of the CQ in bits 55:32. */
    public static final int ARM = 0x20;
    /** Most pieces of a request. */
    public static final int MAX_SGE = 32;
    /** Most inline data. */
    public static final int MAX_INLINE = 512;
    /** Bytes of a piece. */
    public static final int PIECE_BYTES = 16;

    private static final int LOG_PIECE = 4;
    private static final int LEAST_LOG_SRQ_BYTES = 5;
    private static final int SPARE_BYTES = 2048;
    private static final int HEAD_BYTES = 48;
    private static final int DATAGRAM_HEAD_BYTES = 64;
    private static final int BLOCK = 64;
    private static final int BLOCK_DATA = 60;

    private Mlx4Udata() {}

    /**
     * {@return log2 of the smallest power of two that is not less}
     *
     * @param atLeast from 1 on
     */
    public static int log(int atLeast) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, atLeast) - 1);
    }

    /**
     * Where the rings of a QP lie.
     *
     * @param logSends log2 of the send requests
     * @param logSendBytes log2 of the bytes of one
     * @param receives receive requests, a power of two; 0 for none
     * @param logReceiveBytes log2 of the bytes of one
     */
    public record Rings(int logSends, int logSendBytes, int receives, int logReceiveBytes) {
        /** {@return where the send ring begins} */
        public int sendsAt() {
            return logReceiveBytes > logSendBytes ? receives << logReceiveBytes : 0;
        }

        /** {@return where the receive ring begins} */
        public int receivesAt() {
            return logReceiveBytes > logSendBytes ? 0 : 1 << logSends + logSendBytes;
        }

        /** {@return bytes of both} */
        public int bytes() {
            return (1 << logSends + logSendBytes) + (receives << logReceiveBytes);
        }

        /**
         * {@return what the rings hold} The library takes the size of its receive ring from here.
         *
         * @param asked what the program asked for
         * @param sends send requests
         */
        public QpCapacity capacity(QpCapacity asked, int sends) {
            int pieces = receives == 0 ? 0 : (1 << logReceiveBytes) / PIECE_BYTES;
            return new QpCapacity(sends, receives, asked.maxSendSge(), pieces, asked.maxInlineData());
        }

        /** {@return send requests that can be posted; the card may read ahead of the others} */
        public int sends() {
            return (1 << logSends) - spare(logSendBytes);
        }
    }

    /**
     * {@return slots of an SRQ, one of which is never used}
     *
     * @param capacity receives that it must hold
     */
    public static int srqSlots(SrqCapacity capacity) {
        return 1 << log(capacity.maxWr() + 1);
    }

    /**
     * {@return log2 of the bytes of a receive of an SRQ}
     *
     * @param capacity pieces that it must hold, behind the link
     */
    public static int srqLogBytes(SrqCapacity capacity) {
        return Math.max(LEAST_LOG_SRQ_BYTES, LOG_PIECE + log(1 + capacity.maxSge()));
    }

    private static int spare(int logBytes) {
        return (SPARE_BYTES >> logBytes) + 1;
    }

    /**
     * {@return the rings as the kernel knows them: it computes those of receives itself}
     *
     * @param asked what the program asked for
     * @param hasReceives false with an SRQ
     * @param logSends log2 of the send requests
     * @param logSendBytes log2 of the bytes of one
     */
    public static Rings rings(QpCapacity asked, boolean hasReceives, int logSends, int logSendBytes) {
        return new Rings(
                logSends,
                logSendBytes,
                hasReceives ? 1 << log(asked.maxRecvWr()) : 0,
                hasReceives ? LOG_PIECE + log(asked.maxRecvSge()) : 0);
    }

    /**
     * {@return the rings that the user half lays out}
     *
     * @param asked what the program asks for
     * @param hasReceives false with an SRQ
     * @param type of the QP
     */
    public static Rings rings(QpCapacity asked, boolean hasReceives, QpType type) {
        int blocks = (asked.maxInlineData() + BLOCK_DATA - 1) / BLOCK_DATA + 1;
        int data = Math.max(asked.maxSendSge() * PIECE_BYTES, asked.maxInlineData() == 0 ? 0 : blocks * BLOCK);
        int logBytes = log(Math.max(BLOCK, (type == QpType.UD ? DATAGRAM_HEAD_BYTES : HEAD_BYTES) + data));
        return rings(asked, hasReceives, log(asked.maxSendWr() + spare(logBytes)), logBytes);
    }
}
