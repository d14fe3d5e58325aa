package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Operation;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection in one direction, by PSN. PSNs count on beyond 24 bits, so a wrap is no special case.
 */
final class RequestTrack {
    private static final long PSNS = 1L << 24;
    /** More packets than a sender has on its way. A READ takes more PSNs: up to 2^23. */
    private static final int FAR = 1 << 16;

    /** More PSNs than get lost at once. */
    private static final long LOST = 1 << 12;

    private static final int KINDS = OpcodeMask.SEND | OpcodeMask.WRITE;

    private final Findings findings;
    private final int mtu;
    private final NavigableMap<Long, RequestPacket> sent = new TreeMap<>();
    private final NavigableMap<Long, RocePacket> gaps = new TreeMap<>();
    /** The next PSN, by the number of the packet that set it. */
    private final NavigableMap<Integer, Long> nexts = new TreeMap<>();

    private long next = -1;

    RequestTrack(Findings findings, int mtu) {
        this.findings = findings;
        this.mtu = mtu;
    }

    int mtu() {
        return mtu;
    }

    NavigableMap<Long, RequestPacket> sent() {
        return sent;
    }

    /**
     * The PSN of a request or an answer, counted on beyond 24 bits. It is the one nearest to the next PSN at that time.
     * What is far ahead of that is rather an earlier one, as a long READ takes half of all PSNs.
     */
    long psnOf(RocePacket packet) {
        Map.@Nullable Entry<Integer, Long> then = nexts.floorEntry(packet.number());
        long base = then == null ? next : then.getValue();
        long psn = base + (((packet.psn() - base) % PSNS + PSNS + PSNS / 2) % PSNS - PSNS / 2);
        return psn >= base + LOST && at(psn - PSNS) != null ? psn - PSNS : psn;
    }

    /**
     * Whether a request may be of this connection. A PSN far from all sent ones belongs to the next connection. In
     * between the QP was reset or closed and its number used again, which packets do not show. What is sent again has
     * few packets behind it, but perhaps millions of PSNs.
     */
    boolean isNear(RocePacket packet) {
        if (next < 0) {
            return true;
        }
        long psn = psnOf(packet);
        if (psn >= next - FAR) {
            return psn < next + LOST && psn >= sent.firstKey() - LOST;
        }
        @Nullable RequestPacket known = at(psn);
        boolean isExpected = known == null ? gaps.containsKey(psn) : isAgain(known, packet, psn);
        return isExpected && sent.tailMap(psn, false).size() < FAR;
    }

    /**
     * Whether a request is the first one of another life of the QP, which has the same first PSN. A packet that is sent
     * again is the same.
     */
    boolean isFirstAgain(RocePacket packet) {
        if (next < 0 || !packet.has(OpcodeMask.START)) {
            return false;
        }
        RequestPacket first = sent.firstEntry().getValue();
        long psn = psnOf(packet);
        return psn == first.psn && !isAgain(first, packet, psn);
    }

    /** Whether an answer ends the last request so far. */
    boolean endsAll(RocePacket answer) {
        return answer.has(OpcodeMask.RESPONSE) && answer.has(OpcodeMask.END) && psnOf(answer) == next - 1;
    }

    /** Number of the packet that began it. */
    int since() {
        return sent.firstEntry().getValue().packet.number();
    }

    /** A request packet that has arrived in the capture. */
    void add(RocePacket packet) {
        if (next < 0) {
            next = PSNS + packet.psn();
        }
        long psn = psnOf(packet);
        @Nullable RequestPacket known = at(psn);
        if (known != null) {
            repeat(known, packet, psn);
            return;
        }
        for (long missing = next; missing < psn && missing < next + PSNS / 2; missing++) {
            gaps.put(missing, packet);
        }
        RequestPacket first = new RequestPacket(packet, psn, mtu);
        sent.put(psn, first);
        gaps.subMap(psn, first.end()).clear();
        next = Math.max(next, first.end());
        nexts.put(packet.number(), next);
        checkNeighbours(first);
        checkSize(packet);
    }

    /** The request packet with a PSN, or null. */
    @Nullable
    RequestPacket at(long psn) {
        Map.@Nullable Entry<Long, RequestPacket> entry = sent.floorEntry(psn);
        return entry != null && psn < entry.getValue().end() ? entry.getValue() : null;
    }

