package dev.fenestra.tools.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.MwState;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads bind, invalidate and deallocate windows while others deregister regions and destroy QPs. Only what holds in
 * every interleaving is asserted: no window is ever over a region whose deregistration has returned, and in the end
 * everything can go.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StressTest {
    private static final long SEED = 20_26;
    private static final int ROUNDS = 150;
    private static final long SECONDS = 60;

    @ParameterizedTest(name = "{0}, ledger moved: {1}")
    @CsvSource({"TYPES_1_AND_2B, true", "TYPES_1_AND_2B, false", "TYPES_1_AND_2A, true", "TYPES_1_AND_2A, false"})
    void shouldNeverLeaveAWindowOverADeadRegion(WindowSupport windows, boolean ledger) throws Exception {
        TestBenchBuilder builder = TestBench.builder().hcaConfig(config -> config.withWindows(windows));
        try (TestBench bench = (ledger ? builder : builder.drivers(StressTest::ledgerless)).build()) {
            Race race = new Race(bench);
            List<Binder> binders = List.of(new Binder(race), new Binder(race));
            AtomicReference<String> violation = new AtomicReference<>("");
            List<Step> steps = new ArrayList<>(binders);
            steps.add(random -> endRegion(race, random));
            steps.add(random -> endWindow(race, random));
            steps.add(random -> look(race, random, violation));

            run(steps);

            long bound = binders.stream().mapToLong(Binder::bound).sum();
            System.out.printf(
                    "%s, ledger %s, seed %d: %d binds, %d regions ended, %d QPs held%n",
                    windows,
                    ledger,
                    SEED,
                    bound,
                    race.regionsEnded(),
                    race.held().size());
            assertEquals("", violation.get());
            assertTrue(bound > 0, "something was bound");
            endEverything(race);
        }
    }

    private static List<RdmaDriver> ledgerless() {
        return ServiceLoader.load(RdmaDriver.class).stream()
                .map(ServiceLoader.Provider::get)
                .<RdmaDriver>map(LedgerlessDriver::new)
                .toList();
    }

    private static void run(List<Step> steps) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(steps.size())) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < steps.size(); i++) {
                Step step = steps.get(i);
                RandomGenerator random = new SplittableRandom(SEED + i);
                running.add(threads.submit(() -> repeat(step, random)));
            }
            for (Future<?> thread : running) {
                thread.get(SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static void repeat(Step step, RandomGenerator random) {
        for (int i = 0; i < ROUNDS; i++) {
            try {
                step.take(random);
            } catch (VerbsException refused) {
                assertTrue(isOfARace(refused), refused::toString);
            } catch (IllegalStateException closedByAnother) {
                // The next round takes another object.
            }
        }
    }

    /**
     * What a call may meet when another thread ends its object: it is held or in use, or its handle names nothing any
     * more, or, when this thread slept long enough, an object of another kind.
     */
    private static boolean isOfARace(VerbsException refused) {
        return refused.errno() == Errno.EBUSY
                || refused.errno() == Errno.ENOENT
                || refused.errno() == Errno.EINVAL && refused.rule() == KernelRule.HANDLE_TYPE;
    }

    private static void endRegion(Race race, RandomGenerator random) {
        int place = random.nextInt(race.regions().size());
        MemoryRegion region = race.regions().get(place);
        region.close();
        race.hasEnded(region);
        race.regions().replace(place);
    }

    private static void endWindow(Race race, RandomGenerator random) {
        int place = random.nextInt(race.windows().size());
        race.windows().get(place).close();
        race.windows().replace(place);
    }

    private static void look(Race race, RandomGenerator random, AtomicReference<String> violation) {
        MemoryWindow window = race.windows().get(random.nextInt(race.windows().size()));
        long moment = race.now();
        MwState state = window.query();
        MemoryRegion region = state.region();
        if (state.isBound() && region != null && race.hadEndedBefore(region, moment)) {
            violation.set(window + " is bound to " + region + ", which had ended before");
        }
    }

    /** Windows first, then what they held: nothing may be left that still counts one of them. */
    private static void endEverything(Race race) {
        for (int i = 0; i < race.windows().size(); i++) {
            race.windows().get(i).close();
        }
        for (int i = 0; i < race.regions().size(); i++) {
            race.regions().get(i).close();
        }
        race.held().forEach(QueuePair::close);
        assertFalse(race.held().stream().anyMatch(QueuePair::isOpen));
    }
}
