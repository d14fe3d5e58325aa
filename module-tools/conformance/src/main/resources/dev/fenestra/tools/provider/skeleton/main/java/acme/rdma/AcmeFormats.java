package acme.rdma;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.card.SendPlaces;
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
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The queues of a card, all little-endian. A request has 128 bytes with everything it needs in a place of its own; what
 * an operation does not use may hold anything. A completion has no owner bit: it is new when its sequence number is the
 * one that the reader expects next, counting from 1.
 */
final class AcmeFormats {
    /** Most pieces of a request. */
    static final int MAX_PIECES = 4;

    /** Counts and sequence numbers: whoever reads one sees what was written before it. */
    static final VarHandle COUNT = ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();

    private static final Structure SGE = new Structure("acme_piece", 16, LITTLE_ENDIAN);
    private static final PieceFormat PIECE =
            new PieceFormat(SGE.bytes(), SGE.u64("address", 0), SGE.u32("lkey", 8), SGE.u32("length", 12));

    /** Most inline data, bytes. */
    static final int MAX_INLINE = MAX_PIECES * PIECE.bytes();

    private static final int DATA = 0x30;
    /** Where the data of a request end. */
    static final int DATA_END = DATA + MAX_INLINE;

    private static final Structure SEND = new Structure("acme_send", 128, LITTLE_ENDIAN);
    private static final Word OPCODE = SEND.u8("opcode", 0);
    private static final Fields<SendRole> COMMON = Fields.of(SendRole.class)
            .with(SendRole.SIGNALED, SEND.bits("signaled", 0, 8, 8))
            .with(SendRole.FENCED, SEND.bits("fenced", 0, 9, 9))
            .with(SendRole.SOLICITED, SEND.bits("solicited", 0, 10, 10))
            .with(SendRole.INLINE, SEND.bits("inline", 0, 11, 11))
            .with(SendRole.PIECES, SEND.u8("pieces", 2))
            .with(SendRole.INLINE_BYTES, SEND.u8("inline_bytes", 3))
            .with(SendRole.WR_ID, SEND.u64("cookie", 8));
    private static final Word IMMEDIATE = SEND.u32("immediate", 4);
    private static final Word KEY = SEND.u32("key", 4);
    private static final Fields<SendRole> REMOTE = COMMON.with(
                    SendRole.REMOTE_ADDRESS, SEND.u64("remote_address", 0x10))
            .with(SendRole.RKEY, SEND.u32("rkey", 0x18));
    private static final Word SWAP_OR_ADD = SEND.u64("swap_or_add", 0x28);
    private static final Fields<SendRole> FLUSH = REMOTE.with(SendRole.REMOTE_LENGTH, SEND.u32("remote_length", 0x1c))
            .with(SendRole.FLUSH_TYPES, SEND.u8("flush_types", 0x79))
            .with(SendRole.FLUSH_LEVEL, SEND.u8("flush_level", 0x7a));
    private static final Fields<SendRole> BIND = COMMON.with(SendRole.BIND_OLD_KEY, SEND.u32("window", 4))
            .with(SendRole.BIND_ADDRESS, SEND.u64("bind_address", 0x20))
            .with(SendRole.BIND_LENGTH, SEND.u64("bind_length", 0x28))
            .with(SendRole.BIND_LKEY, SEND.u32("bind_lkey", 0x70))
            .with(SendRole.BIND_NEW_KEY, SEND.u32("bind_key", 0x74))
            .with(SendRole.BIND_READ, SEND.bits("bind_read", 0x78, 0, 0))
            .with(SendRole.BIND_WRITE, SEND.bits("bind_write", 0x78, 1, 1))
            .with(SendRole.BIND_ATOMIC, SEND.bits("bind_atomic", 0x78, 2, 2))
            .with(SendRole.BIND_FLUSH_GLOBAL, SEND.bits("bind_flush_global", 0x78, 3, 3))
            .with(SendRole.BIND_FLUSH_PERSISTENT, SEND.bits("bind_flush_persistent", 0x78, 4, 4))
            .with(SendRole.BIND_ZERO_BASED, SEND.bits("bind_zero_based", 0x78, 5, 5));

