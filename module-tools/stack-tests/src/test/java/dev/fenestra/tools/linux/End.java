package dev.fenestra.tools.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.linux.Side.Keys;
import dev.fenestra.tools.linux.Side.Piece;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A side in a meeting: its verbs, what its buffer must hold, and a region of all of it with every right. */
final class End {
    static final int REGION = 0;
    /** A lossy link needs several time-outs for one message. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A request of soft-RoCE that is neither done nor given up, long after all its retries. */
    static final class Stopped extends IOException {
        private static final long serialVersionUID = 1;

        Stopped(String message) {
            super(message);
        }
    }

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int SHOWN = 8;

    final Side side;
    final Contents expected = new Contents();
    final Keys keys;
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final List<Outcome> kept = new ArrayList<>();
    private final Set<Long> asked = new HashSet<>();

    End(Side side) throws IOException {
        this.side = side;
        keys = side.region(
                REGION,
                0,
                0,
                Side.MEMORY,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND);
    }

    String name() {
        return side.isLinux() ? "Linux" : "Fenestra";
    }

    void qp(int id, QpType type, int pd) throws IOException {
        numbers.put(id, side.qp(id, type, pd));
    }

    int qpn(int id) {
        return Objects.requireNonNull(numbers.get(id));
    }

    Piece piece(int offset, int length) {
        return new Piece(keys.lkey(), offset, length);
    }

    long at(int offset) {
        return side.address() + offset;
    }

    void fill(int offset, int length, int seed) throws IOException {
        side.fill(offset, length, seed);
        expected.put(offset, Contents.pattern(length, seed));
    }

    void putLong(int offset, long value) throws IOException {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (value >>> i * Byte.SIZE);
        }
        side.put(offset, bytes);
        expected.put(offset, bytes);
    }

    void receive(int id, long wr, Piece... pieces) throws IOException {
        side.receive(id, wr, List.of(pieces));
    }

    void post(int qp, Work work) throws IOException {
        asked.add(work.wr());
        side.post(qp, work);
    }

    /**
     * Waits for the completion of a request; others are kept.
     *
     * @throws Stopped when a request of Linux is neither done nor refused
     */
    Outcome await(long wr) throws IOException {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        Optional<Outcome> found = take(wr);
        while (found.isEmpty() && System.nanoTime() - limit < 0) {
            kept.addAll(side.poll(POLL));
            found = take(wr);
        }
        if (found.isEmpty() && side.isLinux() && asked.contains(wr)) {
            throw new Stopped("soft-RoCE has done nothing about its request " + wr + " for " + PATIENCE);
        }
        return found.orElseThrow(() -> new AssertionError(name() + " has no completion of " + wr + ", only " + kept));
    }

    private Optional<Outcome> take(long wr) {
        Optional<Outcome> found =
                kept.stream().filter(outcome -> outcome.wr() == wr).findFirst();
        found.ifPresent(kept::remove);
        return found;
    }

    /** Forgets what has completed and was not asked for. */
    void forget() throws IOException {
        while (!side.poll(Duration.ZERO).isEmpty()) {
            // Flushed requests of a QP that failed.
        }
        kept.clear();
    }

    void shouldHaveNoCompletion(Duration patience) throws IOException {
        kept.addAll(side.poll(patience));
        assertEquals(List.of(), kept, name() + " has completions that nobody expects");
    }

    /** Compares the whole buffer. */
    void shouldHoldWhatIsExpected() throws IOException {
        if (side.checksum() != expected.checksum()) {
            throw new AssertionError(name() + " holds other bytes: " + firstDifference());
        }
    }

    private String firstDifference() throws IOException {
        int step = 1 << 14;
        for (int at = 0; at < Side.MEMORY; at += step) {
            byte[] there = side.get(at, step);
            for (int i = 0; i < step; i++) {
                if (there[i] != expected.bytes[at + i]) {
                    StringBuilder line = new StringBuilder("at " + (at + i) + ":");
                    for (int j = i; j < Math.min(i + SHOWN, step); j++) {
                        line.append(String.format(" %02x/%02x", there[j], expected.bytes[at + j]));
                    }
                    return line.toString();
                }
            }
        }
        return "only while it was looked at";
    }
}
