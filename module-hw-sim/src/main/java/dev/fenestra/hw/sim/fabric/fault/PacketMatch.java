package dev.fenestra.hw.sim.fabric.fault;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
import java.util.OptionalInt;

/**
 * The packets that a fault concerns. An empty field matches all.
 *
 * @param opcode of the BTH
 * @param qpn destination QP number
 * @param psn of the BTH
 */
public record PacketMatch(OptionalInt opcode, OptionalInt qpn, OptionalInt psn) {
    /** Every packet. */
    public static final PacketMatch ANY =
            new PacketMatch(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    /**
     * {@return the same match for packets of one opcode}
     *
     * @param value opcode of the BTH
     */
    public PacketMatch withOpcode(int value) {
        return new PacketMatch(OptionalInt.of(value), qpn, psn);
    }

    /**
     * {@return the same match for packets to one QP}
     *
     * @param value destination QP number
     */
    public PacketMatch withQpn(int value) {
        return new PacketMatch(opcode, OptionalInt.of(value), psn);
    }

    /**
     * {@return the same match for packets of one PSN}
     *
     * @param value PSN of the BTH
     */
    public PacketMatch withPsn(int value) {
        return new PacketMatch(opcode, qpn, OptionalInt.of(value));
    }

    boolean matches(Packet packet) {
        return is(opcode, Bth.opcode(packet.header, 0))
                && is(qpn, Bth.destinationQpn(packet.header, 0))
                && is(psn, Bth.psn(packet.header, 0));
    }

    private static boolean is(OptionalInt wanted, int value) {
        return wanted.isEmpty() || wanted.getAsInt() == value;
    }
}
