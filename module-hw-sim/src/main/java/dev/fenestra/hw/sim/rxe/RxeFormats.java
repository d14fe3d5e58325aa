package dev.fenestra.hw.sim.rxe;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.CompletionRole;
import dev.fenestra.hw.sim.format.Fields;
import dev.fenestra.hw.sim.format.PieceFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.ReceiveRole;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.format.Structure;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.util.List;
import java.util.Map;

/** The elements of rxe's queues (rdma_user_rxe.h {@code rxe_send_wqe}, {@code rxe_recv_wqe}, ib_user_verbs.h). */
public final class RxeFormats {
    private static final Structure SGE = new Structure("rxe_sge", 16, LITTLE_ENDIAN);
    private static final Word SGE_ADDRESS = SGE.u64("addr", 0);
    private static final Word SGE_LENGTH = SGE.u32("length", 8);
    private static final Word SGE_LKEY = SGE.u32("lkey", 12);
    private static final PieceFormat PIECE = new PieceFormat(SGE.bytes(), SGE_ADDRESS, SGE_LKEY, SGE_LENGTH);

    private static final Structure WQE = new Structure("rxe_send_wqe", 208, LITTLE_ENDIAN);
    private static final Word LENGTH = WQE.u32("dma.length", 184);
    private static final Fields<SendRole> COMMON = Fields.of(SendRole.class)
            .with(SendRole.WR_ID, WQE.u64("wr_id", 0))
            .with(SendRole.FENCED, WQE.bits("send_flags.fence", 16, 0, 0))
            .with(SendRole.SIGNALED, WQE.bits("send_flags.signaled", 16, 1, 1))
            .with(SendRole.SOLICITED, WQE.bits("send_flags.solicited", 16, 2, 2))
            .with(SendRole.INLINE, WQE.bits("send_flags.inline", 16, 3, 3))
            .with(SendRole.DATA_BYTES, LENGTH)
            .with(SendRole.INLINE_BYTES, LENGTH)
            .with(SendRole.PIECES, WQE.u32("dma.num_sge", 196));
    private static final Word OPCODE = WQE.u32("opcode", 12);
    private static final Word IMMEDIATE = WQE.be32("ex.imm_data", 20);
    private static final Word INVALIDATE = WQE.u32("ex.invalidate_rkey", 20);
    private static final Fields<SendRole> SEND = COMMON.with(SendRole.REMOTE_QPN, WQE.u32("ud.remote_qpn", 24))
            .with(SendRole.QKEY, WQE.u32("ud.remote_qkey", 28))
            .with(SendRole.AH, WQE.u32("ud.ah_num", 36));
    private static final Fields<SendRole> REMOTE = COMMON.with(SendRole.REMOTE_ADDRESS, WQE.u64("remote_addr", 24))
            .with(SendRole.RKEY, WQE.u32("rdma.rkey", 32));
    private static final Word COMPARE_ADD = WQE.u64("atomic.compare_add", 32);
    private static final Fields<SendRole> ATOMIC = REMOTE.with(SendRole.RKEY, WQE.u32("atomic.rkey", 48));
    private static final Fields<SendRole> BIND = COMMON.with(SendRole.BIND_ADDRESS, WQE.u64("mw.addr", 24))
            .with(SendRole.BIND_LENGTH, WQE.u64("mw.length", 32))
            .with(SendRole.BIND_LKEY, WQE.u32("mw.mr_lkey", 40))
            .with(SendRole.BIND_OLD_KEY, WQE.u32("mw.mw_rkey", 44))
            .with(SendRole.BIND_NEW_KEY, WQE.u32("mw.rkey", 48))
            .with(SendRole.BIND_WRITE, WQE.bits("mw.access.remote_write", 52, 1, 1))
            .with(SendRole.BIND_READ, WQE.bits("mw.access.remote_read", 52, 2, 2))
            .with(SendRole.BIND_ATOMIC, WQE.bits("mw.access.remote_atomic", 52, 3, 3))
            .with(SendRole.BIND_ZERO_BASED, WQE.bits("mw.access.zero_based", 52, 5, 5));

