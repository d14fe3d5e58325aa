package dev.fenestra.hw.sim.hns;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.CompletionRole;
import dev.fenestra.hw.sim.format.Fields;
import dev.fenestra.hw.sim.format.LapWords;
import dev.fenestra.hw.sim.format.PieceFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.ReceiveRole;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.format.Structure;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.util.List;

/** The requests and completions of hns (providers/hns hns_roce_u_hw_v2.h). All words but GIDs are little-endian. */
public final class HnsFormats {
    /** log2 of the bytes of a send request. */
    public static final int LOG_SEND_BYTES = 6;
    /** Bits of a traffic class that an address handle does not have. */
    public static final int CLASS_SHIFT = 2;
    /** log2 of the bytes of a piece. */
    public static final int LOG_PIECE_BYTES = 4;

    private static final Structure DATA = new Structure("hns_roce_v2_wqe_data_seg", 16, LITTLE_ENDIAN);
    private static final PieceFormat PIECE =
            new PieceFormat(DATA.bytes(), DATA.u64("addr", 8), DATA.u32("lkey", 4), DATA.u32("len", 0));

    private static final Structure WQE = new Structure("hns_roce_rc_sq_wqe", 64, LITTLE_ENDIAN);
    private static final Word OPCODE = WQE.bits("byte_4.opcode", 0, 4, 0);
    /** The lap of the ring: 1 in the first one. The card goes by the record, and does not read it. */
    public static final Word OWNER = WQE.bits("byte_4.owner", 0, 7, 7);

    private static final Word SIGNALED = WQE.bits("byte_4.cqe", 0, 8, 8);
    private static final Word FENCED = WQE.bits("byte_4.fence", 0, 9, 9);
    private static final Word SOLICITED = WQE.bits("byte_4.se", 0, 11, 11);
    private static final Word INLINE = WQE.bits("byte_4.inline", 0, 12, 12);
    private static final Word BYTES = WQE.u32("msg_len", 4);
    private static final Word IMMEDIATE = WQE.u32("immtdata", 8);
    private static final Word KEY = WQE.u32("inv_key", 8);
    private static final Word PIECES = WQE.bits("byte_16.sge_num", 12, 31, 24);
    /** The first further piece of the request, in the buffer of further pieces. */
    public static final Word FURTHER = WQE.bits("byte_20.msg_start_sge_idx", 16, 23, 0);
    /** Inline data lie in the buffer of further pieces. */
    public static final Word INLINE_OUTSIDE = WQE.bits("byte_20.inline_type", 16, 31, 31);

    private static final Word OPERAND = WQE.u64("atomic.fetchadd_swap_data", 48);
    private static final Fields<SendRole> COMMON = Fields.of(SendRole.class)
            .with(SendRole.SIGNALED, SIGNALED)
            .with(SendRole.FENCED, FENCED)
            .with(SendRole.SOLICITED, SOLICITED);
    private static final Fields<SendRole> WITH_PIECES =
            COMMON.with(SendRole.PIECES, PIECES).with(SendRole.DATA_BYTES, BYTES);
    private static final Fields<SendRole> WITH_DATA =
            WITH_PIECES.with(SendRole.INLINE, INLINE).with(SendRole.INLINE_BYTES, BYTES);
    private static final Word RKEY = WQE.u32("rkey", 20);
    private static final Word ADDRESS = WQE.u64("va", 24);
    private static final Fields<SendRole> WRITE =
            WITH_DATA.with(SendRole.REMOTE_ADDRESS, ADDRESS).with(SendRole.RKEY, RKEY);
    private static final Fields<SendRole> READ =
            WITH_PIECES.with(SendRole.REMOTE_ADDRESS, ADDRESS).with(SendRole.RKEY, RKEY);
    private static final Fields<SendRole> BIND = COMMON.with(SendRole.BIND_NEW_KEY, WQE.u32("new_rkey", 8))
            .with(SendRole.BIND_LENGTH, WQE.u32("byte_16.length", 12))
            .with(SendRole.BIND_LKEY, RKEY)
            .with(SendRole.BIND_ADDRESS, ADDRESS)
            .with(SendRole.BIND_TYPE_2, WQE.bits("mw_type", 32, 0, 0))
            .with(SendRole.BIND_ATOMIC, WQE.bits("mw_ra_en", 32, 2, 2))
            .with(SendRole.BIND_READ, WQE.bits("mw_rr_en", 32, 3, 3))
            .with(SendRole.BIND_WRITE, WQE.bits("mw_rw_en", 32, 4, 4));

    /** Where the pieces and inline data of a connected QP begin. */
    static final int DATA_AT = 32;

