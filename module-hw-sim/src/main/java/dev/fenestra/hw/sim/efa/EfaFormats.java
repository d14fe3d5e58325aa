package dev.fenestra.hw.sim.efa;

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

/** The requests and completions of efa (providers/efa efa_io_defs.h). All words are little-endian. */
public final class EfaFormats {
    private static final Structure BUFFER = new Structure("efa_io_tx_buf_desc", 16, LITTLE_ENDIAN);
    private static final PieceFormat PIECE = new PieceFormat(
            BUFFER.bytes(), BUFFER.u64("buf_addr", 8), BUFFER.bits("lkey", 4, 23, 0), BUFFER.u32("length", 0));

    private static final Structure WQE = new Structure("efa_io_tx_wqe", 64, LITTLE_ENDIAN);
    /** What the completion of a send request calls it. */
    public static final Word NAME = WQE.u16("meta.req_id", 0);

    private static final Word OPCODE = WQE.bits("meta.ctrl1.op_type_imm", 0, 20, 16);
    private static final Word INLINE = WQE.bits("meta.ctrl1.inline_msg", 0, 21, 21);
    /** Set in each send request: it begins with a descriptor of this kind. */
    public static final Word META = WQE.bits("meta.ctrl1.meta_desc", 0, 23, 23);
    /** The lap of the ring: 0 in the first one. */
    public static final Word PHASE = WQE.bits("meta.ctrl2.phase", 0, 24, 24);
    /** Set in each send request: it is its own first part. */
    public static final Word FIRST = WQE.bits("meta.ctrl2.first", 0, 26, 26);
    /** Set in each send request: it is its own last part. */
    public static final Word LAST = WQE.bits("meta.ctrl2.last", 0, 27, 27);

    private static final Word LENGTH = WQE.u16("meta.length", 6);
    private static final Fields<SendRole> COMMON = Fields.of(SendRole.class)
            .with(SendRole.SIGNALED, WQE.bits("meta.ctrl2.comp_req", 0, 28, 28))
            .with(SendRole.REMOTE_QPN, WQE.u16("meta.dest_qp_num", 4))
            .with(SendRole.PIECES, LENGTH)
            .with(SendRole.AH, WQE.u16("meta.ah", 12))
            .with(SendRole.QKEY, WQE.u32("meta.qkey", 16));
    private static final Fields<SendRole> SEND =
            COMMON.with(SendRole.INLINE, INLINE).with(SendRole.INLINE_BYTES, LENGTH);
    private static final Fields<SendRole> READ = COMMON.with(
                    SendRole.DATA_BYTES, WQE.u32("rdma_req.remote_mem.length", 32))
            .with(SendRole.RKEY, WQE.u32("rdma_req.remote_mem.rkey", 36))
            .with(SendRole.REMOTE_ADDRESS, WQE.u64("rdma_req.remote_mem.buf_addr", 40));

    private static final int META_END = 32;
    private static final int REMOTE_END = 48;
    private static final int WITH_IMMEDIATE = 1 << 4;

    private static final List<RequestOperation> MESSAGES = List.of(
            new RequestOperation(0, SendOpcode.SEND, META_END, SEND),
            new RequestOperation(
                    WITH_IMMEDIATE,
                    SendOpcode.SEND_IMM,
                    META_END,
                    SEND.with(SendRole.IMMEDIATE, WQE.u32("meta.immediate_data", 8))));

    /** Send requests of UD QPs. */
    public static final SendFormat DATAGRAMS = new SendFormat(WQE, OPCODE, PIECE, COMMON, MESSAGES);

    /** Send requests of SRD QPs. */
    public static final SendFormat SENDS = new SendFormat(
            WQE,
            OPCODE,
            PIECE,
            COMMON,
            List.of(
                    MESSAGES.getFirst(),
                    MESSAGES.getLast(),
                    new RequestOperation(1, SendOpcode.RDMA_READ, REMOTE_END, READ)));

