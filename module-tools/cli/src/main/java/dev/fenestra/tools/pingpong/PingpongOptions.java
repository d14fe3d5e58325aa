package dev.fenestra.tools.pingpong;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of a pingpong. Begin with {@link #of}, then change the defaults, which are those of the real programs.
 *
 * @param service RC, UC or UD
 * @param udp the local port
 * @param peer where the peer's UDP socket is, when it is not its GID at port 4791
 * @param server the server's name; empty to be the server
 * @param listen where a server listens for TCP; empty for all addresses of the machine
 * @param tcpPort where to listen, or to connect to
 * @param size bytes of a message
 * @param mtu path MTU
 * @param receives receives posted at a time
 * @param iterations messages in each direction
 * @param useEvents sleep until completion events instead of polling
 * @param checkPages the server looks at the first byte of each page, as the real programs do
 * @param verify every byte of every message is checked; the peer must do the same
 * @param rcOptions what only {@code ibv_rc_pingpong} has
 * @param capture the file for the packets, if any
 * @param faults what goes wrong with the packets that this side sends
 * @param keys how the device picks keys
 * @param patience the longest time without progress before it gives up
 */
public record PingpongOptions(
        QpType service,
        UdpConfig udp,
        Optional<InetSocketAddress> peer,
        Optional<String> server,
        Optional<InetAddress> listen,
        int tcpPort,
        int size,
        Mtu mtu,
        int receives,
        int iterations,
        boolean useEvents,
        boolean checkPages,
        boolean verify,
        ImmutableSet<RcOption> rcOptions,
        Optional<Path> capture,
        FaultPlan faults,
        KeyPolicy keys,
        Duration patience) {
    /** The TCP port of the real programs. */
    public static final int USUAL_PORT = 18515;

    /** Receives that the real programs post at a time. */
    public static final int USUAL_RECEIVES = 500;

    /** Messages each way of the real programs. */
    public static final int USUAL_ITERATIONS = 1000;

    /** Seconds without progress before it gives up. */
    public static final int USUAL_PATIENCE = 60;

    private static final int CONNECTED_SIZE = 4096;
    private static final int DATAGRAM_SIZE = 2048;

    /**
     * {@return the options of a server} It waits on TCP port 18515 of all addresses for 60 s, exchanges 1000 messages
     * each way with a path MTU of 1024 and 500 receives, and polls.
     *
     * @param service RC, UC or UD
     * @param udp the local port
     */
    public static PingpongOptions of(QpType service, UdpConfig udp) {
        return new PingpongOptions(
                service,
                udp,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                USUAL_PORT,
                usualSize(service),
                Mtu.MTU_1024,
                USUAL_RECEIVES,
                USUAL_ITERATIONS,
                false,
                false,
                false,
                ImmutableSet.of(),
                Optional.empty(),
                FaultPlan.NONE,
                new KeyPolicy.ByLink(),
                Duration.ofSeconds(USUAL_PATIENCE));
    }

    /**
     * {@return bytes of a message when nothing else is said: 2048 for UD, else 4096}
     *
     * @param service RC, UC or UD
     */
    public static int usualSize(QpType service) {
        return service == QpType.UD ? DATAGRAM_SIZE : CONNECTED_SIZE;
    }

    /**
     * {@return such a pingpong with a peer whose UDP socket is not its GID at port 4791}
     *
     * @param socket the peer's UDP socket; null for that port
     */
    public PingpongOptions peer(@Nullable InetSocketAddress socket) {
        return with(draft -> draft.peer = Optional.ofNullable(socket));
    }

    /**
     * {@return such a pingpong that connects to a server}
     *
     * @param host name or address of the server; null to be the server
     */
    public PingpongOptions server(@Nullable String host) {
        return with(draft -> draft.server = Optional.ofNullable(host));
    }

    /**
     * {@return such a pingpong that listens on one address}
     *
     * @param address where a server listens for TCP; null for all addresses of the machine
     */
    public PingpongOptions listen(@Nullable InetAddress address) {
        return with(draft -> draft.listen = Optional.ofNullable(address));
    }

    /**
     * {@return such a pingpong that meets its peer at another TCP port}
     *
     * @param port 0 to 65535
     */
    public PingpongOptions tcpPort(int port) {
        return with(draft -> draft.tcpPort = port);
    }

    /**
     * {@return such a pingpong with messages of another size}
     *
     * @param bytes 1 to 2^30, for UD 1 to 4096
     */
    public PingpongOptions size(int bytes) {
        return with(draft -> draft.size = bytes);
    }

    /**
     * {@return such a pingpong with another path MTU}
     *
     * @param path what fits the link
     */
    public PingpongOptions mtu(Mtu path) {
        return with(draft -> draft.mtu = path);
    }

    /**
     * {@return such a pingpong with more or fewer receives}
     *
     * @param count posted at a time, 1 to 32768
     */
    public PingpongOptions receives(int count) {
        return with(draft -> draft.receives = count);
    }

    /**
     * {@return such a pingpong of more or fewer messages}
     *
     * @param messages in each direction, at least 1
     */
    public PingpongOptions iterations(int messages) {
        return with(draft -> draft.iterations = messages);
    }

    /**
     * {@return such a pingpong that sleeps until completion events, or polls}
     *
     * @param sleeps true to sleep
     */
    public PingpongOptions useEvents(boolean sleeps) {
        return with(draft -> draft.useEvents = sleeps);
    }

    /**
     * {@return such a pingpong whose server checks the first byte of each page, or does not}
     *
     * @param checks whether it does
     */
    public PingpongOptions checkPages(boolean checks) {
        return with(draft -> draft.checkPages = checks);
    }

    /**
     * {@return such a pingpong that checks every byte of every message, or does not}
     *
     * @param checks the same on both sides
     */
    public PingpongOptions verify(boolean checks) {
        return with(draft -> draft.verify = checks);
    }

    /**
     * {@return such a pingpong with options of {@code ibv_rc_pingpong}}
     *
     * @param chosen for RC only
     */
    public PingpongOptions rcOptions(ImmutableSet<RcOption> chosen) {
        return with(draft -> draft.rcOptions = chosen);
    }

    /**
     * {@return such a pingpong that captures its packets}
     *
     * @param file where to; null for no capture
     */
    public PingpongOptions capture(@Nullable Path file) {
        return with(draft -> draft.capture = Optional.ofNullable(file));
    }

    /**
     * {@return such a pingpong that loses packets, or delays them}
     *
     * @param plan what goes wrong with the packets that this side sends
     */
    public PingpongOptions faults(FaultPlan plan) {
        return with(draft -> draft.faults = plan);
    }

    /**
     * {@return such a pingpong with other keys}
     *
     * @param policy how the device picks keys
     */
    public PingpongOptions keys(KeyPolicy policy) {
        return with(draft -> draft.keys = policy);
    }

    /**
     * {@return such a pingpong that gives up sooner or later}
     *
     * @param limit the longest time without progress
     */
    public PingpongOptions patience(Duration limit) {
        return with(draft -> draft.patience = limit);
    }

    private PingpongOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** The values of options, of which one is about to change. */
    private static final class Draft {
        final QpType service;
        final UdpConfig udp;
        Optional<InetSocketAddress> peer;
        Optional<String> server;
        Optional<InetAddress> listen;
        int tcpPort;
        int size;
        Mtu mtu;
        int receives;
        int iterations;
        boolean useEvents;
        boolean checkPages;
        boolean verify;
        ImmutableSet<RcOption> rcOptions;
        Optional<Path> capture;
        FaultPlan faults;
        KeyPolicy keys;
        Duration patience;

        Draft(PingpongOptions from) {
            service = from.service;
            udp = from.udp;
            peer = from.peer;
            server = from.server;
            listen = from.listen;
            tcpPort = from.tcpPort;
            size = from.size;
            mtu = from.mtu;
            receives = from.receives;
            iterations = from.iterations;
            useEvents = from.useEvents;
            checkPages = from.checkPages;
            verify = from.verify;
            rcOptions = from.rcOptions;
            capture = from.capture;
            faults = from.faults;
            keys = from.keys;
            patience = from.patience;
        }

        PingpongOptions options() {
            return new PingpongOptions(
                    service,
                    udp,
                    peer,
                    server,
                    listen,
                    tcpPort,
                    size,
                    mtu,
                    receives,
                    iterations,
                    useEvents,
                    checkPages,
                    verify,
                    rcOptions,
                    capture,
                    faults,
                    keys,
                    patience);
        }
    }
}
