package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A request that was reassembled from its packets. */
final class SeenRequest {
    final List<RequestPacket> packets = new ArrayList<>();
    private String result = "no answer";
    private int answeredBy;

    boolean isComplete() {
        return packets.getFirst().startsMessage() && packets.getLast().endsMessage();
    }

    RocePacket first() {
        return packets.getFirst().packet;
    }

    RocePacket last() {
        return packets.getLast().packet;
    }

    long firstPsn() {
        return packets.getFirst().psn;
    }

    /** The PSN that finishes it. */
    long lastPsn() {
        return packets.getLast().end() - 1;
    }

    long carried() {
        return packets.stream().mapToLong(one -> one.packet.payload()).sum();
    }

    /** Bytes that it moves. */
    long length() {
        return first().hasKey() ? first().range() : carried();
    }

    OptionalInt invalidated() {
        return last().has(OpcodeMask.IETH) ? OptionalInt.of(last().invalidated()) : OptionalInt.empty();
    }

    int repeats() {
        return packets.stream().mapToInt(one -> one.repeats.size()).sum();
    }

    void answer(String said, RocePacket by) {
        result = said;
        answeredBy = by.number();
    }

    boolean isAcknowledged() {
        return result.equals("ACK");
    }

    void unreliable() {
        result = "not acknowledged by this service";
    }

    String result() {
        return result;
    }

    /** The packet that decided it, or 0. */
    int answeredBy() {
        return answeredBy;
    }

    /** For a report. */
    Request summary(Flow flow) {
        RocePacket first = first();
        return new Request(
                flow.toString(),
                RequestTrack.verb(last()),
                first.hasKey() ? String.format("0x%08x", first.key()) : null,
                first.hasKey() ? String.format("0x%x", first.address()) : null,
                length(),
                isComplete(),
                first.psn(),
                packets.size(),
                repeats(),
                first.number(),
                result,
                answeredBy);
    }
}
