package dev.fenestra.tools.pingpong;

import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.NetworkHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** One side of a pingpong, from the handshake to the last line of the report. */
public final class Pingpong {
    private static final int PSN_BITS = 24;
    /** How long the last acknowledgements are still repeated for a peer that missed them. */
    private static final long LINGER_NANOS = 200_000_000;

    private final PingpongOptions options;
    private final PrintWriter out;
    private final LongSupplier nanos;

    /**
     * @param out receives the lines of the real programs
     * @param nanos a clock
     */
    public Pingpong(PingpongOptions options, PrintWriter out, LongSupplier nanos) {
        this.options = options;
        this.out = out;
        this.nanos = nanos;
    }

    /**
     * Runs it.
     *
     * @return what was measured, which has been printed too
     * @throws PingpongException when it cannot begin, a message is lost for good, or its content is wrong
     */
    public PingpongResult run() throws PingpongException {
        Optional<String> contradiction = RcOption.contradiction(options.rcOptions());
        if (contradiction.isPresent()) {
            throw new PingpongException(contradiction.get());
        }
        PeerHints hints = new PeerHints(options);
        hints.checkLink();
        try (NetworkHost network = open();
                Capture capture = Capture.of(network.bench(), options.capture());
                PingpongEnd endpoint = endpoint(network)) {
            Destination own = endpoint.local();
            print("  local address:  " + own.text(separator()));
            hints.lines().forEach(this::print);
            Destination peer = handshake(network, endpoint, own);
            print("  remote address: " + peer.text(separator()));
            if (options.server().isPresent()) {
                endpoint.fill(new byte[options.size()]);
            }
            long start = nanos.getAsLong();
            exchange(network, endpoint);
            PingpongResult result = new PingpongResult(
                    own,
                    peer,
                    2L * options.size() * options.iterations(),
                    options.iterations(),
                    nanos.getAsLong() - start,
                    endpoint.arrivals().times().members());
            report(result);
            endpoint.arrivals().times().lines().forEach(this::print);
            checkPages(endpoint);
            LockSupport.parkNanos(LINGER_NANOS);
            capture.text().ifPresent(this::print);
            return result;
        }
    }

    private NetworkHost open() throws PingpongException {
        try {
            return NetworkHost.open(options.udp(), options.faults(), options.keys());
        } catch (IOException e) {
            throw new PingpongException("Couldn't bind UDP " + options.udp().bind() + " (" + e.getMessage() + ")", e);
        }
    }

    private PingpongEnd endpoint(NetworkHost network) throws PingpongException {
        int psn = new SecureRandom().nextInt(1 << PSN_BITS);
        return new PingpongEnd(network.host().open(), options, psn);
    }

    private Destination handshake(NetworkHost network, PingpongEnd endpoint, Destination own) throws PingpongException {
        if (options.server().isEmpty()) {
            return Handshake.answer(
                    options.listen(),
                    options.tcpPort(),
                    own,
                    peer -> connect(network, endpoint, peer),
                    options.patience());
        }
        Destination peer = Handshake.ask(options.server().get(), options.tcpPort(), own, options.patience());
        connect(network, endpoint, peer);
        return peer;
    }

    private void connect(NetworkHost network, PingpongEnd endpoint, Destination peer) {
        if (options.peer().isPresent()) {
            InetSocketAddress address = options.peer().get();
            network.udp().peer(new PortGid(peer.gid().high(), peer.gid().low()), address);
        }
        endpoint.connect(peer);
        endpoint.receive(options.receives());
    }

    private void exchange(NetworkHost network, PingpongEnd endpoint) throws PingpongException {
        try {
            new PingpongExchange(endpoint, options, nanos).run();
        } catch (PingpongException e) {
            throw new PingpongException(
                    e.getMessage() + ". " + DatagramFate.text(network.udp().counters()), e);
        }
    }

    private void checkPages(PingpongEnd endpoint) throws PingpongException {
        if (!options.checkPages() || options.server().isPresent()) {
            return;
        }
        int invalid = Pattern.invalidPage(endpoint.received());
        if (invalid >= 0) {
            throw new PingpongException("invalid data in page " + invalid);
        }
    }

    private void report(PingpongResult result) {
        print(String.format(
                Locale.ROOT,
                "%d bytes in %.2f seconds = %.2f Mbit/sec",
                result.bytes(),
                result.seconds(),
                result.megabits()));
        print(String.format(
                Locale.ROOT,
                "%d iters in %.2f seconds = %.2f usec/iter",
                result.iterations(),
                result.seconds(),
                result.micros()));
    }

    /** The datagram program has a colon before the GID. */
    private String separator() {
        return options.service() == QpType.UD ? ":" : ",";
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}