    /** Whether a PSN, or one behind it, was sent before a packet. One that got lost may be missing in between. */
    boolean hadReached(long psn, int before) {
        @Nullable RequestPacket known = at(psn);
        return psn >= sent.firstKey()
                && (known != null && known.packet.number() < before
                        || sent.tailMap(psn, false).values().stream().anyMatch(one -> one.packet.number() < before));
    }

    private void repeat(RequestPacket known, RocePacket again, long psn) {
        known.repeats.add(again);
        RocePacket first = known.packet;
        if (!isAgain(known, again, psn)) {
            findings.add(
                    CaptureRule.REPEAT,
                    again,
                    "%s with PSN %d differs from %s of packet %d",
                    again.name(),
                    again.psn(),
                    first.name(),
                    first.number());
        }
    }

    /** Whether a packet is the same as one that was sent before, or asks for the rest of the same READ. */
    private boolean isAgain(RequestPacket known, RocePacket again, long psn) {
        RocePacket first = known.packet;
        boolean isSame = psn == known.psn
                && Arrays.equals(comparable(first), comparable(again))
                && first.payload() == again.payload();
        boolean isRest = first.has(OpcodeMask.READ_REQUEST)
                && first.opcode() == again.opcode()
                && first.key() == again.key()
                && again.address() == first.address() + (psn - known.psn) * mtu
                && again.range() == first.range() - (psn - known.psn) * mtu;
        return isSame || isRest;
    }

    /**
     * The headers without the bits that may change when a packet is sent again: those of congestion, and the request
     * for an ACK.
     */
    private static byte[] comparable(RocePacket packet) {
        byte[] headers = packet.frame().headers().clone();
        headers[Bth.VARIANT_BYTE] = 0;
        headers[8] = 0;
        return headers;
    }

    private void checkNeighbours(RequestPacket one) {
        @Nullable RequestPacket before = at(one.psn - 1);
        @Nullable RequestPacket after = at(one.end());
        if (before != null && !follows(before.packet, one.packet)) {
            blame(before.packet, one.packet);
        }
        if (after != null && !follows(one.packet, after.packet)) {
            blame(one.packet, after.packet);
        }
    }

    private void blame(RocePacket before, RocePacket after) {
        findings.add(
                CaptureRule.SEQUENCE,
                after,
                "%s follows %s of packet %d",
                after.name(),
                before.name(),
                before.number());
    }

    /** After the end of a message a new one starts. Otherwise the same operation goes on. */
    private static boolean follows(RocePacket before, RocePacket after) {
        return before.has(OpcodeMask.END)
                ? after.has(OpcodeMask.START)
                : !after.has(OpcodeMask.START) && (before.mask() & after.mask() & KINDS) != 0;
    }

    private void checkSize(RocePacket packet) {
        boolean isWhole = packet.has(OpcodeMask.END);
        int payload = packet.payload();
        boolean fits = !isWhole ? payload == mtu : payload <= mtu && (packet.has(OpcodeMask.START) || payload > 0);
        if (packet.has(OpcodeMask.PAYLOAD) && !fits) {
            findings.add(CaptureRule.MTU, packet, "%s carries %d bytes, the MTU is %d", packet.name(), payload, mtu);
        }
    }

    /** Reports PSNs that never came. */
    void finish() {
        @Nullable RocePacket told = null;
        for (Map.Entry<Long, RocePacket> gap : gaps.entrySet()) {
            if (told != gap.getValue()) {
                told = gap.getValue();
                findings.add(
                        CaptureRule.PSN,
                        told,
                        "PSN %d follows, and PSN %d was never seen",
                        told.psn(),
                        gap.getKey() % PSNS);
            }
        }
    }

    static String verb(RocePacket packet) {
        return switch (Operation.of(packet.opcode())) {
                    case Operation.RDMA_READ_REQUEST -> "READ";
                    case Operation.COMPARE_SWAP -> "COMPARE_SWAP";
                    case Operation.FETCH_ADD -> "FETCH_ADD";
                    case Operation.FLUSH -> "FLUSH";
                    case Operation.ATOMIC_WRITE -> "ATOMIC_WRITE";
                    default -> packet.has(OpcodeMask.WRITE) ? "WRITE" : "SEND";
                }
                + (packet.has(OpcodeMask.IMM_DT) ? "_WITH_IMM" : packet.has(OpcodeMask.IETH) ? "_WITH_INV" : "");
    }
}
