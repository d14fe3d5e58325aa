package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Messages to and fro, one at a time: each side answers what it receives, and the client begins. */
final class PingpongExchange {
    private final PingpongEnd endpoint;
    private final PingpongOptions options;
    private final LongSupplier nanos;
    private final boolean isClient;
    private final PeerCompletions.Taker taker = this::take;
    private int receivesLeft;
    private int sent;
    private int received;
    private int pending = PingpongEnd.RECEIVE;

    /**
     * @param nanos a clock
     */
    PingpongExchange(PingpongEnd endpoint, PingpongOptions options, LongSupplier nanos) {
        this.endpoint = endpoint;
        this.options = options;
        this.nanos = nanos;
        this.isClient = options.server().isPresent();
        this.receivesLeft = options.receives();
    }

    /** Runs all iterations; receives have been posted. */
    void run() throws PingpongException {
        if (isClient) {
            send();
        }
        long lastNews = nanos.getAsLong();
        while (received < options.iterations() || sent < options.iterations()) {
            int news = endpoint.arrivals().poll(taker);
            if (news > 0) {
                lastNews = nanos.getAsLong();
            } else if (nanos.getAsLong() - lastNews > options.patience().toNanos()) {
                throw new PingpongException(
                        "No completion for " + options.patience().toSeconds() + " s: sent " + sent + ", received "
                                + received + " of " + options.iterations());
            }
        }
    }

    private void take(int wrId, WcStatus status) throws PingpongException {
        if (status != WcStatus.SUCCESS) {
            throw new PingpongException("Failed status " + status + " (" + status.code() + ") for wr_id " + wrId);
        }
        if (wrId == PingpongEnd.SEND) {
            sent++;
        } else {
            received++;
            verify();
            refill();
        }
        pending &= ~wrId;
        if (sent < options.iterations() && pending == 0) {
            send();
        }
    }

    private void refill() throws PingpongException {
        receivesLeft--;
        if (receivesLeft <= 1) {
            if (endpoint.receive(options.receives() - receivesLeft) != 0) {
                throw new PingpongException("Couldn't post receive (" + receivesLeft + ")");
            }
            receivesLeft = options.receives();
        }
    }

    private void verify() throws PingpongException {
        if (options.verify()) {
            byte[] expected = Pattern.message(isClient ? -received : received, options.size());
            int wrong = Arrays.mismatch(expected, endpoint.received());
            if (wrong >= 0) {
                throw new PingpongException("invalid data in message " + received + " at byte " + wrong);
            }
        }
    }

    private void send() throws PingpongException {
        if (options.verify()) {
            endpoint.fill(Pattern.message(isClient ? sent + 1 : -sent - 1, options.size()));
        }
        int errno = endpoint.send();
        if (errno != 0) {
            throw new PingpongException("Couldn't post send (errno " + errno + ")");
        }
        pending = PingpongEnd.RECEIVE | PingpongEnd.SEND;
    }
}
