package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import java.util.ArrayList;
import java.util.List;

/** Two runs of the same requests, unobserved: one without lanes and one with them. Only their time may differ. */
final class LaneTwins {
    private LaneTwins() {}

    /** Requests, and what is seen afterwards. */
    interface Program {
        Seen run(RawPair pair) throws IllegalAccessException;
    }

    /** Random requests, and what is seen after each batch. */
    interface Batches {
        List<Seen> run(int seed, boolean lanes) throws IllegalAccessException;
    }

    /** Two connected QPs that nobody observes. */
    static RawPair unwatched(boolean lanes) {
        return unwatched(QpSetup.usual(), lanes);
    }

    static RawPair unwatched(QpSetup setup, boolean lanes) {
        return unwatched(setup, setup, lanes, false);
    }

    /** For each third seed, bob has not gone on to RTS; for each fifth, the doorbell records are polled. */
    static RawPair unwatched(QpSetup setup, int seed, boolean lanes) {
        return unwatched(setup, seed % 3 == 0 ? setup.answersOnly() : setup, lanes, seed % 5 == 0);
    }

    private static RawPair unwatched(QpSetup alice, QpSetup bob, boolean lanes, boolean polled) {
        RawPair pair = new RawPair(alice, bob, config -> config.withLanes(lanes), polled);
        pair.fabric.tap(null);
        return pair;
    }

    /** Runs a program both ways; what is seen must be the same. */
    static void assertSame(QpSetup setup, Program program) throws IllegalAccessException {
        List<Seen> both = new ArrayList<>();
        for (boolean lanes : new boolean[] {false, true}) {
            try (RawPair pair = unwatched(setup, lanes)) {
                both.add(program.run(pair));
            }
        }
        assertEquals(both.getFirst(), both.getLast());
    }

    /**
     * Runs batches both ways with each of the seeds; what is seen must be the same.
     *
     * @return what is seen with lanes, by seed
     */
    static List<List<Seen>> assertSameForSeeds(int seeds, Batches batches) throws IllegalAccessException {
        List<List<Seen>> all = new ArrayList<>();
        for (int seed = 0; seed < seeds; seed++) {
            List<Seen> with = batches.run(seed, true);
            int number = seed;
            assertEquals(batches.run(seed, false), with, () -> "seed " + number);
            all.add(with);
        }
        return all;
    }
}
