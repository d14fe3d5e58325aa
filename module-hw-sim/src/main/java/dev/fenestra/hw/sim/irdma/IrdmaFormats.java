package dev.fenestra.hw.sim.irdma;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.card.Mark;
import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.CompletionRole;
import dev.fenestra.hw.sim.format.Fields;
import dev.fenestra.hw.sim.format.PairWords;
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

/** The requests and completions of irdma (providers/irdma defs.h, uk.c). All words are little-endian, of 64 bits. */
public final class IrdmaFormats {
    /** log2 of the bytes of a slot, a quantum. A request takes 1 to 8 of them. */
    public static final int LOG_QUANTUM = 5;
    /** Bytes of a quantum. */
    public static final int QUANTUM = 1 << LOG_QUANTUM;
    /** Quanta of a block, whose border no request crosses. */
    public static final int BLOCK = 8;
    /** The bit of each quantum that says that it was posted: bit 63 of its last word. */
    public static final Mark VALID = new Mark(QUANTUM - 1, Byte.SIZE - 1);

    private static final int HEADER = 24;
    /** Where the second piece begins. */
    private static final int MORE_AT = QUANTUM;

    private static final Structure FRAGMENT = new Structure("irdma_sge", 16, LITTLE_ENDIAN);
    private static final PieceFormat PIECE = new PieceFormat(
            FRAGMENT.bytes(),
            FRAGMENT.u64("frag_to", 0),
            FRAGMENT.bits64("frag_stag", 8, 31, 0),
            FRAGMENT.bits64("frag_len", 8, 62, 32));

    private static final Structure WQE = new Structure("irdma_qp_quanta", QUANTUM, LITTLE_ENDIAN);
    private static final Word OPCODE = WQE.bits64("hdr.opcode", HEADER, 37, 32);
    /** Whether the request has immediate data, in place of its first piece. */
    private static final Word WITH_IMMEDIATE = WQE.bits64("hdr.immdataflag", HEADER, 47, 47);
    /** All bits of the header but that of {@link #VALID}. */
    public static final Word HEADER_BITS = WQE.bits64("hdr", HEADER, 62, 0);
    /** The header of a request that does nothing. */
    public static final long NOP = 0x0cL << Integer.SIZE;
    /** Pieces behind the first, an even number: the last one is empty then. Immediate data count as the first. */
    public static final Word MORE = WQE.bits64("hdr.addfragcnt", HEADER, 41, 38);

    private static final Fields<SendRole> COMMON = Fields.of(SendRole.class)
            .with(SendRole.FENCED, WQE.bits64("hdr.readfence", HEADER, 60, 60))
            .with(SendRole.SIGNALED, WQE.bits64("hdr.sigcompl", HEADER, 62, 62));
    private static final Fields<SendRole> DATA = COMMON.with(
                    SendRole.INLINE, WQE.bits64("hdr.inlinedataflag", HEADER, 57, 57))
            .with(SendRole.INLINE_BYTES, WQE.bits64("hdr.inlinedatalen", HEADER, 55, 48));
    private static final Fields<SendRole> REMOTE = DATA.with(SendRole.RKEY, WQE.bits64("hdr.remstag", HEADER, 31, 0))
            .with(SendRole.REMOTE_ADDRESS, WQE.u64("remto", 16));
    /** SENDs; what a datagram says about its way lies where the others have nothing. */
    private static final Fields<SendRole> SENT = DATA.with(SendRole.AH, WQE.bits64("hdr.ahid", HEADER, 16, 0))
            .with(SendRole.QKEY, WQE.bits64("destqkey", 16, 31, 0))
            .with(SendRole.REMOTE_QPN, WQE.bits64("destqpn", 16, 55, 32));

