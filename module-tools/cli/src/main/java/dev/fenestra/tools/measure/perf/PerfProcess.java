package dev.fenestra.tools.measure.perf;

import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * One side of a measurement between two processes: a host of its own on the network, and a TCP connection to agree on
 * what is measured. The client measures, and the server does what the client asks for.
 */
public final class PerfProcess {
    private final InetAddress own;
    private final int port;
    private final Duration patience;

    /**
     * @param own the address of this side's packets; a server listens there too
     * @param port of TCP
     * @param patience for each answer of the other side, and for a client to come
     */
    public PerfProcess(InetAddress own, int port, Duration patience) {
        this.own = own;
        this.port = port;
        this.patience = patience;
    }

    /**
     * Waits for one client, and serves it until it has measured all sizes.
     *
     * @param test the only one that it serves
     * @param said is told of the client's options
     * @throws PerfException when nobody comes, or a client that wants something else or does not speak this protocol
     */
    public void serve(PerfTest test, Consumer<PerfOptions> said) {
        checkTwoSided(test);
        try (ServerSocket listener = new ServerSocket()) {
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(own, port), 1);
            listener.setSoTimeout((int) patience.toMillis());
            try (NetworkHost network = NetworkHost.open(UdpConfig.at(own));
                    PerfTalk client = new PerfTalk(listener.accept(), patience)) {
                PerfOptions options = PerfWords.options(client.hear());
                if (options.test() != test) {
                    client.say("this side measures " + test + ", not " + options.test());
                    throw new PerfException("the client measures " + options.test() + ", not " + test);
                }
                client.say(PerfWords.READY);
                said.accept(options);
                new PerfServer(network.host(), client, options, patience).run();
            }
        } catch (SocketTimeoutException e) {
            throw new PerfException("no client came, or it said nothing, for " + patience.toSeconds() + " s", e);
        } catch (IOException e) {
            throw new PerfException("port " + port + " of " + own.getHostAddress() + ": " + Reason.of(e), e);
        }
    }

    /**
     * Measures with a server.
     *
     * @param server name or address of its machine
     * @param begun runs when the server has agreed
     * @param told is told of each size
     * @param nanos a clock
     * @throws PerfException when there is no such server, or a message fails
     */
    public void measure(
            String server, PerfOptions options, Runnable begun, Consumer<PerfResult> told, LongSupplier nanos) {
        checkTwoSided(options.test());
        if (options.shape().bothWays()) {
            throw new PerfException("-b is for two hosts in one process");
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server, port), (int) patience.toMillis());
            try (NetworkHost network = NetworkHost.open(UdpConfig.at(own));
                    PerfTalk talk = new PerfTalk(socket, patience);
                    DatagramLimit limit = new DatagramLimit()) {
                talk.say(PerfWords.hello(options));
                expect(PerfWords.READY, talk);
                begun.run();
                Measurement measurement = new Measurement(options, nanos);
                for (int bytes : options.sizes()) {
                    told.accept(measure(network, talk, limit, measurement, options, bytes));
                    measurement.next();
                }
            }
        } catch (IOException e) {
            throw new PerfException("the server at " + server + ":" + port + ": " + Reason.of(e), e);
        }
    }

    private static PerfResult measure(
            NetworkHost network,
            PerfTalk talk,
            DatagramLimit limit,
            Measurement measurement,
            PerfOptions options,
            int bytes)
            throws IOException {
        try (PerfEnd end = new PerfEnd(network.host(), options)) {
            talk.say(PerfWords.end(end.asPeer()));
            end.connect(PerfWords.peer(talk.hear(), options.qps()), options);
            LongConsumer bare = limit.limit(options, bytes);
            // Its receives must be there before the server answers.
            Optional<Echo> echo = options.test().isLatency()
                    ? Optional.of(new Echo(options, end, Optional.empty(), bytes, measurement.nanos()))
                    : Optional.empty();
            talk.say(PerfWords.READY);
            expect(PerfWords.READY, talk);
            PerfResult result = echo.isPresent()
                    ? measurement.latency(echo.get(), bare, bytes)
                    : measurement.throughput(pump(options, end, bytes)::run, bare, bytes);
            talk.say(PerfWords.DONE);
            expect(PerfWords.DONE, talk);
            return result;
        }
    }

    private static Pump pump(PerfOptions options, PerfEnd end, int bytes) {
        return new Pump(options, end, Optional.empty(), new DataMessages(options, end, bytes), bytes);
    }

    private static void expect(String word, PerfTalk talk) throws IOException {
        String said = talk.hear();
        if (!said.equals(word)) {
            throw new PerfException("the other side refuses: " + said);
        }
    }

    private static void checkTwoSided(PerfTest test) {
        if (test == PerfTest.BIND_BW || test == PerfTest.REG_BW) {
            throw new PerfException(test + " needs no second process");
        }
    }
}
