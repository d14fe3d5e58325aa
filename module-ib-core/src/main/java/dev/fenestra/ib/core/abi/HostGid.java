package dev.fenestra.ib.core.abi;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A GID or an IPv6 address in a structure of host memory: 16 bytes in network order. Beyond the end of the given bytes
 * it reads as zeros and is not written.
 *
 * @param name as C spells it
 * @param offset from the start of the structure
 */
public record HostGid(String name, int offset) implements HostItem {
    /** Bytes of a GID. */
    public static final int BYTES = 2 * Long.BYTES;

    private static final ValueLayout.OfLong BE64 = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    @Override
    public int bytes() {
        return BYTES;
    }

    /**
     * {@return the GID}
     *
     * @param structure the bytes of the structure
     */
    public Gid get(MemorySegment structure) {
        return isIn(structure)
                ? new Gid(structure.get(BE64, offset), structure.get(BE64, offset + Long.BYTES))
                : new Gid(0, 0);
    }

    /**
     * Writes a GID.
     *
     * @param structure the bytes of the structure
     * @param gid what to write
     */
    public void set(MemorySegment structure, Gid gid) {
        if (isIn(structure)) {
            structure.set(BE64, offset, gid.high());
            structure.set(BE64, offset + Long.BYTES, gid.low());
        }
    }
}
