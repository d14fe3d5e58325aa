package dev.fenestra.tools.measure.perf;

import dev.fenestra.tools.bench.BenchHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What a server does for its client: receives what is sent, and answers it in a test of latency. */
final class PerfServer {
    /** A client may measure a size for a day. When it is gone, the connection ends. */
    private static final Duration A_DAY = Duration.ofDays(1).plusHours(1);

    private final BenchHost host;
    private final PerfTalk client;
    private final PerfOptions options;
    private final Duration patience;

    /**
     * @param patience for each answer of the client while nothing is measured
     */
    PerfServer(BenchHost host, PerfTalk client, PerfOptions options, Duration patience) {
        this.patience = patience;
        this.host = host;
        this.client = client;
        this.options = options;
    }

    /** Serves each size in turn. */
    void run() throws IOException {
        for (int bytes : options.sizes()) {
            try (PerfEnd end = new PerfEnd(host, options)) {
                end.connect(PerfWords.peer(client.hear(), options.qps()), options);
                if (options.test().isSend()) {
                    end.postReceives(PerfEnd.receives(options), bytes);
                }
                client.say(PerfWords.end(end.asPeer()));
                client.hear();
                client.say(PerfWords.READY);
                client.patience(A_DAY);
                serve(end, bytes);
                client.say(PerfWords.DONE);
                client.patience(patience);
            }
        }
    }

    /** Until the client says something: that it is done. */
    private void serve(PerfEnd end, int bytes) throws IOException {
        CompletableFuture<String> word = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> hear(word));
        PerfMessages answers = new DataMessages(options, end, bytes);
        int[] uncounted = new int[end.qps.length];
        while (options.test().isSend() && !word.isDone()) {
            int found = end.received.poll();
            end.repost(found, bytes, uncounted);
            if (found == 0) {
                Thread.onSpinWait();
            }
            for (int i = 0; options.test().isLatency() && i < found; i++) {
                Echo.post(end, answers);
                Echo.awaitCompletion(end);
            }
        }
        try {
            word.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof UncheckedIOException io ? io.getCause() : new IOException(e.getCause());
        }
    }

    private void hear(CompletableFuture<String> word) {
        try {
            word.complete(client.hear());
        } catch (IOException gone) {
            word.completeExceptionally(new UncheckedIOException(gone));
        }
    }
}
