package dev.fenestra.hw.sim.roce.wire;

import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ACK;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.AETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ATOMIC;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ATOMIC_ACK;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ATOMIC_ACK_ETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ATOMIC_ETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ATOMIC_WRITE;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.DETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.END;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.FETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.FLUSH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.IETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.IMM_DT;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.MIDDLE;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.ONLY;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.PAYLOAD;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.READ_REQUEST;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.READ_RESPONSE;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.RECEIVE;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.REQUEST;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.RESPONSE;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.RETH;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.SEND;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.START;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.WRITE;
import static dev.fenestra.hw.sim.roce.wire.OpcodeMask.XRC_ETH;
import static dev.fenestra.hw.sim.roce.wire.Service.RC;
import static dev.fenestra.hw.sim.roce.wire.Service.SRD;
import static dev.fenestra.hw.sim.roce.wire.Service.UC;
import static dev.fenestra.hw.sim.roce.wire.Service.UD;
import static dev.fenestra.hw.sim.roce.wire.Service.XRC;

import org.jspecify.annotations.Nullable;

/**
 * The opcode table: one row per BTH opcode of RC, UC, UD and XRC, and of SRD in the range of manufacturers, with its
 * number and its {@link OpcodeMask}. Hot code
 * asks the flat tables behind {@link #maskOf}, {@link #headerBytesOf} and {@link #offsetOf}. Source: IBTA volume 1,
 * chapter 9, and annexes A14 and A19. The name of a constant is its service and its {@link Operation}.
 */
@SuppressWarnings("doclint:missing")
public enum WireOpcode {
    RC_SEND_FIRST(RC | Operation.SEND_FIRST, REQUEST | SEND | START | PAYLOAD | RECEIVE),
    RC_SEND_MIDDLE(RC | Operation.SEND_MIDDLE, REQUEST | SEND | MIDDLE | PAYLOAD),
    RC_SEND_LAST(RC | Operation.SEND_LAST, REQUEST | SEND | END | PAYLOAD),
    RC_SEND_LAST_IMM(RC | Operation.SEND_LAST_IMM, REQUEST | SEND | END | PAYLOAD | IMM_DT),
    RC_SEND_ONLY(RC | Operation.SEND_ONLY, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE),
    RC_SEND_ONLY_IMM(RC | Operation.SEND_ONLY_IMM, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | IMM_DT),
    RC_RDMA_WRITE_FIRST(RC | Operation.RDMA_WRITE_FIRST, REQUEST | WRITE | START | PAYLOAD | RETH),
    RC_RDMA_WRITE_MIDDLE(RC | Operation.RDMA_WRITE_MIDDLE, REQUEST | WRITE | MIDDLE | PAYLOAD),
    RC_RDMA_WRITE_LAST(RC | Operation.RDMA_WRITE_LAST, REQUEST | WRITE | END | PAYLOAD),
    RC_RDMA_WRITE_LAST_IMM(RC | Operation.RDMA_WRITE_LAST_IMM, REQUEST | WRITE | END | PAYLOAD | RECEIVE | IMM_DT),
    RC_RDMA_WRITE_ONLY(RC | Operation.RDMA_WRITE_ONLY, REQUEST | WRITE | ONLY | PAYLOAD | RETH),
    RC_RDMA_WRITE_ONLY_IMM(
            RC | Operation.RDMA_WRITE_ONLY_IMM, REQUEST | WRITE | ONLY | PAYLOAD | RECEIVE | RETH | IMM_DT),
    RC_RDMA_READ_REQUEST(RC | Operation.RDMA_READ_REQUEST, REQUEST | READ_REQUEST | ONLY | RETH),
    RC_RDMA_READ_RESPONSE_FIRST(
            RC | Operation.RDMA_READ_RESPONSE_FIRST, RESPONSE | READ_RESPONSE | START | PAYLOAD | AETH),
    RC_RDMA_READ_RESPONSE_MIDDLE(RC | Operation.RDMA_READ_RESPONSE_MIDDLE, RESPONSE | READ_RESPONSE | MIDDLE | PAYLOAD),
    RC_RDMA_READ_RESPONSE_LAST(RC | Operation.RDMA_READ_RESPONSE_LAST, RESPONSE | READ_RESPONSE | END | PAYLOAD | AETH),
    RC_RDMA_READ_RESPONSE_ONLY(
            RC | Operation.RDMA_READ_RESPONSE_ONLY, RESPONSE | READ_RESPONSE | ONLY | PAYLOAD | AETH),
    RC_ACKNOWLEDGE(RC | Operation.ACKNOWLEDGE, RESPONSE | ACK | ONLY | AETH),
    RC_ATOMIC_ACKNOWLEDGE(RC | Operation.ATOMIC_ACKNOWLEDGE, RESPONSE | ATOMIC_ACK | ONLY | AETH | ATOMIC_ACK_ETH),
    RC_COMPARE_SWAP(RC | Operation.COMPARE_SWAP, REQUEST | ATOMIC | ONLY | ATOMIC_ETH),
    RC_FETCH_ADD(RC | Operation.FETCH_ADD, REQUEST | ATOMIC | ONLY | ATOMIC_ETH),
    RC_SEND_LAST_INV(RC | Operation.SEND_LAST_INV, REQUEST | SEND | END | PAYLOAD | IETH),
    RC_SEND_ONLY_INV(RC | Operation.SEND_ONLY_INV, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | IETH),
    RC_FLUSH(RC | Operation.FLUSH, REQUEST | FLUSH | ONLY | FETH | RETH),
    RC_ATOMIC_WRITE(RC | Operation.ATOMIC_WRITE, REQUEST | ATOMIC_WRITE | ONLY | PAYLOAD | RETH),

