package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.DataSegment.*;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import java.util.Map;

/** Decodes the data of a WQE: pointers to it, or the bytes themselves. */
final class DataDecoder {
    private static final Map<Field, Meaning> POINTER = Map.of(BYTE_COUNT, DataDecoder::length, LKEY, Meaning.KEY);
    private static final Map<Field, Meaning> RECEIVED =
            Map.of(BYTE_COUNT, DataDecoder::receivedLength, LKEY, Meaning.KEY);
    private static final Map<Field, Meaning> TERMINATOR =
            Map.of(BYTE_COUNT, Meaning.NONE, LKEY, Meaning.always("ends the list"));

    private DataDecoder() {}

    /** The data segments of a send WQE. */
    static void send(Section into, Bytes bytes, long from, long end) throws DecodeException {
        long at = from;
        for (int segment = 0; at < end; segment++) {
            if ((bytes.getInt(BYTE_COUNT, at) & INLINE) == 0) {
                into.part(bytes.segment("data segment " + segment, LAYOUT, at, POINTER));
                at += DataSegment.BYTES;
            } else {
                at = inline(into, bytes, at, end);
            }
        }
    }

    /** The data segments of a receive WQE; what follows a terminator is left over from before. */
    static void receive(Section into, Bytes bytes) throws DecodeException {
        long at = 0;
        for (int segment = 0; at < bytes.size(); segment++) {
            boolean last = bytes.getInt(LKEY, at) == TERMINATOR_LKEY && bytes.getInt(BYTE_COUNT, at) == 0;
            into.part(bytes.segment(
                    last ? "terminator" : "data segment " + segment, LAYOUT, at, last ? TERMINATOR : RECEIVED));
            at += DataSegment.BYTES;
            if (last && at < bytes.size()) {
                into.part(bytes.raw("left over", at, bytes.size() - at));
                return;
            }
        }
    }

    /** Adds an inline segment, and returns the offset of the next one. */
    private static long inline(Section into, Bytes bytes, long at, long end) throws DecodeException {
        long length = bytes.getInt(BYTE_COUNT, at) & ~INLINE;
        long dataAt = at + INLINE_HEADER_BYTES;
        if (dataAt + length > end) {
            throw new DecodeException("the inline data at offset " + Bytes.at(dataAt) + " is " + length
                    + " bytes long, but by its ds the WQE ends at " + Bytes.at(end));
        }
        Section segment = new Section("inline data segment", at, INLINE_HEADER_BYTES + length)
                .field(bytes.field(BYTE_COUNT, at, Meaning.always("inline, " + length + " bytes")));
        if (length > 0) {
            segment.field(bytes.data("data", dataAt, length));
        }
        into.part(segment.build());
        long units = (INLINE_HEADER_BYTES + length + WqeDecoder.UNIT_BYTES - 1) / WqeDecoder.UNIT_BYTES;
        return at + units * WqeDecoder.UNIT_BYTES;
    }

    private static String receivedLength(long count) {
        return count > Integer.MAX_VALUE ? "the bit of inline data, which no receive may have" : length(count);
    }

    private static String length(long count) {
        return count == 0 ? "0 means 2 GiB" : count + " bytes";
    }
}
