package dev.fenestra.tools.observe.journal;

import dev.fenestra.tools.observe.cost.CostItem;
import dev.fenestra.tools.observe.cost.CostModel;
import java.util.HashMap;
import java.util.Map;

/**
 * When the packets of a virtual clock leave, by a model: that clock stands still while a device works, so it shows many
 * packets at one instant. A port sends one packet at a time, at the speed of its link and not before what it answers
 * has arrived. A model's time may be ahead of the clock, never behind it. Each packet has a time of its own, later than
 * that of the packet captured before.
 */
final class PacketTimes {
    /** Preamble, frame check sequence and gap of an Ethernet frame, bytes. */
    private static final int AROUND = 24;
    /**
     * What each packet costs a port beside its bytes; assumed: cards of 100 Gbit/s claim about 200 million packets a
     * second.
     */
    private static final long PACKET_NANOS = 5;
    /** From port to port; assumed: 20 m of cable at 5 ns/m. */
    private static final long FLIGHT_NANOS = 100;

    private final double nanosPerByte;
    private final Map<Integer, Long> free = new HashMap<>();
    private long last = -1;

    PacketTimes(CostModel prices) {
        nanosPerByte = prices.price(CostItem.WIRE_BYTE).nanos();
    }

    /**
     * When a packet begins to leave, nanoseconds.
     *
     * @param port number of the port that sends it
     * @param bytes of the frame
     * @param now the virtual clock
     */
    long leaves(int port, int bytes, long now) {
        long start = Math.max(Math.max(now, last + 1), free.getOrDefault(port, 0L));
        last = start;
        free.put(port, start + onWire(bytes));
        return start;
    }

    /** A port has a packet: what it sends now may be the answer. Returns when it has all of it. */
    long arrives(int port, long left, int bytes, long now) {
        long whole = Math.max(now, left + onWire(bytes) + FLIGHT_NANOS);
        free.merge(port, whole, Math::max);
        return whole;
    }

    private long onWire(int bytes) {
        return PACKET_NANOS + (long) Math.ceil((bytes + AROUND) * nanosPerByte);
    }
}
