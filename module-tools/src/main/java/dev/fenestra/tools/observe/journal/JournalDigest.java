package dev.fenestra.tools.observe.journal;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The SHA-256 of the journals of some benches, one behind the other. Programs that do the same have the same digest, on
 * every machine and in every JVM.
 */
public final class JournalDigest implements Consumer<JournalEvent> {
    private final MessageDigest digest;

    public JournalDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Watches a bench, before its contexts are opened and as long as it exists; nobody else may. */
    public TestBench watch(TestBench bench) {
        Journal.of(bench).addSink(this);
        return bench;
    }

    /** The same benches, each of them watched as soon as it is built. */
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

    /** The digest of all events so far, in hexadecimal; the next one begins anew. */
    public synchronized String take() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
