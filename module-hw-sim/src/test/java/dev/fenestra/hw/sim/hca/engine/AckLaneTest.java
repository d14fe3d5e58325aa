package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Without observers, plain ACKs take a lane. Only the time may differ. {@link MessageLaneTest} tests that every rule is
 * broken the same way with and without lanes.
 */
class AckLaneTest {
    private static final int REGION_BYTES = 4096;
    private static final int SEEDS = 50;
    private static final int BATCHES = 20;
    private static final int BYTES = 8;

    private static RawRegion region(RawPair.Side end) {
        return end.host.region(end.pd, REGION_BYTES);
    }

    @Test
    void shouldCompleteTheSameRequestsInManyRandomBatches() throws IllegalAccessException {
        int completed = 0;
        for (List<Seen> with : LaneTwins.assertSameForSeeds(SEEDS, AckLaneTest::batches)) {
            completed += with.stream().mapToInt(it -> it.sends().size()).sum();
        }
        assertTrue(completed > SEEDS * BATCHES, "completed " + completed);
    }

    private static List<Seen> batches(int seed, boolean lanes) throws IllegalAccessException {
        Random random = new Random(seed);
        List<Seen> seen = new ArrayList<>();
        try (RawPair pair = LaneTwins.unwatched(lanes)) {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            from.pattern(0, REGION_BYTES);
            for (int batch = 0; batch < BATCHES; batch++) {
                for (int requests = random.nextInt(12); requests >= 0; requests--) {
                    pair.alice.qp.write(request(random, pair, from, to));
                }
                pair.alice.qp.ring();
                pair.settle();
                seen.add(Seen.of(pair, from, to, REGION_BYTES));
            }
        }
        return seen;
    }

    /** Requests that are answered by ACKs, and requests that have answers of their own between them. */
    private static Wqe request(Random random, RawPair pair, RawRegion from, RawRegion to) {
        int length = 1 + random.nextInt(random.nextInt(8) == 0 ? 2000 : 64);
        int at = random.nextInt(REGION_BYTES - length);
        Wqe wqe = switch (random.nextInt(8)) {
            case 0 -> Wqe.read(to.address() + at, to.key()).sge(from, at, length);
            case 1 ->
                new Wqe(WqeOpcode.ATOMIC_FA)
                        .remote(to.address() + (at & -BYTES), to.key())
                        .atomic(7, 0)
                        .sge(from, 0, BYTES);
            case 2, 3, 4 -> {
                pair.bob.qp.receive(to, at, length);
                yield Wqe.send().sge(from, at, length);
            }
            default -> Wqe.write(to.address() + at, to.key()).sge(from, at, length);
        };
        return random.nextInt(3) == 0 ? wqe : wqe.unsignaled();
    }

    @Test
    void shouldShowItsPacketToAnObserverOfTheRequester() {
        List<Integer> acks = new ArrayList<>();
        HcaObserver observer = (HcaObserver) Proxy.newProxyInstance(
                HcaObserver.class.getClassLoader(), new Class<?>[] {HcaObserver.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("packetReceived")) {
                        byte[] header = (byte[]) arguments[0];
                        int mask = WireOpcode.maskOf(Bth.opcode(header, 0));
                        assertTrue((mask & OpcodeMask.ACK) != 0);
                        acks.add(Bth.psn(header, 0));
                    }
                    return null;
                });
        try (RawPair pair = LaneTwins.unwatched(true)) {
            pair.alice.host.hca.observe(observer);
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, BYTES));
            assertEquals(0, pair.await(pair.alice.sends).syndrome());
        }
        assertEquals(1, acks.size());
    }
}
