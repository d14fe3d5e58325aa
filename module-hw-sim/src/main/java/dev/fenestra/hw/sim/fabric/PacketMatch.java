package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.wire.Bth;
import java.util.OptionalInt;

/**
 * Which packets a fault is about; what is empty matches all.
 *
 * @param opcode of the BTH
 * @param qpn destination QP number
 * @param psn of the BTH
 */
public record PacketMatch(OptionalInt opcode, OptionalInt qpn, OptionalInt psn) {
    /** Every packet. */
    public static final PacketMatch ANY =
            new PacketMatch(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    public PacketMatch withOpcode(int value) {
        return new PacketMatch(OptionalInt.of(value), qpn, psn);
    }

    public PacketMatch withQpn(int value) {
        return new PacketMatch(opcode, OptionalInt.of(value), psn);
    }

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
