package dev.fenestra.tools.mkeys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.vendor.mlx.dv.DvContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random layouts, nested as deep as the device goes, against a plain model of the memory that they lead to. */
class RandomLayoutTest {
    private static final int LAYOUTS = 14;
    private static final int TRANSFERS = 40;
    /** What is shorter might travel in a CQE, which is not for mkeys. */
    private static final int SHORTEST_SEND = 65;

    private final List<Layout> ours = new ArrayList<>();
    private final List<Layout> theirs = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldMoveTheBytesThatTheModelMoves(long seed) {
        run(seed, AccessFlag.RELAXED_ORDERING);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void shouldMoveThemOverPagesThatComeAndGo(long seed) {
        run(seed, AccessFlag.ON_DEMAND);
    }

    private void run(long seed, AccessFlag kind) {
        Random random = new Random(seed);
        try (TestBench bench = TestBench.twoHosts(seed)) {
            MkeySide alice = new MkeySide(bench.host("alice"), random, kind);
            MkeySide bob = new MkeySide(bench.host("bob"), random, kind);
            bench.connectPair(alice.qp, bob.qp);
            int deepest = alice.context
                    .unwrap(DvContext.class)
                    .orElseThrow()
                    .capabilities()
                    .maxIndirection();
            for (int i = 0; i < LAYOUTS; i++) {
                ours.add(Layout.random(alice, ours, deepest, random));
                theirs.add(Layout.random(bob, theirs, deepest, random));
            }
            assertTrue(ours.stream().anyMatch(layout -> layout.depth() > 1), "some are nested");
            for (int i = 0; i < TRANSFERS; i++) {
                bench.hosts().forEach(host -> host.kernel().reclaim());
                transfer(alice, bob, random);
            }
        }
    }

    private void transfer(MkeySide alice, MkeySide bob, Random random) {
        Layout from = ours.get(random.nextInt(LAYOUTS));
        Layout to = theirs.get(random.nextInt(LAYOUTS));
        int most = Math.min(from.bytes().length, to.bytes().length);
        int length = most == 0 ? 0 : 1 + random.nextInt(most);
        int at = random.nextInt(from.bytes().length - length + 1);
        int there = random.nextInt(to.bytes().length - length + 1);
        byte[] oursAfter = alice.bytes();
        byte[] theirsAfter = bob.bytes();
        switch (random.nextInt(3)) {
            case 0 -> {
                move(oursAfter, from, at, theirsAfter, to, there, length);
                alice.perform(
                                0,
                                builder -> builder.rdmaWrite(to.mkey().rkey(), there)
                                        .sge(from.mkey().lkey(), at, length))
                        .orThrow();
            }
            case 1 -> {
                move(theirsAfter, to, there, oursAfter, from, at, length);
                alice.perform(
                                0,
                                builder -> builder.rdmaRead(to.mkey().rkey(), there)
                                        .sge(from.mkey().lkey(), at, length))
                        .orThrow();
            }
            default -> {
                if (length >= SHORTEST_SEND) {
                    move(oursAfter, from, at, theirsAfter, to, there, length);
                    bob.qp.postRecv(1L << 40, to.mkey().lkey(), there, length);
                    alice.perform(0, builder -> builder.send().sge(from.mkey().lkey(), at, length))
                            .orThrow();
                    bob.await(1L << 40).orThrow();
                }
            }
        }
        assertArrayEquals(oursAfter, alice.bytes(), "alice's memory");
        assertArrayEquals(theirsAfter, bob.bytes(), "bob's memory");
    }

    private static void move(byte[] source, Layout from, int at, byte[] target, Layout to, int there, int length) {
        for (int i = 0; i < length; i++) {
            target[to.bytes()[there + i]] = source[from.bytes()[at + i]];
        }
    }
}
