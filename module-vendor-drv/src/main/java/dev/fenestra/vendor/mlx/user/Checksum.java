package dev.fenestra.vendor.mlx.user;

/** The 8-bit checksum of signed WQEs: the complement of the XOR of all bytes. */
final class Checksum {
    private Checksum() {}

    /** XOR of the 8 bytes. */
    static int fold(long bytes) {
        long half = bytes ^ bytes >>> 32;
        long quarter = half ^ half >>> 16;
        return (int) (quarter ^ quarter >>> 8) & 0xff;
    }
}
