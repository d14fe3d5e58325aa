package dev.fenestra.tools.junit.runs;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.junit.BenchSetup;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fenestra(
        seed = 5,
        setup = {SetUp.Watched.class, SetUp.Small.class})
public class SetUp {
    public static final List<String> SEEN = new ArrayList<>();

    @Test
    void goesThroughTheSetup(Peer alice, Peer bob) {
        alice.attempt(RdmaWrite.of(1, bob.region().remote(), alice.region().slice(0, 1)));
        assertThrows(VerbsException.class, () -> bob.context().allocate(128 << 20));
    }

    /** Installs something on the fabric. */
    public static final class Watched implements BenchSetup {
        @Override
        public void install(TestBench bench) {
            bench.fabric().tap((packet, now) -> SEEN.add("packet on seed " + bench.seed()));
        }
    }

    static final class Small implements BenchSetup {
        @Override
        public void configure(TestBenchBuilder builder, long seed) {
            SEEN.add("built with seed " + seed);
            builder.hostConfig(host -> host.withMemory(64 << 20));
        }
    }
}