    /** Send requests of connected QPs. */
    public static final SendFormat SENDS = new SendFormat(
            WQE,
            OPCODE,
            PIECE,
            COMMON,
            List.of(
                    new RequestOperation(0x0, SendOpcode.SEND, DATA_AT, WITH_DATA),
                    new RequestOperation(0x1, SendOpcode.SEND_INV, DATA_AT, WITH_DATA.with(SendRole.KEY, KEY)),
                    new RequestOperation(
                            0x2, SendOpcode.SEND_IMM, DATA_AT, WITH_DATA.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    new RequestOperation(0x3, SendOpcode.RDMA_WRITE, DATA_AT, WRITE),
                    new RequestOperation(
                            0x4, SendOpcode.RDMA_WRITE_IMM, DATA_AT, WRITE.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    new RequestOperation(0x5, SendOpcode.RDMA_READ, DATA_AT, READ),
                    new RequestOperation(
                            0x6,
                            SendOpcode.COMPARE_SWAP,
                            DATA_AT,
                            READ.with(SendRole.SWAP, OPERAND).with(SendRole.COMPARE, WQE.u64("atomic.cmp_data", 56))),
                    new RequestOperation(0x7, SendOpcode.FETCH_ADD, DATA_AT, READ.with(SendRole.ADD, OPERAND)),
                    new RequestOperation(0xb, SendOpcode.LOCAL_INV, DATA_AT, COMMON.with(SendRole.KEY, KEY)),
                    new RequestOperation(0xc, SendOpcode.BIND_MW, DATA_AT, BIND)));

    private static final Structure DATAGRAM = new Structure("hns_roce_ud_sq_wqe", 64, LITTLE_ENDIAN);
    /** UDP source port of a datagram; 0 for that of the QP. */
    public static final Word UDP_PORT = DATAGRAM.u16("udpspn", 22);

    private static final Word LENGTH = DATAGRAM.u32("msg_len", 4);
    private static final Fields<SendRole> SEND = Fields.of(SendRole.class)
            .with(SendRole.SIGNALED, DATAGRAM.bits("rsv_opcode.cqe", 0, 8, 8))
            .with(SendRole.SOLICITED, DATAGRAM.bits("rsv_opcode.se", 0, 11, 11))
            .with(SendRole.INLINE, DATAGRAM.bits("rsv_opcode.inline", 0, 12, 12))
            .with(SendRole.DATA_BYTES, LENGTH)
            .with(SendRole.INLINE_BYTES, LENGTH)
            .with(SendRole.AH, DATAGRAM.bits("sge_num_pd.pd", 12, 23, 0))
            .with(SendRole.PIECES, DATAGRAM.bits("sge_num_pd.sge_num", 12, 31, 24))
            .with(SendRole.QKEY, DATAGRAM.u32("qkey", 24))
            .with(SendRole.REMOTE_QPN, DATAGRAM.bits("rsv_dqpn.dqpn", 28, 23, 0))
            .with(SendRole.PATH_HOPS, DATAGRAM.u8("tclass_vlan.hop_limit", 34))
            .with(SendRole.PATH_CLASS, DATAGRAM.u8("tclass_vlan.tclass", 35))
            .with(SendRole.PATH_FLOW, DATAGRAM.bits("lbi_flow_label.flow_label", 36, 19, 0))
            .with(SendRole.PATH_GID_INDEX, DATAGRAM.u8("sgid_index", 46))
            .with(SendRole.PATH_GID_HIGH, DATAGRAM.be64("dgid", 48))
            .with(SendRole.PATH_GID_LOW, DATAGRAM.be64("dgid.low", 56));

    /** Send requests of UD QPs. No piece lies in the request. */
    public static final SendFormat DATAGRAMS = new SendFormat(
            DATAGRAM,
            DATAGRAM.bits("rsv_opcode.opcode", 0, 4, 0),
            PIECE,
            SEND,
            List.of(
                    new RequestOperation(0x0, SendOpcode.SEND, DATAGRAM.bytes(), SEND),
                    new RequestOperation(
                            0x2,
                            SendOpcode.SEND_IMM,
                            DATAGRAM.bytes(),
                            SEND.with(SendRole.IMMEDIATE, DATAGRAM.u32("immtdata", 8)))));

    /** Receive requests, also those of an SRQ: pieces until one without length. */
    public static final ReceiveFormat RECEIVES = new ReceiveFormat(
            new Structure("hns_roce_v2_wqe_data_seg[]", 0, LITTLE_ENDIAN), 0, PIECE, Fields.of(ReceiveRole.class));

    private static final Structure CQE = new Structure("hns_roce_v2_cqe", 32, LITTLE_ENDIAN);
    private static final Word CQE_OWNER = CQE.bits("byte_4.owner", 0, 7, 7);
    private static final Word VALUE = CQE.u32("immtdata", 4);

    /** Completions, also those of 64 bytes, whose second half is empty. */
    public static final CompletionFormat COMPLETIONS = new CompletionFormat(
            CQE,
            Fields.of(CompletionRole.class)
                    .with(CompletionRole.OPCODE, CQE.bits("byte_4.opcode", 0, 4, 0))
                    .with(CompletionRole.RECEIVE, CQE.bits("byte_4.s_r", 0, 6, 6))
                    .with(CompletionRole.STATUS, CQE.bits("byte_4.status", 0, 15, 8))
                    .with(CompletionRole.INDEX, CQE.bits("byte_4.wqe_idx", 0, 31, 16))
                    .with(CompletionRole.IMMEDIATE, VALUE)
                    .with(CompletionRole.KEY, VALUE)
                    .with(CompletionRole.QPN, CQE.bits("byte_16.lcl_qpn", 12, 23, 0))
                    .with(CompletionRole.VENDOR_ERROR, CQE.bits("byte_16.sub_status", 12, 31, 24))
                    .with(CompletionRole.BYTES, CQE.u32("byte_cnt", 16))
                    .with(CompletionRole.SOURCE_QPN, CQE.bits("byte_32.rmt_qpn", 28, 23, 0))
                    .with(CompletionRole.GRH, CQE.bits("byte_32.grh", 28, 30, 30)),
            CompletionFormat.COMMON_STATUSES,
            SENDS.completed(),
            CompletionFormat.COMMON_RECEIVES,
            CompletionStatus.MW_BIND);

    private HnsFormats() {}

    /**
     * {@return how the entries of a ring say what is new}
     *
     * @param bytes of an entry, 32 or 64
     */
    public static LapWords laps(int bytes) {
        return new LapWords(bytes, CQE_OWNER, true);
    }
}
