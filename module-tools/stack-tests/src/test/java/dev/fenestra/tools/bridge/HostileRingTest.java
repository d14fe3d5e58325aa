package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.DutyChecker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program may write anything into the ring of its acts. The server gives it up, and nothing else happens. */
class HostileRingTest {
    private static final int HEADER = 4096;
    private static final int RING = 1 << 22;
    private static final long MAGIC = 0x676e697274736e46L;
    private static final int HEAD = 64;
    private static final int ROUNDS = 20_000;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void make() throws IOException {
        file = folder.resolve("ring");
        Files.write(file, new byte[0]);
        put(0, longs(MAGIC));
        put(HEADER + RING - 1, ByteBuffer.allocate(1));
    }

    private static ByteBuffer longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.flip();
    }

    private void put(long at, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, at);
        }
    }

    /** A file that is not sealed can be cut, which would end the server at its next look. */
    @Test
    void shouldRefuseAFileThatTheProgramCanCut() {
        assertEquals(
                "no ring for acts",
                assertThrows(IOException.class, () -> ActRing.open(file)).getMessage());
    }

    @Test
    void shouldRefuseHeadsOutsideOfTheRing() throws IOException {
        for (long head : new long[] {-8, 4, RING + 8, Long.MIN_VALUE, Long.MAX_VALUE}) {
            put(HEAD, longs(0));
            ActRing ring = ActRing.of(file);
            put(HEAD, longs(head));
            assertThrows(IOException.class, ring::look, () -> "head " + head);
        }
    }

    @Test
    void shouldRefuseLengthsThatNoActHas() throws IOException {
        for (int length : new int[] {0, -8, 8, 63, 65, 1 << 14, RING + 8, Integer.MIN_VALUE}) {
            put(HEAD, longs(0));
            ActRing ring = ActRing.of(file);
            put(HEADER, longs(Integer.toUnsignedLong(length) | 2L << 32));
            put(HEAD, longs(1 << 13));
            assertTrue(ring.look());
            assertThrows(IOException.class, ring::take, () -> "length " + length);
        }
    }

    @Test
    void shouldTakeAnActOnce() throws IOException {
        ActRing ring = ActRing.of(file);
        put(HEADER, longs(64 | 2L << 32, 5));
        put(HEAD, longs(64));

        assertTrue(ring.look());
        assertEquals(5, ring.stamp());
        assertEquals(64, ring.take().remaining());
        assertFalse(ring.look());
    }

    /** Each record ends in a finding, in nothing, or in an IOException; the draws are always the same. */
    @Test
    void shouldEndOnlyTheCheckOfAProgramWhoseRecordsAreNone() {
        SplittableRandom draw = new SplittableRandom(1);
        DutyChecker checker = new DutyChecker(CheckSettings.ALL, 1);
        byte[] bytes = new byte[256];
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            ActReader reader = new ActReader();
            reader.of(checker.program("alice", "hostile", (_, _) -> false, Gid.UNSPECIFIED::equals, () -> 0, () -> ""));
            for (int act = 0; act < 4; act++) {
                draw.nextBytes(bytes);
                ByteBuffer record = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                record.putShort(4, (short) draw.nextInt(ActKind.values().length + 1));
                record.putShort(6, (short) draw.nextInt(-1, 40));
                record.putInt(20, draw.nextInt(3)).putInt(48, draw.nextInt(-1, 8));
                refused += isRefused(reader, record) ? 1 : 0;
            }
        }
        int seen = refused;
        assertTrue(seen > ROUNDS / 100 && seen < 4 * ROUNDS, () -> seen + " records were refused");
        assertDoesNotThrow(checker::end);
    }

    /** What is open and outstanding counts, whatever the program says to have ended. */
    @Test
    void shouldEndTheCheckOfAProgramThatTakesMemoryWithoutEnd() throws IOException {
        DutyChecker checker = new DutyChecker(CheckSettings.ALL, 1);
        ActReader reader = new ActReader();
        reader.of(checker.program("alice", "hostile", (_, _) -> false, Gid.UNSPECIFIED::equals, () -> 0, () -> ""));
        ByteBuffer record = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        int told = 0;
        boolean isRefused = false;
        while (!isRefused && told < 2 << 20) {
            record.putShort(4, (short) ActKind.DESTROYED_CQ.ordinal()).putInt(20, -1);
            reader.tell(record);
            record.putShort(4, (short) ActKind.CQ.ordinal()).putInt(20, told++);
            isRefused = isRefused(reader, record);
        }
        assertTrue(isRefused, "objects without end");
    }

    private static boolean isRefused(ActReader reader, ByteBuffer record) {
        try {
            reader.tell(record);
            return false;
        } catch (IOException refused) {
            return true;
        }
    }
}
