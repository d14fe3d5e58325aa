package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A2, A3, A16: how many guesses it takes, of a device where that is cheap, else of the draw alone. */
class GuessingFiguresTest {
    private static final int TAGS = 256;
    private static final long SEED = 20_26;

    /**
     * Tags whose tries have the mean of all 256: each with its counterpart, the cheapest and the dearest among them.
     */
    private static final int[] TRIED_TAGS = {0, 7, 248, 255};

    @Test
    void shouldFindTheTagOfAKnownIndexAfter128AndAHalfTriesAndAtMost256() {
        try (TestBench bench = TestBench.twoHosts()) {
            Client alice = new Client(bench.host("alice"));
            Context bob = bench.host("bob").open();
            ProtectionDomain pd = bob.allocPd();
            QueuePair to = pd.createQp(QpSpec.rc(bob.createCq(16), bob.createCq(16)));
            MemoryRegion region = Client.open(pd, bob.allocate(64));
            alice.connect(bench, to);
            int sum = 0;
            int most = 0;
            for (int tag : TRIED_TAGS) {
                while (MemoryKey.tag(region.rkey()) != tag) {
                    region.close();
                    region = Client.open(pd, bob.allocate(64));
                }
                int tries = tries(bench, alice, to, region);
                sum += tries;
                most = Math.max(most, tries);
            }
            assertEquals(128.5, (double) sum / TRIED_TAGS.length);
            assertEquals(256, most);
        }
    }

    /** All tags in ascending order until one is right; each miss costs a pair of QPs. */
    private static int tries(TestBench bench, Client alice, QueuePair to, MemoryRegion region) {
        int tries = 1;
        while (!isHit(alice, region, tries - 1)) {
            bench.reconnectPair(alice.qp, to);
            tries++;
        }
        return tries;
    }

    private static boolean isHit(Client alice, MemoryRegion region, int tag) {
        int guess = MemoryKey.of(MemoryKey.index(region.rkey()), tag);
        RemoteBuffer target = new RemoteBuffer(region.address(), 8, guess);
        return alice.attempt(RdmaWrite.of(1, target, alice.region.slice(0, 8))).status() == WcStatus.SUCCESS;
    }

    @Test
    void shouldTake256TriesOnAverageWithoutEndWhenTheTagChangesBetweenThem() {
        SplittableRandom random = new SplittableRandom(SEED);
        int rounds = 40_000;
        long tries = 0;
        int most = 0;
        for (int i = 0; i < rounds; i++) {
            int here = 1;
            while (random.nextInt(TAGS) != 0) {
                here++;
            }
            tries += here;
            most = Math.max(most, here);
        }
        assertEquals(256, (double) tries / rounds, 5);
        assertTrue(most > 1000, "the longest took " + most);
    }

    /** First hit among the numbers of a space without repeats: (space + 1) / (live + 1). */
    @ParameterizedTest
    @CsvSource({"4096, 1, 2048.5", "4096, 15, 256.0625", "65536, 1023, 64.0009765625"})
    void shouldHitOneOfManyKeysAfterTheShareThatTheFormulaSays(int space, int live, double expected) {
        assertEquals(expected, (space + 1.0) / (live + 1));
        SplittableRandom random = new SplittableRandom(SEED);
        int rounds = 4_000;
        long tries = 0;
        for (int round = 0; round < rounds; round++) {
            // The attacker's order does not matter where keys are uniform: the first live key in ascending order.
            Set<Integer> keys = new HashSet<>();
            int first = space;
            while (keys.size() < live) {
                int key = random.nextInt(space);
                if (keys.add(key)) {
                    first = Math.min(first, key);
                }
            }
            tries += first + 1;
        }
        assertEquals(1, (double) tries / rounds / expected, 0.05);
        assertEquals(2_147_483_648.5, (0x1p32 + 1) / 2);
        assertEquals(4_295, (0x1p32 + 1) / (1_000_000 + 1), 1);
    }

    /** A known gap: nothing hides QP numbers. */
    @Test
    void shouldHandOutQpNumbersInOrder() {
        try (TestBench bench = TestBench.twoHosts()) {
            Context bob = bench.host("bob").open();
            ProtectionDomain pd = bob.allocPd();
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                numbers.add(
                        pd.createQp(QpSpec.rc(bob.createCq(1), bob.createCq(1))).number());
            }
            int first = numbers.getFirst();
            assertEquals(List.of(first, first + 1, first + 2, first + 3), numbers);
        }
    }
}