    /** Send elements. What the kernel keeps in them, at 144 and up, is nobody else's business. */
    public static final SendFormat SENDS = new SendFormat(
            WQE,
            OPCODE,
            PIECE,
            COMMON,
            List.of(
                    operation(0, SendOpcode.RDMA_WRITE, REMOTE),
                    operation(1, SendOpcode.RDMA_WRITE_IMM, REMOTE.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    operation(2, SendOpcode.SEND, SEND),
                    operation(3, SendOpcode.SEND_IMM, SEND.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    operation(4, SendOpcode.RDMA_READ, REMOTE),
                    operation(
                            5,
                            SendOpcode.COMPARE_SWAP,
                            ATOMIC.with(SendRole.COMPARE, COMPARE_ADD).with(SendRole.SWAP, WQE.u64("atomic.swap", 40))),
                    operation(6, SendOpcode.FETCH_ADD, ATOMIC.with(SendRole.ADD, COMPARE_ADD)),
                    operation(7, SendOpcode.LOCAL_INV, COMMON.with(SendRole.KEY, INVALIDATE)),
                    operation(8, SendOpcode.BIND_MW, BIND),
                    operation(9, SendOpcode.SEND_INV, SEND.with(SendRole.KEY, INVALIDATE)),
                    operation(15, SendOpcode.ATOMIC_WRITE, REMOTE)));

    private static final Structure RECEIVE = new Structure("rxe_recv_wqe", 40, LITTLE_ENDIAN);

    /** Receive elements. */
    public static final ReceiveFormat RECEIVES = new ReceiveFormat(
            RECEIVE,
            RECEIVE.bytes(),
            PIECE,
            Fields.of(ReceiveRole.class)
                    .with(ReceiveRole.WR_ID, RECEIVE.u64("wr_id", 0))
                    .with(ReceiveRole.DATA_BYTES, RECEIVE.u32("dma.length", 16))
                    .with(ReceiveRole.PIECES, RECEIVE.u32("dma.num_sge", 28)));

    private static final Structure WC = new Structure("ib_uverbs_wc", 48, LITTLE_ENDIAN);
    private static final Word GRH = WC.bits("wc_flags.grh", 36, 0, 0);

    /** Completions. Every receive says that it has a GRH; one that failed says no more than status, wr_id and QP. */
    public static final CompletionFormat COMPLETIONS = new CompletionFormat(
            WC,
            Fields.of(CompletionRole.class)
                    .with(CompletionRole.WR_ID, WC.u64("wr_id", 0))
                    .with(CompletionRole.STATUS, WC.u32("status", 8))
                    .with(CompletionRole.OPCODE, WC.u32("opcode", 12))
                    .with(CompletionRole.VENDOR_ERROR, WC.u32("vendor_err", 16))
                    .with(CompletionRole.BYTES, WC.u32("byte_len", 20))
                    .with(CompletionRole.IMMEDIATE, WC.be32("ex.imm_data", 24))
                    .with(CompletionRole.KEY, WC.u32("ex.invalidate_rkey", 24))
                    .with(CompletionRole.QPN, WC.u32("qp_num", 28))
                    .with(CompletionRole.SOURCE_QPN, WC.u32("src_qp", 32))
                    .with(CompletionRole.GRH, GRH)
                    .with(CompletionRole.RECEIVED, GRH)
                    .with(CompletionRole.WITH_IMMEDIATE, WC.bits("wc_flags.with_imm", 36, 1, 1))
                    .with(CompletionRole.WITH_KEY, WC.bits("wc_flags.with_inv", 36, 3, 3)),
            Map.ofEntries(
                    Map.entry(CompletionStatus.SUCCESS, 0),
                    Map.entry(CompletionStatus.LOCAL_LENGTH, 1),
                    Map.entry(CompletionStatus.LOCAL_QP_OPERATION, 2),
                    Map.entry(CompletionStatus.LOCAL_PROTECTION, 4),
                    Map.entry(CompletionStatus.FLUSHED, 5),
                    Map.entry(CompletionStatus.MW_BIND, 6),
                    Map.entry(CompletionStatus.BAD_RESPONSE, 7),
                    Map.entry(CompletionStatus.LOCAL_ACCESS, 8),
                    Map.entry(CompletionStatus.REMOTE_INVALID_REQUEST, 9),
                    Map.entry(CompletionStatus.REMOTE_ACCESS, 10),
                    Map.entry(CompletionStatus.REMOTE_OPERATION, 11),
                    Map.entry(CompletionStatus.RETRY_EXCEEDED, 12),
                    Map.entry(CompletionStatus.RNR_RETRY_EXCEEDED, 13)),
            Map.ofEntries(
                    Map.entry(SendOpcode.NOP, 0),
                    Map.entry(SendOpcode.SEND, 0),
                    Map.entry(SendOpcode.SEND_IMM, 0),
                    Map.entry(SendOpcode.SEND_INV, 0),
                    Map.entry(SendOpcode.RDMA_WRITE, 1),
                    Map.entry(SendOpcode.RDMA_WRITE_IMM, 1),
                    Map.entry(SendOpcode.RDMA_READ, 2),
                    Map.entry(SendOpcode.COMPARE_SWAP, 3),
                    Map.entry(SendOpcode.FETCH_ADD, 4),
                    Map.entry(SendOpcode.BIND_MW, 5),
                    Map.entry(SendOpcode.LOCAL_INV, 6),
                    Map.entry(SendOpcode.ATOMIC_WRITE, 9)),
            Map.of(
                    CompletionKind.RECEIVE_SEND, 128,
                    CompletionKind.RECEIVE_SEND_IMM, 128,
                    CompletionKind.RECEIVE_SEND_INV, 128,
                    CompletionKind.RECEIVE_WRITE_IMM, 129),
            CompletionStatus.LOCAL_QP_OPERATION);

    private RxeFormats() {}

    private static RequestOperation operation(int number, int opcode, Fields<SendRole> fields) {
        return new RequestOperation(number, opcode, WQE.bytes(), fields);
    }

    /** {@return whether the data of an operation lie in the request whatever its flags say} */
    static boolean hasOwnData(RequestOperation operation) {
        return operation.opcode() == SendOpcode.ATOMIC_WRITE;
    }
}