    private static final Fields<SendRole> INVALIDATING =
            DATA.with(SendRole.KEY, WQE.bits64("hdr.remstaginv", HEADER, 31, 0));
    private static final Fields<SendRole> INVALIDATED = COMMON.with(SendRole.KEY, WQE.bits64("locstag", 8, 31, 0));
    private static final Fields<SendRole> BIND = COMMON.with(SendRole.BIND_ADDRESS, WQE.u64("bind.va", 0))
            .with(SendRole.BIND_LKEY, WQE.bits64("bind.parentmrstag", 8, 63, 32))
            .with(SendRole.BIND_NEW_KEY, WQE.bits64("bind.mwstag", 8, 31, 0))
            .with(SendRole.BIND_LENGTH, WQE.u64("bind.mwlen", 16))
            .with(SendRole.BIND_READ, WQE.bits64("hdr.stagrights.read", HEADER, 50, 50))
            .with(SendRole.BIND_WRITE, WQE.bits64("hdr.stagrights.write", HEADER, 51, 51))
            .with(SendRole.BIND_BY_ADDRESS, WQE.bits64("hdr.vabasedto", HEADER, 53, 53))
            .with(SendRole.BIND_TYPE_1, WQE.bits64("hdr.memwindowtype", HEADER, 54, 54));

    private static final Word IMMEDIATE = WQE.bits64("immdata", 0, 31, 0);
    /** The bit that the opcodes of operations have that ask for a solicited event. */
    private static final Word SOLICITED = WQE.bits64("hdr.opcode.solicited", HEADER, 34, 34);

    /** Where an operation without data has its first piece. */
    private static final int NO_DATA = QUANTUM;
    /** The bit of a number that stands for {@link #WITH_IMMEDIATE}. */
    private static final int IMM = 1 << 6;

    private static final int SEND = 0x03;
    private static final int SEND_SOLICITED = 0x05;

    private static RequestOperation plain(int number, int opcode, Fields<SendRole> fields) {
        return new RequestOperation(number, opcode, 0, fields);
    }

    private static RequestOperation solicited(int number, int opcode, Fields<SendRole> fields) {
        return plain(number, opcode, fields.with(SendRole.SOLICITED, SOLICITED));
    }

    private static Fields<SendRole> immediate(Fields<SendRole> fields) {
        return fields.with(SendRole.IMMEDIATE, IMMEDIATE);
    }

    /** Send requests. */
    public static final SendFormat SENDS = new SendFormat(
            WQE,
            OPCODE,
            WITH_IMMEDIATE,
            PIECE,
            COMMON,
            List.of(
                    plain(0x00, SendOpcode.RDMA_WRITE, REMOTE),
                    solicited(0x0d, SendOpcode.RDMA_WRITE, REMOTE),
                    plain(IMM, SendOpcode.RDMA_WRITE_IMM, immediate(REMOTE)),
                    solicited(IMM | 0x0d, SendOpcode.RDMA_WRITE_IMM, immediate(REMOTE)),
                    plain(0x01, SendOpcode.RDMA_READ, REMOTE),
                    plain(SEND, SendOpcode.SEND, SENT),
                    solicited(SEND_SOLICITED, SendOpcode.SEND, SENT),
                    plain(IMM | SEND, SendOpcode.SEND_IMM, immediate(SENT)),
                    solicited(IMM | SEND_SOLICITED, SendOpcode.SEND_IMM, immediate(SENT)),
                    plain(0x04, SendOpcode.SEND_INV, INVALIDATING),
                    solicited(0x06, SendOpcode.SEND_INV, INVALIDATING),
                    new RequestOperation(0x08, SendOpcode.BIND_MW, NO_DATA, BIND),
                    new RequestOperation(0x0a, SendOpcode.LOCAL_INV, NO_DATA, INVALIDATED),
                    new RequestOperation(0x0c, SendOpcode.NOP, NO_DATA, COMMON)));

    private static final Structure RECEIVE = new Structure("irdma_qp_quanta rq", QUANTUM, LITTLE_ENDIAN);
    /** Receive requests. */
    public static final ReceiveFormat RECEIVES = new ReceiveFormat(
            RECEIVE,
            0,
            MORE_AT,
            PIECE,
            Fields.of(ReceiveRole.class)
                    .with(ReceiveRole.MORE_PIECES, RECEIVE.bits64("hdr.addfragcnt", HEADER, 41, 38)),
            0);