    /** Send requests. */
    static final SendFormat SENDS = new SendFormat(
            SEND,
            OPCODE,
            PIECE,
            COMMON,
            List.of(
                    operation(0, SendOpcode.NOP, COMMON),
                    operation(1, SendOpcode.SEND, COMMON),
                    operation(2, SendOpcode.SEND_IMM, COMMON.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    operation(3, SendOpcode.SEND_INV, COMMON.with(SendRole.KEY, KEY)),
                    operation(4, SendOpcode.RDMA_WRITE, REMOTE),
                    operation(5, SendOpcode.RDMA_WRITE_IMM, REMOTE.with(SendRole.IMMEDIATE, IMMEDIATE)),
                    operation(6, SendOpcode.RDMA_READ, REMOTE),
                    operation(
                            7,
                            SendOpcode.COMPARE_SWAP,
                            REMOTE.with(SendRole.COMPARE, SEND.u64("compare", 0x20))
                                    .with(SendRole.SWAP, SWAP_OR_ADD)),
                    operation(8, SendOpcode.FETCH_ADD, REMOTE.with(SendRole.ADD, SWAP_OR_ADD)),
                    operation(9, SendOpcode.BIND_MW, BIND),
                    operation(10, SendOpcode.LOCAL_INV, COMMON.with(SendRole.KEY, KEY)),
                    operation(11, SendOpcode.FLUSH, FLUSH),
                    operation(12, SendOpcode.ATOMIC_WRITE, REMOTE)));

    /** A request takes one slot; its pieces lie one after the other, and so do inline data. */
    static final SendPlaces PLACES = new SendPlaces() {};

    private static final Structure RECEIVE = new Structure("acme_receive", 128, LITTLE_ENDIAN);

    /** Receive requests, also shared ones. */
    static final ReceiveFormat RECEIVES = new ReceiveFormat(
            RECEIVE,
            DATA,
            PIECE,
            Fields.of(ReceiveRole.class)
                    .with(ReceiveRole.PIECES, RECEIVE.u8("pieces", 2))
                    .with(ReceiveRole.WR_ID, RECEIVE.u64("cookie", 8)));

    private static final Structure COMPLETION = new Structure("acme_completion", 32, LITTLE_ENDIAN);

    /** The number that comes last. */
    static final int SEQUENCE = 0x1c;

    /** Completions. A status is its place among all of them; an invalidate tells which key it was. */
    static final CompletionFormat COMPLETIONS = new CompletionFormat(
            COMPLETION,
            Fields.of(CompletionRole.class)
                    .with(CompletionRole.WR_ID, COMPLETION.u64("cookie", 0))
                    .with(CompletionRole.QPN, COMPLETION.u32("qpn", 8))
                    .with(CompletionRole.BYTES, COMPLETION.u32("bytes", 0x0c))
                    .with(CompletionRole.IMMEDIATE, COMPLETION.u32("immediate", 0x10))
                    .with(CompletionRole.KEY, COMPLETION.u32("key", 0x10))
                    .with(CompletionRole.STATUS, COMPLETION.u8("status", 0x14))
                    .with(CompletionRole.RECEIVE, COMPLETION.u8("is_receive", 0x15))
                    .with(CompletionRole.OPCODE, COMPLETION.u8("opcode", 0x16))
                    .with(CompletionRole.VENDOR_ERROR, COMPLETION.u8("rule", 0x17))
                    .with(CompletionRole.INDEX, COMPLETION.u16("index", 0x18)),
            Arrays.stream(CompletionStatus.values())
                    .collect(Collectors.toMap(Function.identity(), CompletionStatus::ordinal)),
            SENDS.operations().stream().collect(Collectors.toMap(RequestOperation::opcode, RequestOperation::number)),
            Map.of(
                    CompletionKind.RECEIVE_SEND, 1,
                    CompletionKind.RECEIVE_SEND_IMM, 2,
                    CompletionKind.RECEIVE_SEND_INV, 3,
                    CompletionKind.RECEIVE_WRITE_IMM, 4),
            CompletionStatus.MW_BIND);

    private AcmeFormats() {}

    private static RequestOperation operation(int number, int opcode, Fields<SendRole> fields) {
        return new RequestOperation(number, opcode, DATA, fields);
    }
}