    UC_SEND_FIRST(UC | Operation.SEND_FIRST, REQUEST | SEND | START | PAYLOAD | RECEIVE),
    UC_SEND_MIDDLE(UC | Operation.SEND_MIDDLE, REQUEST | SEND | MIDDLE | PAYLOAD),
    UC_SEND_LAST(UC | Operation.SEND_LAST, REQUEST | SEND | END | PAYLOAD),
    UC_SEND_LAST_IMM(UC | Operation.SEND_LAST_IMM, REQUEST | SEND | END | PAYLOAD | IMM_DT),
    UC_SEND_ONLY(UC | Operation.SEND_ONLY, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE),
    UC_SEND_ONLY_IMM(UC | Operation.SEND_ONLY_IMM, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | IMM_DT),
    UC_RDMA_WRITE_FIRST(UC | Operation.RDMA_WRITE_FIRST, REQUEST | WRITE | START | PAYLOAD | RETH),
    UC_RDMA_WRITE_MIDDLE(UC | Operation.RDMA_WRITE_MIDDLE, REQUEST | WRITE | MIDDLE | PAYLOAD),
    UC_RDMA_WRITE_LAST(UC | Operation.RDMA_WRITE_LAST, REQUEST | WRITE | END | PAYLOAD),
    UC_RDMA_WRITE_LAST_IMM(UC | Operation.RDMA_WRITE_LAST_IMM, REQUEST | WRITE | END | PAYLOAD | RECEIVE | IMM_DT),
    UC_RDMA_WRITE_ONLY(UC | Operation.RDMA_WRITE_ONLY, REQUEST | WRITE | ONLY | PAYLOAD | RETH),
    UC_RDMA_WRITE_ONLY_IMM(
            UC | Operation.RDMA_WRITE_ONLY_IMM, REQUEST | WRITE | ONLY | PAYLOAD | RECEIVE | RETH | IMM_DT),

    UD_SEND_ONLY(UD | Operation.SEND_ONLY, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | DETH),
    UD_SEND_ONLY_IMM(UD | Operation.SEND_ONLY_IMM, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | DETH | IMM_DT),

    XRC_SEND_FIRST(RC_SEND_FIRST),
    XRC_SEND_MIDDLE(RC_SEND_MIDDLE),
    XRC_SEND_LAST(RC_SEND_LAST),
    XRC_SEND_LAST_IMM(RC_SEND_LAST_IMM),
    XRC_SEND_ONLY(RC_SEND_ONLY),
    XRC_SEND_ONLY_IMM(RC_SEND_ONLY_IMM),
    XRC_RDMA_WRITE_FIRST(RC_RDMA_WRITE_FIRST),
    XRC_RDMA_WRITE_MIDDLE(RC_RDMA_WRITE_MIDDLE),
    XRC_RDMA_WRITE_LAST(RC_RDMA_WRITE_LAST),
    XRC_RDMA_WRITE_LAST_IMM(RC_RDMA_WRITE_LAST_IMM),
    XRC_RDMA_WRITE_ONLY(RC_RDMA_WRITE_ONLY),
    XRC_RDMA_WRITE_ONLY_IMM(RC_RDMA_WRITE_ONLY_IMM),
    XRC_RDMA_READ_REQUEST(RC_RDMA_READ_REQUEST),
    XRC_RDMA_READ_RESPONSE_FIRST(RC_RDMA_READ_RESPONSE_FIRST),
    XRC_RDMA_READ_RESPONSE_MIDDLE(RC_RDMA_READ_RESPONSE_MIDDLE),
    XRC_RDMA_READ_RESPONSE_LAST(RC_RDMA_READ_RESPONSE_LAST),
    XRC_RDMA_READ_RESPONSE_ONLY(RC_RDMA_READ_RESPONSE_ONLY),
    XRC_ACKNOWLEDGE(RC_ACKNOWLEDGE),
    XRC_ATOMIC_ACKNOWLEDGE(RC_ATOMIC_ACKNOWLEDGE),
    XRC_COMPARE_SWAP(RC_COMPARE_SWAP),
    XRC_FETCH_ADD(RC_FETCH_ADD),
    XRC_SEND_LAST_INV(RC_SEND_LAST_INV),
    XRC_SEND_ONLY_INV(RC_SEND_ONLY_INV),

