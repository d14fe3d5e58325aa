package dev.fenestra.tools.linux;

import java.util.zip.CRC32;

/** What a side's buffer must hold. */
final class Contents {
    private static final int STEP = 0x9e3779b1;
    private static final int SEED_STEP = 0x9e3779b9;

    final byte[] bytes = new byte[Side.MEMORY];

    /** Bytes that differ from one place to the next, and from seed to seed: as in verbs-endpoint.c. */
    static byte[] pattern(int length, int seed) {
        byte[] pattern = new byte[length];
        for (int i = 0; i < length; i++) {
            pattern[i] = (byte) (((i + 1) * STEP ^ seed * SEED_STEP) >>> Integer.SIZE - Byte.SIZE);
        }
        return pattern;
    }

    void put(int offset, byte[] from) {
        System.arraycopy(from, 0, bytes, offset, from.length);
    }

    void copy(Contents from, int at, int offset, int length) {
        System.arraycopy(from.bytes, at, bytes, offset, length);
    }

    int checksum() {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
