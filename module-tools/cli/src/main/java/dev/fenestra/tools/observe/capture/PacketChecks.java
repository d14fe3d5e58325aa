package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Cnp;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
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
    private static final int FIRST_OF_MANUFACTURERS = 0xc0;
    /** Offsets in a frame over IPv4, and how much longer the header of IPv6 is. */
    private static final int ETHER_TYPE = 12;

    private static final int PROTOCOL = 23;
    private static final int LEAST_BEFORE_UDP = 34;
    private static final int IPV6_LONGER = 20;
    private static final int IPV6_TYPE = 0x86;
    private static final int UDP = 17;
    private static final int UDP_BYTES = 8;

    private final Findings findings;
    private int cut;
    private int unreadable;
    private int notified;

    PacketChecks(Findings findings) {
        this.findings = findings;
    }

    /** RoCEv2 packets of which the capture has the headers, and not all of the rest. */
    int cut() {
        return cut;
    }

    /** Packets to the port of RoCEv2 of which the capture does not even have the headers. */
    int unreadable() {
        return unreadable;
    }

    /** Congestion notifications. */
    int notified() {
        return notified;
    }

    /**
     * The packet of a frame; empty when it is not RoCEv2, belongs to no connection, or when a receiver would drop it.
     */
    Optional<RocePacket> check(CapturedFrame captured) {
        byte[] bytes = captured.completed();
        Optional<RoceFrame> parsed = RoceFrame.parse(bytes, 0, bytes.length);
        if (!captured.isWhole() && !hasHeaders(captured, parsed)) {
            unreadable += mayBeRoce(captured) ? 1 : 0;
            return Optional.empty();
        }
        if (parsed.isEmpty()) {
            if (RoceFrame.isToRocePort(bytes, 0, bytes.length)) {
                findings.add(CaptureRule.LENGTH, captured, "lengths of IP, UDP, headers and pad bytes do not fit");
            }
            return Optional.empty();
        }
        RocePacket packet = RocePacket.of(captured, parsed.get());
        cut += captured.isWhole() ? 0 : 1;
        if (!checkOuter(packet, captured.isWhole())) {
            return Optional.empty();
        }
        if (Cnp.is(packet.opcode())) {
            checkNotification(packet);
            return Optional.empty();
        }
        checkBits(packet);
        if (captured.isWhole()) {
            checkPadding(packet);
        }
        checkSizes(packet);
        checkSyndrome(packet);
        return Optional.of(packet);
    }

    private static boolean hasHeaders(CapturedFrame cut, Optional<RoceFrame> parsed) {
        return parsed.filter(frame -> headersEnd(frame) <= cut.bytes().length).isPresent();
    }

    private static int headersEnd(RoceFrame frame) {
        return frame.bytes() - Icrc.BYTES - frame.pad().length - frame.payload().length;
    }

    /** Whether a frame that was cut is to the port of RoCEv2, or ends before its port. */
    private static boolean mayBeRoce(CapturedFrame cut) {
        byte[] bytes = cut.bytes();
        int udpAt = LEAST_BEFORE_UDP
                + (bytes.length > ETHER_TYPE && (bytes[ETHER_TYPE] & 0xff) == IPV6_TYPE ? IPV6_LONGER : 0);
        boolean isOfOther = bytes.length > PROTOCOL && udpAt == LEAST_BEFORE_UDP && bytes[PROTOCOL] != UDP;
        return bytes.length < udpAt + UDP_BYTES
                ? bytes.length > 0 && !isOfOther
                : RoceFrame.isToRocePort(bytes, 0, bytes.length);
    }

    private void checkNotification(RocePacket packet) {
        notified++;
        byte[] payload = packet.frame().payload();
        if (payload.length != Cnp.RESERVED_BYTES) {
            findings.add(CaptureRule.LENGTH, packet, "%d bytes behind the BTH of a CNP", payload.length);
        }
        for (byte reserved : payload) {
            if (reserved != 0) {
                findings.add(CaptureRule.RESERVED, packet, "a reserved byte of a CNP is 0x%02x", reserved);
                return;
            }
        }
    }

    private boolean checkOuter(RocePacket packet, boolean isWhole) {
        byte[] bth = packet.frame().headers();
        boolean known = WireOpcode.of(packet.opcode()) != null || Cnp.is(packet.opcode());
        boolean isRight = !isWhole || packet.frame().icrcValid();
        if (!isRight) {
            findings.add(
                    CaptureRule.ICRC,
                    packet,
                    "ICRC 0x%08x is wrong",
                    packet.frame().icrc());
        }
        if (!known) {
            findings.add(CaptureRule.OPCODE, packet, "opcode 0x%02x is %s", packet.opcode(), unknown(packet.opcode()));
        }
        if (Bth.transportVersion(bth, 0) != 0) {
            findings.add(CaptureRule.VERSION, packet, "transport version %d", Bth.transportVersion(bth, 0));
        }
        return isRight && known && Bth.transportVersion(bth, 0) == 0;
    }

    private static String unknown(int opcode) {
        return opcode >= FIRST_OF_MANUFACTURERS ? "a manufacturer's own" : "reserved";
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

    private void checkPadding(RocePacket packet) {
        byte[] pad = packet.frame().pad();
        if ((packet.payload() + pad.length) % 4 != 0) {
            findings.add(
                    CaptureRule.PAD, packet, "%d bytes of payload and %d of padding", packet.payload(), pad.length);
        }
        for (byte each : pad) {
            if (each != 0) {
                findings.add(CaptureRule.PAD, packet, "a pad byte is 0x%02x", each);
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
