package dev.fenestra.tools.observe.journal;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The SHA-256 of the journals of some benches, one after the other. Programs that do the same have the same digest, on
 * every machine and in every JVM.
 */
public final class JournalDigest implements Consumer<JournalEvent> {
    private Hasher digest = Hashing.sha256().newHasher();

    /** Begins with no event. */
    public JournalDigest() {}

    /**
     * Watches a bench, from before its contexts are opened to its end. A bench has one observer at a time.
     *
     * @param bench the bench
     * @return the same bench
     */
    public TestBench watch(TestBench bench) {
        Journal.of(bench).addSink(this);
        return bench;
    }

    /**
     * Watches every bench of a factory as soon as it is built.
     *
     * @param benches the factory
     * @return a factory of the watched benches
     */
    public BenchFactory watch(BenchFactory benches) {
        return new BenchFactory() {
            @Override
            public TestBench build(long seed) {
                return watch(benches.build(seed));
            }

            @Override
            public String expression(long seed) {
                return benches.expression(seed);
            }
        };
    }

    @Override
    public synchronized void accept(JournalEvent event) {
        Stamp stamp = event.stamp();
        String line = stamp.nanos() + " " + stamp.host() + " " + stamp.layer() + " " + event.text() + "\n";
        digest.putString(line, StandardCharsets.UTF_8);
    }

    /**
     * Takes the digest of all events since the last call.
     *
     * @return the digest in hexadecimal
     */
    public synchronized String take() {
        String taken = digest.hash().toString();
        digest = Hashing.sha256().newHasher();
        return taken;
    }
}
