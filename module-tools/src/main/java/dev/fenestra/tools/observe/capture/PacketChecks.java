package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.wire.Aeth;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Icrc;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.RoceFrame;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.util.Optional;

/** The rules that concern one packet alone. */
final class PacketChecks {
    private static final int RESERVED_CONGESTION = 0x3f;
    private static final int RESERVED_ACK = 0x7f;
    private static final int ACK_BYTE = 8;
    private static final int RESERVED_SYNDROME = 0x80;
    private static final int LAST_NAK = 4;
    private static final int LARGEST_MTU = 4096;
    private static final long MOST_BYTES = 1L << 31;
    private static final int ATOMIC_ALIGNMENT = 8;

    private final Findings findings;

    PacketChecks(Findings findings) {
        this.findings = findings;
    }

    /** The packet of a frame; empty when it is not RoCEv2, or when a receiver would drop it. */
    Optional<RocePacket> check(CapturedFrame captured) {
        byte[] bytes = captured.bytes();
        Optional<RoceFrame> parsed = RoceFrame.parse(bytes, 0, bytes.length);
        if (parsed.isEmpty()) {
            if (captured.isWhole() && RoceFrame.isToRocePort(bytes, 0, bytes.length)) {
                findings.add(CaptureRule.LENGTH, captured, "lengths of IP, UDP, headers and pad bytes do not fit");
            }
            return Optional.empty();
        }
        RocePacket packet = RocePacket.of(captured, parsed.get());
        boolean isTaken = checkOuter(packet);
        if (isTaken) {
            checkBits(packet);
            checkPadding(packet, bytes);
            checkSizes(packet);
            checkSyndrome(packet);
        }
        return isTaken ? Optional.of(packet) : Optional.empty();
    }

    private boolean checkOuter(RocePacket packet) {
        byte[] bth = packet.frame().headers();
        boolean known = WireOpcode.of(packet.opcode()) != null;
        if (!packet.frame().icrcValid()) {
            findings.add(
                    CaptureRule.ICRC,
                    packet,
                    "ICRC 0x%08x is wrong",
                    packet.frame().icrc());
        }
        if (!known) {
            findings.add(CaptureRule.OPCODE, packet, "opcode 0x%02x is reserved", packet.opcode());
        }
        if (Bth.transportVersion(bth, 0) != 0) {
            findings.add(CaptureRule.VERSION, packet, "transport version %d", Bth.transportVersion(bth, 0));
        }
        return packet.frame().icrcValid() && known && Bth.transportVersion(bth, 0) == 0;
    }

    private void checkBits(RocePacket packet) {
        byte[] bth = packet.frame().headers();
        int congestion = Bth.congestion(bth, 0) & RESERVED_CONGESTION;
        int besideAck = bth[ACK_BYTE] & RESERVED_ACK;
        if (congestion != 0 || besideAck != 0) {
            findings.add(
                    CaptureRule.RESERVED, packet, "reserved bits of the BTH: 0x%02x and 0x%02x", congestion, besideAck);
        }
        if (packet.has(OpcodeMask.AETH) && (packet.syndrome() & RESERVED_SYNDROME) != 0) {
            findings.add(CaptureRule.RESERVED, packet, "reserved bit of the AETH: syndrome 0x%02x", packet.syndrome());
        }
    }

    private void checkPadding(RocePacket packet, byte[] bytes) {
        int pad = Bth.padCount(packet.frame().headers(), 0);
        if ((packet.payload() + pad) % 4 != 0) {
            findings.add(CaptureRule.PAD, packet, "%d bytes of payload and %d of padding", packet.payload(), pad);
        }
        int end = packet.frame().bytes() - Icrc.BYTES;
        for (int at = end - pad; at < end; at++) {
            if (bytes[at] != 0) {
                findings.add(CaptureRule.PAD, packet, "a pad byte is 0x%02x", bytes[at] & 0xff);
            }
        }
    }

    private void checkSizes(RocePacket packet) {
        if (!packet.has(OpcodeMask.PAYLOAD) && packet.payload() > 0) {
            findings.add(CaptureRule.PAYLOAD, packet, "%s carries %d bytes", packet.name(), packet.payload());
        }
        if (packet.payload() > LARGEST_MTU) {
            findings.add(CaptureRule.MTU, packet, "%d bytes, more than any MTU", packet.payload());
        }
        if (packet.has(OpcodeMask.RETH) && (packet.range() > MOST_BYTES || wraps(packet.address(), packet.range()))) {
            findings.add(CaptureRule.LIMIT, packet, "0x%x and %d bytes", packet.address(), packet.range());
        }
        if (packet.has(OpcodeMask.ATOMIC_ETH) && packet.address() % ATOMIC_ALIGNMENT != 0) {
            findings.add(CaptureRule.ATOMIC, packet, "%s at 0x%x", packet.name(), packet.address());
        }
    }

    private static boolean wraps(long address, long bytes) {
        return bytes > 0 && Long.compareUnsigned(address + bytes - 1, address) < 0;
    }

    private void checkSyndrome(RocePacket packet) {
        if (!packet.has(OpcodeMask.AETH)) {
            return;
        }
        int syndrome = packet.syndrome();
        boolean isNak = Aeth.isNak(syndrome) && Aeth.value(syndrome) <= LAST_NAK;
        boolean isDefined = Aeth.isAck(syndrome) || Aeth.isRnrNak(syndrome) || isNak;
        if (!isDefined || !packet.has(OpcodeMask.ACK) && !Aeth.isAck(syndrome)) {
            findings.add(CaptureRule.SYNDROME, packet, "%s with syndrome 0x%02x", packet.name(), syndrome);
        }
    }
}