    private static final Structure CQE = new Structure("irdma_cqe[2]", 2 * QUANTUM, LITTLE_ENDIAN);
    private static final Word STATUS = CQE.bits64("majerr_minerr", HEADER, 31, 0);
    private static final Word HAS_IMMEDIATE = CQE.bits64("ext.immvalid", QUANTUM + HEADER, 62, 62);
    private static final Word KEY = CQE.bits64("invstag_udsrcqpn", 16, 31, 0);
    /** How the entries of a ring say what is new. */
    public static final PairWords PAIRS = new PairWords(
            QUANTUM,
            CQE.bits64("valid", HEADER, 63, 63),
            CQE.bits64("ext.valid", QUANTUM + HEADER, 63, 63),
            CQE.bits64("extcqe", HEADER, 50, 50),
            HAS_IMMEDIATE,
            STATUS,
            CQE.bits64("error", HEADER, 55, 55));

    /** The upper half of a status: software is to look at the lower one. */
    private static final int FLUSH = 1 << 16;

    /** Completions; those with immediate data take two entries. */
    public static final CompletionFormat COMPLETIONS = new CompletionFormat(
            CQE,
            Fields.of(CompletionRole.class)
                    .with(CompletionRole.BYTES, CQE.bits64("payldlen", 0, 31, 0))
                    .with(CompletionRole.QP_NAME, CQE.u64("qpctx", 8))
                    .with(CompletionRole.KEY, KEY)
                    .with(CompletionRole.SOURCE_QPN, KEY)
                    .with(CompletionRole.QPN, CQE.bits64("qpid", 16, 55, 32))
                    .with(CompletionRole.STATUS, STATUS)
                    .with(CompletionRole.INDEX, CQE.bits64("wqeidx", HEADER, 46, 32))
                    .with(CompletionRole.WITH_KEY, CQE.bits64("stag", HEADER, 53, 53))
                    .with(CompletionRole.OPCODE, CQE.bits64("op", HEADER, 61, 56))
                    .with(CompletionRole.SEND, CQE.bits64("sq", HEADER, 62, 62))
                    .with(CompletionRole.IMMEDIATE, CQE.bits64("ext.immdata", QUANTUM, 31, 0))
                    .with(CompletionRole.WITH_IMMEDIATE, HAS_IMMEDIATE),
            Map.ofEntries(
                    Map.entry(CompletionStatus.SUCCESS, 0),
                    Map.entry(CompletionStatus.FLUSHED, FLUSH | 1),
                    Map.entry(CompletionStatus.LOCAL_PROTECTION, FLUSH | 2),
                    Map.entry(CompletionStatus.REMOTE_ACCESS, FLUSH | 3),
                    Map.entry(CompletionStatus.LOCAL_QP_OPERATION, FLUSH | 4),
                    Map.entry(CompletionStatus.REMOTE_OPERATION, FLUSH | 5),
                    Map.entry(CompletionStatus.LOCAL_LENGTH, FLUSH | 6),
                    Map.entry(CompletionStatus.LOCAL_ACCESS, FLUSH | 7),
                    Map.entry(CompletionStatus.BAD_RESPONSE, FLUSH | 11),
                    Map.entry(CompletionStatus.RETRY_EXCEEDED, FLUSH | 8),
                    Map.entry(CompletionStatus.RNR_RETRY_EXCEEDED, FLUSH | 8),
                    Map.entry(CompletionStatus.MW_BIND, FLUSH | 9),
                    Map.entry(CompletionStatus.REMOTE_INVALID_REQUEST, FLUSH | 10)),
            Map.of(
                    SendOpcode.RDMA_WRITE, 0x00,
                    SendOpcode.RDMA_WRITE_IMM, 0x00,
                    SendOpcode.RDMA_READ, 0x01,
                    SendOpcode.SEND, SEND,
                    SendOpcode.SEND_IMM, SEND,
                    SendOpcode.SEND_INV, 0x04,
                    SendOpcode.BIND_MW, 0x08,
                    SendOpcode.LOCAL_INV, 0x0a,
                    SendOpcode.NOP, 0x0c),
            Map.of(
                    CompletionKind.RECEIVE_SEND, 0x04,
                    CompletionKind.RECEIVE_SEND_IMM, 0x05,
                    CompletionKind.RECEIVE_WRITE_IMM, 0x0b,
                    CompletionKind.RECEIVE_SEND_INV, 0x17),
            CompletionStatus.MW_BIND,
            true);

    private IrdmaFormats() {}
}
