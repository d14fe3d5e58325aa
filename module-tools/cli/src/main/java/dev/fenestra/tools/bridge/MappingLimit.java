package dev.fenestra.tools.bridge;

import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets a card announce no more queues than one program can have. Each queue of a program needs two mappings: that of
 * its memory in the file of pages, and that of the memory behind it. A process has at most {@code vm.max_map_count}
 * mappings.
 */
final class MappingLimit {
    private static final Path FILE = Path.of("/proc/sys/vm/max_map_count");
    /** The limit of Linux when the file cannot be read. */
    private static final long USUAL = 65_530;

    private static final int DIGITS = 32;
    private static final int PER_QUEUE = 2;
    /** One of so many mappings is left for libraries, stacks and heaps of the program. */
    private static final int SHARE = 16;
    /** A card keeps numbers of each kind for itself. */
    private static final int LEAST_LOG = 10;

    private MappingLimit() {}

    /** {@code vm.max_map_count} of this machine. */
    static long ofMachine() {
        // The kernel gives the number to one read only, and Files.readString begins with one byte.
        try (InputStream file = Files.newInputStream(FILE)) {
            return Long.parseLong(new String(file.readNBytes(DIGITS), StandardCharsets.US_ASCII).strip());
        } catch (IOException | NumberFormatException unreadable) {
            return USUAL;
        }
    }

    /** What a card announces whose programs have this many mappings. */
    static HcaLimits fitted(HcaLimits limits, long mappings) {
        long queues = (mappings - mappings / SHARE) / PER_QUEUE;
        int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, queues));
        return limits.withFewerQueues(Math.max(LEAST_LOG, log));
    }
}
