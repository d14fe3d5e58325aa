package dev.fenestra.tools.pingpong;

import com.google.common.collect.ImmutableMap;
import dev.fenestra.tools.input.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a pingpong measured.
 *
 * @param own address of this side
 * @param peer address of the other side
 * @param bytes of all messages of both directions
 * @param iterations messages of each direction
 * @param nanos from the first message to the last
 * @param cycles between receives, if they were asked for: most, least and average
 */
public record PingpongResult(
        Destination own,
        Destination peer,
        long bytes,
        int iterations,
        long nanos,
        ImmutableMap<String, Number> cycles) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    /** How long it took. */
    double seconds() {
        return nanos / NANOS_PER_SECOND;
    }

    /** Megabits of 10^6 in a second. */
    double megabits() {
        return bytes * (double) Byte.SIZE / (nanos / NANOS_PER_MICRO);
    }

    /** Microseconds for a message there and back. */
    double micros() {
        return nanos / NANOS_PER_MICRO / iterations;
    }

    /** The result as JSON, with a line end. */
    public String json() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("local", members(own));
        root.put("remote", members(peer));
        root.put("bytes", bytes);
        root.put("iterations", iterations);
        root.put("seconds", seconds());
        root.put("mbit_per_s", megabits());
        root.put("us_per_iteration", micros());
        if (!cycles.isEmpty()) {
            root.put("receive_cycles", cycles);
        }
        return Json.write(root) + "\n";
    }

    private static Map<String, Object> members(Destination end) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("lid", end.lid());
        members.put("qpn", end.qpn());
        members.put("psn", end.psn());
        members.put("gid", end.gid().toString());
        return members;
    }
}