    private static final Structure RX = new Structure("efa_io_rx_desc", 16, LITTLE_ENDIAN);
    /** What the completion of a receive calls it. */
    public static final Word RECEIVE_NAME = RX.u16("req_id", 8);

    private static final PieceFormat RX_PIECE = new PieceFormat(
            RX.bytes(), RX.u64("buf_addr", 0), RX.bits("lkey_ctrl.lkey", 12, 23, 0), RX.u16("length", 10));
    /** Set in the first piece of a receive. */
    public static final Word RECEIVE_FIRST = RX.bits("lkey_ctrl.first", 12, 30, 30);
    /** Set in the last piece of a receive. */
    public static final Word RECEIVE_LAST = RX.bits("lkey_ctrl.last", 12, 31, 31);

    /** Receive requests: pieces, and nothing else. */
    public static final ReceiveFormat RECEIVES = new ReceiveFormat(RX, 0, RX_PIECE, Fields.of(ReceiveRole.class));

    private static final Structure CDESC = new Structure("efa_io_rx_cdesc", 16, LITTLE_ENDIAN);
    /** The lap of the ring: 1 in the first one. It is stored last. */
    public static final Word CQE_PHASE = CDESC.bits("flags.phase", 0, 24, 24);
    /** Number of the address handle that leads to the sender. */
    public static final Word CQE_AH = CDESC.u16("ah", 8);
    /** The sender is none for which the program has an address handle. */
    public static final int UNKNOWN_AH = 0xffff;

    /** Completions. That of a send request is only the first half. */
    public static final CompletionFormat COMPLETIONS = new CompletionFormat(
            CDESC,
            Fields.of(CompletionRole.class)
                    .with(CompletionRole.INDEX, CDESC.u16("req_id", 0))
                    .with(CompletionRole.STATUS, CDESC.bits("status", 0, 23, 16))
                    .with(CompletionRole.SEND, CDESC.bits("flags.q_type.send", 0, 25, 25))
                    .with(CompletionRole.RECEIVE, CDESC.bits("flags.q_type.recv", 0, 26, 26))
                    .with(CompletionRole.WITH_IMMEDIATE, CDESC.bits("flags.has_imm", 0, 27, 27))
                    .with(CompletionRole.QPN, CDESC.u16("qp_num", 4))
                    .with(CompletionRole.BYTES, CDESC.u16("length", 6))
                    .with(CompletionRole.SOURCE_QPN, CDESC.u16("src_qp_num", 10))
                    .with(CompletionRole.IMMEDIATE, CDESC.u32("imm", 12)),
            Map.ofEntries(
                    Map.entry(CompletionStatus.SUCCESS, 0),
                    Map.entry(CompletionStatus.FLUSHED, 1),
                    Map.entry(CompletionStatus.LOCAL_QP_OPERATION, 2),
                    Map.entry(CompletionStatus.LOCAL_ACCESS, 3),
                    Map.entry(CompletionStatus.LOCAL_PROTECTION, 5),
                    Map.entry(CompletionStatus.LOCAL_LENGTH, 6),
                    Map.entry(CompletionStatus.REMOTE_ACCESS, 7),
                    Map.entry(CompletionStatus.REMOTE_OPERATION, 8),
                    Map.entry(CompletionStatus.RNR_RETRY_EXCEEDED, 10),
                    Map.entry(CompletionStatus.REMOTE_INVALID_REQUEST, 11),
                    Map.entry(CompletionStatus.BAD_RESPONSE, 12),
                    Map.entry(CompletionStatus.RETRY_EXCEEDED, 13)),
            Map.of(SendOpcode.NOP, 0, SendOpcode.SEND, 0, SendOpcode.SEND_IMM, 0, SendOpcode.RDMA_READ, 0),
            Map.of(CompletionKind.RECEIVE_SEND, 0, CompletionKind.RECEIVE_SEND_IMM, 0),
            CompletionStatus.LOCAL_QP_OPERATION);

    private EfaFormats() {}
}
