package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The acts of a program, in memory that it shares with the server: {@code struct ring} of check/ring.h. The program
 * writes behind the head, and the server reads behind the tail. The program may write anything at any time, so each
 * record is copied before it is looked at, and the server keeps the tail itself.
 */
final class ActRing {
    /** Of a record without what follows it, bytes. */
    static final int ACT_BYTES = 64;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long MAGIC = 0x676e697274736e46L;
    private static final long TOKEN = 8;
    private static final long STRICT = 16;
    private static final long HEAD = 64;
    private static final long TAIL = 128;
    private static final int BYTES_FROM = 4096;
    private static final int BYTES = 1 << 22;
    private static final int LONGEST_ACT = 1 << 13;
    private static final long STAMP = 8;

    private final MemorySegment memory;
    private final long token;
    private final boolean isStrict;
    private final byte[] bytes = new byte[LONGEST_ACT];
    private final MemorySegment copy = MemorySegment.ofArray(bytes);
    private final ByteBuffer act = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private long tail;
    private long head;

    private ActRing(MemorySegment memory) {
        this.memory = memory;
        token = (long) LONG.getVolatile(memory, TOKEN);
        isStrict = (long) LONG.getVolatile(memory, STRICT) != 0;
    }

    /**
     * Maps the ring of a program.
     *
     * @param file as the program has it open, in {@code /proc}
     * @throws IOException when it is no ring, or the program could make it shorter
     */
    static ActRing open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() != BYTES_FROM + BYTES || canCut(channel)) {
                throw new IOException("no ring for acts");
            }
        }
        return of(file);
    }

    /**
     * Maps a ring in a file that nobody makes shorter.
     *
     * @throws IOException when it is no ring
     */
    static ActRing of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES_FROM + BYTES, Arena.ofAuto());
            if ((long) LONG.getVolatile(memory, 0L) != MAGIC) {
                throw new IOException("a ring for acts of another version");
            }
            return new ActRing(memory);
        }
    }

    private static boolean canCut(FileChannel file) {
        try {
            file.truncate(BYTES_FROM);
            return true;
        } catch (IOException sealed) {
            return false;
        }
    }

    /** {@return the number that the {@code exec} around the program has given it; 0 without one} */
    long token() {
        return token;
    }

    /** {@return whether the program is to end at its first error} */
    boolean isStrict() {
        return isStrict;
    }

    /**
     * Looks at the head.
     *
     * @return whether there are acts that were not taken
     * @throws IOException when it is where no head can be
     */
    boolean look() throws IOException {
        head = (long) LONG.getVolatile(memory, HEAD);
        if (head < tail || head - tail > BYTES || head % Long.BYTES != 0) {
            throw new IOException("a ring for acts with a head of " + Long.toUnsignedString(head));
        }
        return head != tail;
    }

    /** {@return whether an act is there that was seen} */
    boolean hasAct() {
        return tail != head;
    }

    /** {@return the stamp of the first act, which is there; a pad has a stamp of its own} */
    long stamp() {
        return isPad() ? 0 : memory.get(ValueLayout.JAVA_LONG, at() + STAMP);
    }

    private boolean isPad() {
        return memory.get(ValueLayout.JAVA_SHORT, at() + Integer.BYTES) == 0;
    }

    private long at() {
        return BYTES_FROM + tail % BYTES;
    }

    /**
     * Takes the first act, which is there.
     *
     * @return its bytes, valid until the next call; empty for a pad
     * @throws IOException when it is no act
     */
    ByteBuffer take() throws IOException {
        long at = at();
        int length = memory.get(ValueLayout.JAVA_INT, at);
        boolean isPad = isPad();
        long left = BYTES_FROM + BYTES - at;
        if (length <= 0 || length % Long.BYTES != 0 || length > Math.min(left, head - tail)) {
            throw new IOException("an act of " + length + " bytes");
        }
        if (!isPad && (length < ACT_BYTES || length > LONGEST_ACT)) {
            throw new IOException("an act of " + length + " bytes");
        }
        if (!isPad) {
            MemorySegment.copy(memory, at, copy, 0, length);
        }
        tail += length;
        LONG.setVolatile(memory, TAIL, tail);
        return act.limit(isPad ? 0 : length).position(0);
    }
}
