package dev.fenestra.tools.paging;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.RegionKind;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/**
 * Random requests of alice on random pieces, each beside a copy of both memories that says what must come of it;
 * between them, and while they are under way, pages are swapped out, protected and unprotected, and unmapped and mapped
 * again, as the kernel and the program of either host might.
 */
final class PagedProgram {
    private static final int MOST = 5 * PAGE_BYTES;

    private final Side alice;
    private final Side bob;
    private final boolean paged;
    private final long seed;
    private final Random random;
    private final byte[] atAlice = new byte[Side.PAGED_BYTES];
    private final byte[] atBob = new byte[Side.PAGED_BYTES];
    private long next = 1;

    PagedProgram(Pair pair, RegionKind kind, long seed) {
        alice = pair.alice();
        bob = pair.bob();
        paged = kind.isPaged();
        this.seed = seed;
        random = new Random(seed);
        fill(alice, atAlice);
        fill(bob, atBob);
    }

    private void fill(Side end, byte[] copy) {
        random.nextBytes(copy);
        end.memory().put(0, copy);
    }

    void run(int requests) {
        for (int i = 0; i < requests; i++) {
            disturb(alice, atAlice);
            disturb(bob, atBob);
            request();
        }
    }

    void check() {
        assertArrayEquals(atAlice, alice.memory().get(0, Side.PAGED_BYTES), "alice, seed " + seed);
        assertArrayEquals(atBob, bob.memory().get(0, Side.PAGED_BYTES), "bob, seed " + seed);
    }

    private void disturb(Side end, byte[] copy) {
        int first = random.nextInt(Side.PAGES);
        int pages = 1 + random.nextInt(Side.PAGES - first);
        long address = end.memory().address() + (long) first * PAGE_BYTES;
        long bytes = (long) pages * PAGE_BYTES;
        switch (random.nextInt(paged ? 5 : 2)) {
            case 0 -> end.process().swapOut(address, bytes, true);
            case 2 -> {
                end.process().protect(address, bytes, false);
                end.process().protect(address, bytes, true);
            }
            case 3 -> {
                end.process().unmap(address, bytes);
                end.process().allocateAt(address, bytes);
                Arrays.fill(copy, first * PAGE_BYTES, first * PAGE_BYTES + (int) bytes, (byte) 0);
            }
            default -> {
                // Quiet.
            }
        }
    }

    private void request() {
        int length = 1 + random.nextInt(MOST);
        int from = random.nextInt(Side.PAGED_BYTES - length);
        int to = random.nextInt(Side.PAGED_BYTES - length);
        long id = next++;
        switch (random.nextInt(6)) {
            case 0 -> {
                alice.perform(RdmaWrite.of(id, bob.remote(to, length), alice.at(from, length)));
                System.arraycopy(atAlice, from, atBob, to, length);
            }
            case 1 -> {
                alice.perform(RdmaRead.of(id, bob.remote(to, length), alice.at(from, length)));
                System.arraycopy(atBob, to, atAlice, from, length);
            }
            case 2 -> {
                bob.qp().postRecv(id, bob.at(to, length));
                alice.perform(Send.of(id, alice.at(from, length)));
                assertEquals(length, bob.await(id).orThrow().byteLength());
                System.arraycopy(atAlice, from, atBob, to, length);
            }
            case 3 -> {
                bob.qp().postRecv(id);
                alice.perform(RdmaWriteWithImmediate.of(id, bob.remote(to, length), 7, alice.at(from, length)));
                bob.await(id).orThrow();
                System.arraycopy(atAlice, from, atBob, to, length);
            }
            case 4 -> {
                int counter = to & -8;
                alice.perform(AtomicFetchAndAdd.of(id, bob.remote(counter, 8), id, alice.at(from & -8, 8)));
                long before = numbers(atBob).getLong(counter);
                numbers(atAlice).putLong(from & -8, before);
                numbers(atBob).putLong(counter, before + id);
            }
            default -> {
                int counter = to & -8;
                long before = numbers(atBob).getLong(counter);
                alice.perform(AtomicCompareAndSwap.of(id, bob.remote(counter, 8), before, id, alice.at(from & -8, 8)));
                numbers(atAlice).putLong(from & -8, before);
                numbers(atBob).putLong(counter, id);
            }
        }
    }

    private static ByteBuffer numbers(byte[] copy) {
        return ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
    }
}
