package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Without observers, binds and invalidates take a lane. Only the time may differ. {@link MessageLaneTest} tests that
 * every rule is broken the same way with and without lanes.
 */
class UmrLaneTest {
    private static final int REGION_BYTES = 4096;
    private static final int CELL_BYTES = 8;
    private static final int WINDOWS = 4;
    private static final int SEEDS = 100;
    private static final int BATCHES = 20;
    private static final int RIGHTS = RawHost.REMOTE_READ | RawHost.REMOTE_WRITE;

    private static RawRegion region(RawPair.Side end) {
        return end.host.region(end.pd, REGION_BYTES);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseOneBindInsideABatchAndFlushTheRest(boolean lanes) throws IllegalAccessException {
        try (RawPair pair = LaneTwins.unwatched(lanes)) {
            RawRegion region = region(pair.alice);
            int window = pair.alice.host.window(pair.alice.pd, 2);
            int other = pair.alice.host.window(pair.alice.pd, 2);
            pair.alice.qp.write(Wqe.bind(window, 1, region, region.address(), 8, RIGHTS));
            pair.alice.qp.write(Wqe.invalidate(window & ~0xff | 1));
            pair.alice.qp.write(Wqe.bind(other, 1, region, region.address() + 1, REGION_BYTES, RIGHTS));
            pair.alice.qp.write(Wqe.bind(window, 2, region, region.address(), 8, RIGHTS));
            pair.alice.qp.ring();
            pair.settle();

            Seen seen = Seen.of(pair, region, region, REGION_BYTES);
            assertEquals(
                    List.of(0, 0, CqeSyndrome.MW_BIND, CqeSyndrome.FLUSHED),
                    seen.sends().stream().map(it -> it.syndrome()).toList());
            assertEquals(1, seen.refusals().size());
            assertEquals(1L, seen.counters().get("alice binds"));
            assertEquals(1L, seen.counters().get("alice invalidates"));
            assertEquals(Qpc.STATE_ERR, seen.alice());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPublishEachCountWhereItsCellLiesAtThatTime(boolean lanes) {
        try (RawPair pair = LaneTwins.unwatched(lanes)) {
            RawHost host = pair.alice.host;
            long cells = host.memory.page();
            RawRegion one = host.regionWithCell(pair.alice.pd, REGION_BYTES, cells);
            RawRegion two = host.regionWithCell(pair.alice.pd, REGION_BYTES, cells + CELL_BYTES);
            int window = host.window(pair.alice.pd, 2);
            int other = host.window(pair.alice.pd, 2);
            pair.alice.qp.write(Wqe.bind(window, 1, one, one.address(), 8, RIGHTS));
            pair.alice.qp.write(Wqe.bind(other, 1, two, two.address(), 8, RIGHTS));
            pair.alice.qp.write(Wqe.invalidate(window & ~0xff | 1));
            pair.alice.qp.write(Wqe.bind(window, 2, two, two.address(), 8, RIGHTS));
            pair.alice.qp.ring();
            pair.settle();
            assertEquals(List.of(0L, 2L), counts(host, cells));

            host.memory.move(cells);
            pair.alice.qp.write(Wqe.invalidate(window & ~0xff | 2));
            pair.alice.qp.ring();
            pair.settle();
            assertEquals(List.of(0L, 1L), counts(host, cells));
        }
    }

    private static List<Long> counts(RawHost host, long cells) {
        return Stream.of(cells, cells + CELL_BYTES)
                .map(cell ->
                        ByteBuffer.wrap(host.memory.bytes(cell, CELL_BYTES)).getLong())
                .toList();
    }

    @Test
    void shouldChangeTheSameKeysInManyRandomBatches() throws IllegalAccessException {
        int refused = 0;
        long binds = 0;
        for (List<Seen> with : LaneTwins.assertSameForSeeds(SEEDS, (seed, lanes) -> new Batches(seed, lanes).run())) {
            refused += with.getLast().refusals().size();
            binds += with.getLast().counters().get("alice binds");
        }
        assertTrue(refused > SEEDS / 4, "refused " + refused);
        assertTrue(binds > SEEDS * BATCHES, "binds " + binds);
    }

    /** Batches of requests, mostly binds and invalidates that are right, until one is refused. */
    private static final class Batches {
        private final Random random;
        private final boolean lanes;
        private final int[] keys = new int[WINDOWS];
        private final boolean[] isBound = new boolean[WINDOWS];
        private final RawRegion[] bindable = new RawRegion[2];

        Batches(int seed, boolean lanes) {
            random = new Random(seed);
            this.lanes = lanes;
        }

        List<Seen> run() throws IllegalAccessException {
            List<Seen> seen = new ArrayList<>();
            try (RawPair pair = LaneTwins.unwatched(lanes)) {
                RawRegion here = region(pair.alice);
                RawRegion there = region(pair.bob);
                // Cells in memory that is compared.
                long cells = here.pages()[0] + RawMemory.PAGE / 2;
                for (int i = 0; i < bindable.length; i++) {
                    bindable[i] =
                            pair.alice.host.regionWithCell(pair.alice.pd, REGION_BYTES, cells + (long) i * CELL_BYTES);
                }
                for (int i = 0; i < WINDOWS; i++) {
                    keys[i] = pair.alice.host.window(pair.alice.pd, i == 0 ? 1 : 2);
                }
                for (int i = 0; i < BATCHES && pair.alice.state() == Qpc.STATE_RTS; i++) {
                    for (int requests = random.nextInt(12); requests >= 0; requests--) {
                        pair.alice.qp.write(signaled(request(here, there)));
                    }
                    pair.alice.qp.ring();
                    pair.settle();
                    seen.add(Seen.of(pair, here, there, REGION_BYTES));
                }
            }
            return seen;
        }

        private Wqe signaled(Wqe wqe) {
            return random.nextInt(3) == 0 ? wqe.unsignaled() : wqe;
        }

        private Wqe request(RawRegion here, RawRegion there) {
            return switch (random.nextInt(300)) {
                case 0 -> Wqe.invalidate(keys[1] ^ 1);
                case 1 -> Wqe.bind(keys[2] ^ 0x10000, 1, here, here.address(), 8, RIGHTS);
                case 2, 3, 4 -> new Wqe(WqeOpcode.NOP);
                case 5, 6, 7, 8, 9 ->
                    Wqe.write(there.address(), there.key()).sge(here, random.nextInt(64), 1 + random.nextInt(64));
                case 10, 11, 12 ->
                    Wqe.read(there.address(), there.key()).sge(here, random.nextInt(64), 1 + random.nextInt(64));
                default -> change(random.nextInt(WINDOWS), bindable[random.nextInt(bindable.length)]);
            };
        }

        private Wqe change(int number, RawRegion region) {
            int key = keys[number];
            boolean isTypeOne = number == 0;
            int tag = key + 1 & 0xff;
            int offset = random.nextInt(64);
            int length = 1 + random.nextInt(64);
            if (isTypeOne && random.nextBoolean()) {
                keys[number] = key & ~0xff | tag;
                return Wqe.free(key, tag, false);
            }
            if (!isTypeOne && isBound[number]) {
                isBound[number] = false;
                return Wqe.invalidate(key);
            }
            isBound[number] = true;
            keys[number] = key & ~0xff | tag;
            return Wqe.bind(key, tag, region, region.address() + offset, length, RIGHTS);
        }
    }
}
