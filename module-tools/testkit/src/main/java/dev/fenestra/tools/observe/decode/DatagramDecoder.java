package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.DatagramSegment.*;
import static java.util.Map.entry;

import dev.fenestra.hw.sim.mlx5.prm.DatagramSegment;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import java.util.Map;

/** Decodes the datagram segment of a UD WQE. */
final class DatagramDecoder {
    static final int BYTES = DatagramSegment.BYTES;

    private static final Map<Field, Meaning> MEANINGS = Map.ofEntries(
            entry(EXTENDED, value -> value == 0 ? "path by number" : "path given here"),
            entry(REMOTE_QPN, Meaning.DECIMAL),
            entry(RATE, value -> value == 0 ? "as fast as the port" : ""),
            entry(SERVICE_LEVEL, Meaning.DECIMAL),
            entry(PATH_BITS, Meaning.DECIMAL),
            entry(REMOTE_LID, Meaning.DECIMAL),
            entry(TRAFFIC_CLASS, Meaning.DECIMAL),
            entry(HOP_LIMIT, Meaning.DECIMAL),
            entry(GRH, value -> value == 0 ? "" : "with a GRH"),
            entry(SOURCE_GID_INDEX, Meaning.DECIMAL));

    private DatagramDecoder() {}

    static Decoded decode(Bytes bytes, long base) throws DecodeException {
        return bytes.segment("datagram segment", LAYOUT, base, MEANINGS);
    }
}
