package dev.fenestra.tools.observe.journal;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The SHA-256 of the journals of some benches, one after the other. Programs that do the same have the same digest, on
 * every machine and in every JVM.
 */
public final class JournalDigest implements Consumer<JournalEvent> {
    private final MessageDigest digest = sha256();

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
        digest.update(line.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Takes the digest of all events since the last call.
     *
     * @return the digest in hexadecimal
     */
    public synchronized String take() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
