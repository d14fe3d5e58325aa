package dev.fenestra.hw.sim.mlx4;

import static java.nio.ByteOrder.BIG_ENDIAN;

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

/** The requests and completions of mlx4 (providers/mlx4 mlx4dv.h, wqe.h, cq.c). All words are big-endian. */
public final class Mlx4Formats {
    private static final Structure DATA = new Structure("mlx4_wqe_data_seg", 16, BIG_ENDIAN);
    private static final PieceFormat PIECE =
            new PieceFormat(DATA.bytes(), DATA.u64("addr", 8), DATA.u32("lkey", 4), DATA.u32("byte_count", 0));

    private static final Structure WQE = new Structure("mlx4_wqe_ctrl_seg", 64, BIG_ENDIAN);
    /** The lap of the ring: 0 in the first one. It is stored last. */
    public static final Word OWNER = WQE.bits("owner_opcode.owner", 0, 31, 31);
    /** The whole request, in 16 bytes. */
    public static final Word SIZE = WQE.bits("fence_size.size", 4, 5, 0);

    private static final Word OPCODE = WQE.bits("owner_opcode.opcode", 0, 4, 0);
    private static final Word IMMEDIATE = WQE.u32("imm", 12);
    private static final Word OPERAND = WQE.u64("atomic.swap_add", 32);
    private static final Fields<SendRole> COMMON = Fields.of(SendRole.class)
            .with(SendRole.FENCED, WQE.bits("fence_size.fence", 4, 6, 6))
            .with(SendRole.SIGNALED, WQE.bits("xrcrb_flags.cq_update", 8, 3, 2))
            .with(SendRole.SOLICITED, WQE.bits("xrcrb_flags.solicit", 8, 1, 1));
    private static final Fields<SendRole> REMOTE = COMMON.with(SendRole.REMOTE_ADDRESS, WQE.u64("raddr.raddr", 16))
            .with(SendRole.RKEY, WQE.u32("raddr.rkey", 24));
    private static final Fields<SendRole> BIND = COMMON.with(
                    SendRole.BIND_ATOMIC, WQE.bits("bind.flags1.atomic", 16, 31, 31))
            .with(SendRole.BIND_WRITE, WQE.bits("bind.flags1.write", 16, 30, 30))
            .with(SendRole.BIND_READ, WQE.bits("bind.flags1.read", 16, 29, 29))
            .with(SendRole.BIND_TYPE_2, WQE.bits("bind.flags2.type_2", 20, 31, 31))
            .with(SendRole.BIND_ZERO_BASED, WQE.bits("bind.flags2.zero_based", 20, 30, 30))
            .with(SendRole.BIND_NEW_KEY, WQE.u32("bind.new_rkey", 24))
            .with(SendRole.BIND_LKEY, WQE.u32("bind.lkey", 28))
            .with(SendRole.BIND_ADDRESS, WQE.u64("bind.addr", 32))
            .with(SendRole.BIND_LENGTH, WQE.u64("bind.length", 40));

    private static final Fields<SendRole> DATAGRAM = COMMON.with(
                    SendRole.AH, WQE.bits("datagram.av.port_pd.pd", 16, 23, 0))
            .with(SendRole.PATH_GLOBAL, WQE.bits("datagram.av.g", 20, 23, 23))
            .with(SendRole.PATH_GID_INDEX, WQE.u8("datagram.av.gid_index", 25))
            .with(SendRole.PATH_HOPS, WQE.u8("datagram.av.hop_limit", 27))
            .with(SendRole.PATH_CLASS, WQE.bits("datagram.av.tclass", 28, 27, 20))
            .with(SendRole.PATH_FLOW, WQE.bits("datagram.av.flowlabel", 28, 19, 0))
            .with(SendRole.PATH_GID_HIGH, WQE.u64("datagram.av.dgid", 32))
            .with(SendRole.PATH_GID_LOW, WQE.u64("datagram.av.dgid.low", 40))
            .with(SendRole.REMOTE_QPN, WQE.bits("datagram.dqpn", 48, 23, 0))
            .with(SendRole.QKEY, WQE.u32("datagram.qkey", 52));

    private static final int CONTROL_END = 16;
    private static final int DATAGRAM_END = 64;
    private static final int REMOTE_END = 32;
    private static final int OPERANDS_END = 48;

