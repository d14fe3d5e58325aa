package dev.fenestra.hw.sim.roce.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of text per packet, for journals. A key is printed as index and tag, both hexadecimal; PSN, MSN and lengths
 * are decimal. Words at the end: {@code ack} for an ACK request, {@code se} for a solicited event.
 */
public final class PacketText {
    private PacketText() {}

    /**
     * Describes a packet.
     *
     * @param h array that holds the BTH and the headers that its opcode asks for
     * @param at offset of the BTH
     * @param payloadBytes payload without padding
     * @return the line, without line end
     */
    public static String describe(byte[] h, int at, int payloadBytes) {
        int opcode = Bth.opcode(h, at);
        int mask = WireOpcode.maskOf(opcode);
        StringBuilder line = new StringBuilder(name(opcode));
        line.append(format(" qp=0x%06x psn=%d", Bth.destinationQpn(h, at), Bth.psn(h, at)));
        appendRequest(line, h, at, opcode, mask);
        appendResponse(line, h, at, opcode, mask);
        if ((mask & OpcodeMask.PAYLOAD) != 0 || payloadBytes > 0) {
            line.append(" payload=").append(payloadBytes);
        }
        if (Bth.ackRequest(h, at)) {
            line.append(" ack");
        }
        if (Bth.solicited(h, at)) {
            line.append(" se");
        }
        return line.toString();
    }

    private static String name(int opcode) {
        @Nullable WireOpcode row = WireOpcode.of(opcode);
        return row == null ? format("UNKNOWN(0x%02x)", opcode) : row.name().replaceFirst("_", " ");
    }

    private static void appendRequest(StringBuilder line, byte[] h, int at, int opcode, int mask) {
        if ((mask & OpcodeMask.XRC_ETH) != 0) {
            int xrc = at + WireOpcode.offsetOf(opcode, OpcodeMask.XRC_ETH);
            line.append(format(" srq=0x%06x", XrcEth.srqn(h, xrc)));
        }
        if ((mask & OpcodeMask.DETH) != 0) {
            int deth = at + WireOpcode.offsetOf(opcode, OpcodeMask.DETH);
            line.append(format(" qkey=0x%08x from=0x%06x", Deth.qkey(h, deth), Deth.sourceQpn(h, deth)));
        }
        if ((mask & OpcodeMask.FETH) != 0) {
            int feth = at + WireOpcode.offsetOf(opcode, OpcodeMask.FETH);
            line.append(format(" placement=%d selectivity=%d", Feth.placementType(h, feth), Feth.selectivity(h, feth)));
        }
        if ((mask & OpcodeMask.RETH) != 0) {
            int reth = at + WireOpcode.offsetOf(opcode, OpcodeMask.RETH);
            String length = Integer.toUnsignedString(Reth.length(h, reth));
            line.append(format(" va=0x%x rkey=%s dmalen=%s", Reth.address(h, reth), key(Reth.rkey(h, reth)), length));
        }
        if ((mask & OpcodeMask.ATOMIC_ETH) != 0) {
            int atomic = at + WireOpcode.offsetOf(opcode, OpcodeMask.ATOMIC_ETH);
            line.append(format(" va=0x%x rkey=%s", AtomicEth.address(h, atomic), key(AtomicEth.rkey(h, atomic))));
            line.append(operands(h, atomic, opcode));
        }
        if ((mask & OpcodeMask.IMM_DT) != 0) {
            int imm = at + WireOpcode.offsetOf(opcode, OpcodeMask.IMM_DT);
            line.append(format(" imm=0x%08x", ImmDt.immediate(h, imm)));
        }
        if ((mask & OpcodeMask.IETH) != 0) {
            int ieth = at + WireOpcode.offsetOf(opcode, OpcodeMask.IETH);
            line.append(" invalidate=").append(key(Ieth.rkey(h, ieth)));
        }
    }

    private static void appendResponse(StringBuilder line, byte[] h, int at, int opcode, int mask) {
        if ((mask & OpcodeMask.AETH) != 0) {
            int aeth = at + WireOpcode.offsetOf(opcode, OpcodeMask.AETH);
            line.append(' ').append(Aeth.describe(Aeth.syndrome(h, aeth)));
            line.append(" msn=").append(Aeth.msn(h, aeth));
        }
        if ((mask & OpcodeMask.ATOMIC_ACK_ETH) != 0) {
            int atomicAck = at + WireOpcode.offsetOf(opcode, OpcodeMask.ATOMIC_ACK_ETH);
            line.append(format(" original=0x%x", AtomicAckEth.original(h, atomicAck)));
        }
    }

    private static String operands(byte[] h, int atomic, int opcode) {
        long swapOrAdd = AtomicEth.swapOrAdd(h, atomic);
        return Operation.of(opcode) == Operation.FETCH_ADD
                ? format(" add=0x%x", swapOrAdd)
                : format(" swap=0x%x compare=0x%x", swapOrAdd, AtomicEth.compare(h, atomic));
    }

    private static String key(int key) {
        return format("0x%06x:%02x", key >>> 8, key & 0xff);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