    SRD_SEND_ONLY(SRD | Operation.SEND_ONLY, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | DETH),
    SRD_SEND_ONLY_IMM(SRD | Operation.SEND_ONLY_IMM, REQUEST | SEND | ONLY | PAYLOAD | RECEIVE | DETH | IMM_DT),
    SRD_RDMA_READ_REQUEST(SRD | Operation.RDMA_READ_REQUEST, REQUEST | READ_REQUEST | ONLY | DETH | RETH),
    SRD_RDMA_READ_RESPONSE_FIRST(SRD | Operation.RDMA_READ_RESPONSE_FIRST, RC_RDMA_READ_RESPONSE_FIRST.mask),
    SRD_RDMA_READ_RESPONSE_MIDDLE(SRD | Operation.RDMA_READ_RESPONSE_MIDDLE, RC_RDMA_READ_RESPONSE_MIDDLE.mask),
    SRD_RDMA_READ_RESPONSE_LAST(SRD | Operation.RDMA_READ_RESPONSE_LAST, RC_RDMA_READ_RESPONSE_LAST.mask),
    SRD_RDMA_READ_RESPONSE_ONLY(SRD | Operation.RDMA_READ_RESPONSE_ONLY, RC_RDMA_READ_RESPONSE_ONLY.mask),
    SRD_ACKNOWLEDGE(SRD | Operation.ACKNOWLEDGE, RC_ACKNOWLEDGE.mask);

    private final int number;
    private final int mask;

    WireOpcode(int number, int mask) {
        this.number = number;
        this.mask = mask;
    }

    /** The XRC row of an RC row. XRC requests also name a shared receive queue. */
    WireOpcode(WireOpcode rc) {
        this(XRC | rc.number, rc.has(REQUEST) ? rc.mask | XRC_ETH : rc.mask);
    }

    /** {@return the BTH opcode, 0 to 255} */
    public int number() {
        return number;
    }

    /** {@return bits of {@link OpcodeMask}} */
    public int mask() {
        return mask;
    }

    /** {@return bytes of the BTH and the headers that follow it} */
    public int headerBytes() {
        return headerBytesOf(number);
    }

    /**
     * {@return whether a fact is true of the opcode}
     *
     * @param maskBit one bit of {@link OpcodeMask}
     */
    public boolean has(int maskBit) {
        return (mask & maskBit) != 0;
    }

    /**
     * {@return the row of a BTH opcode, or null when the table has none}
     *
     * @param opcode the low 8 bits count
     */
    public static @Nullable WireOpcode of(int opcode) {
        return OpcodeTables.ROWS[opcode & 0xff];
    }

    /**
     * {@return bits of {@link OpcodeMask}; 0 for an opcode that the table does not have}
     *
     * @param opcode the low 8 bits count
     */
    public static int maskOf(int opcode) {
        return OpcodeTables.MASKS[opcode & 0xff];
    }

    /**
     * {@return bytes of the BTH and the headers that follow it; 0 for an opcode that the table does not have}
     *
     * @param opcode the low 8 bits count
     */
    public static int headerBytesOf(int opcode) {
        return OpcodeTables.HEADER_BYTES[opcode & 0xff];
    }

    /**
     * {@return offset of a header from the start of the BTH}
     *
     * @param opcode the low 8 bits count
     * @param header one header bit of {@link OpcodeMask}; the opcode must have it, else the answer means nothing
     */
    public static int offsetOf(int opcode, int header) {
        return OpcodeTables.OFFSETS[(opcode & 0xff) * OpcodeTables.HEADERS + Integer.numberOfTrailingZeros(header)];
    }
}
