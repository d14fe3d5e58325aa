package dev.fenestra.tools.bridge;

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
}