    /** Send requests. Each takes a slot of the size that the ring was made for. */
    public static final SendFormat SENDS = new SendFormat(
            WQE,
            OPCODE,
            PIECE,
            COMMON,
            List.of(
                    new RequestOperation(0x08, SendOpcode.RDMA_WRITE, REMOTE_END, REMOTE),
                    new RequestOperation(
                            0x09, SendOpcode.RDMA_WRITE_IMM, REMOTE_END, REMOTE.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    new RequestOperation(0x0a, SendOpcode.SEND, CONTROL_END, COMMON),
                    new RequestOperation(
                            0x0b, SendOpcode.SEND_IMM, CONTROL_END, COMMON.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    new RequestOperation(0x01, SendOpcode.SEND_INV, CONTROL_END, COMMON.with(SendRole.KEY, IMMEDIATE)),
                    new RequestOperation(0x10, SendOpcode.RDMA_READ, REMOTE_END, REMOTE),
                    new RequestOperation(
                            0x11,
                            SendOpcode.COMPARE_SWAP,
                            OPERANDS_END,
                            REMOTE.with(SendRole.SWAP, OPERAND).with(SendRole.COMPARE, WQE.u64("atomic.compare", 40))),
                    new RequestOperation(0x12, SendOpcode.FETCH_ADD, OPERANDS_END, REMOTE.with(SendRole.ADD, OPERAND)),
                    new RequestOperation(0x18, SendOpcode.BIND_MW, OPERANDS_END, BIND),
                    new RequestOperation(
                            0x1b,
                            SendOpcode.LOCAL_INV,
                            OPERANDS_END,
                            COMMON.with(SendRole.KEY, WQE.u32("local_inval.mem_key", 24)))));

    /** Send requests of UD QPs. */
    public static final SendFormat DATAGRAMS = new SendFormat(
            WQE,
            OPCODE,
            PIECE,
            COMMON,
            List.of(
                    new RequestOperation(0x0a, SendOpcode.SEND, DATAGRAM_END, DATAGRAM),
                    new RequestOperation(
                            0x0b, SendOpcode.SEND_IMM, DATAGRAM_END, DATAGRAM.with(SendRole.IMMEDIATE, IMMEDIATE))));

    private static final Structure RECEIVE = new Structure("mlx4_wqe_data_seg[]", 0, BIG_ENDIAN);

    /** Key of the piece of length 0 that ends a receive with fewer pieces than its slot has room for. */
    public static final int END_KEY = 0x100;

    /** Receive requests: pieces, and nothing else. */
    public static final ReceiveFormat RECEIVES =
            new ReceiveFormat(RECEIVE, 0, PIECE, Fields.of(ReceiveRole.class), END_KEY);

    private static final Structure SHARED = new Structure("mlx4_wqe_srq_next_seg", 16, BIG_ENDIAN);
    /** The slot of the next receive of an SRQ. */
    public static final Word NEXT = SHARED.u16("next_wqe_index", 2);
    /** Receive requests of an SRQ: a link, then pieces. */
    public static final ReceiveFormat SHARED_RECEIVES =
            new ReceiveFormat(SHARED, SHARED.bytes(), PIECE, Fields.of(ReceiveRole.class), END_KEY);

    private static final Structure CQE = new Structure("mlx4_cqe", 32, BIG_ENDIAN);
    private static final Word CQE_OWNER = CQE.bits("owner_sr_opcode.owner", 28, 7, 7);
    private static final Word CQE_OPCODE = CQE.bits("owner_sr_opcode.opcode", 28, 4, 0);
    private static final Word SYNDROME = CQE.u8("syndrome", 27);
    /** How the entries of a ring say what is new. */
    public static final LapWords LAPS = new LapWords(CQE.bytes(), CQE_OWNER, false, CQE_OPCODE, SYNDROME, 0x1e, 0x16);

    private static final Word VALUE = CQE.u32("immed_rss_invalid", 4);

    /** Completions. The numbers of failures are those of mlx5. */
    public static final CompletionFormat COMPLETIONS = new CompletionFormat(
            CQE,
            Fields.of(CompletionRole.class)
                    .with(CompletionRole.QPN, CQE.bits("vlan_my_qpn.qpn", 0, 23, 0))
                    .with(CompletionRole.IMMEDIATE, VALUE)
                    .with(CompletionRole.KEY, VALUE)
                    .with(CompletionRole.GRH, CQE.bits("g_mlpath_rqpn.g", 8, 31, 31))
                    .with(CompletionRole.SOURCE_QPN, CQE.bits("g_mlpath_rqpn.rqpn", 8, 23, 0))
                    .with(CompletionRole.BYTES, CQE.u32("byte_cnt", 20))
                    .with(CompletionRole.INDEX, CQE.u16("wqe_index", 24))
                    .with(CompletionRole.VENDOR_ERROR, CQE.u8("vendor_err", 26))
                    .with(CompletionRole.STATUS, SYNDROME)
                    .with(CompletionRole.SEND, CQE.bits("owner_sr_opcode.send", 28, 6, 6))
                    .with(CompletionRole.OPCODE, CQE_OPCODE),
            CompletionFormat.COMMON_STATUSES,
            SENDS.completed(),
            CompletionFormat.COMMON_RECEIVES,
            CompletionStatus.MW_BIND);

    private Mlx4Formats() {}
}
