package dev.fenestra.hw.sim.testing;

import java.lang.foreign.MemorySegment;

/**
 * How a command ended.
 *
 * @param delivery delivery status of the entry
 * @param status first byte of the output
 * @param syndrome why it was refused
 * @param object number of the object created
 * @param tag the tag the device chose
 * @param output all of the output
 */
public record Reply(int delivery, int status, int syndrome, int object, int tag, MemorySegment output) {
    public int key() {
        return object << 8 | tag;
    }
}
