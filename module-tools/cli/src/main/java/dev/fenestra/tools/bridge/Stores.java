package dev.fenestra.tools.bridge;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** What the answer to a call stores into the program's memory, as {@code struct store} of connections.h has it. */
final class Stores {
    private Stores() {}

    static int padded(long length) {
        return (int) length + 7 & ~7;
    }

    /** Adds bytes that go to an address. */
    static void put(ByteBuffer into, long address, byte[] bytes) {
        into.putLong(address).putLong(bytes.length);
        int end = into.position() + padded(bytes.length);
        into.put(bytes).position(end);
    }

    /**
     * {@return the bytes that go to an address; none when nothing does}
     *
     * @param all what an answer stores
     */
    static MemorySegment find(ByteBuffer all, long address) {
        while (all.hasRemaining()) {
            boolean isFound = all.getLong() == address;
            int length = Math.toIntExact(all.getLong());
            if (isFound) {
                return MemorySegment.ofBuffer(all.slice(all.position(), length));
            }
            all.position(all.position() + padded(length));
        }
        return MemorySegment.NULL;
    }
}
