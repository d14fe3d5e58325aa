package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.roce.udp.Addresses;
import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.pingpong.LocalAddress;
import dev.fenestra.tools.pingpong.Pingpong;
import dev.fenestra.tools.pingpong.PingpongException;
import dev.fenestra.tools.pingpong.PingpongOptions;
import dev.fenestra.tools.pingpong.PingpongResult;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code fenestra pingpong}. */
@Command(
        name = "pingpong",
        description =
                "Speaks ibv_rc_pingpong, ibv_uc_pingpong or ibv_ud_pingpong over RoCEv2: without a host it starts a"
                        + " server and waits, with one it connects to a server there. The other side may be another"
                        + " Fenestra or the real program on Linux.",
        exitCodeList = {
            "0:all messages were exchanged",
            "1:they were not, the device or the peer lacks what they need, or the output cannot be written",
            "2:bad usage, or a plan that cannot be used"
        })
final class PingpongCommand implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int MAX_PORT = 0xffff;
    private static final int MAX_DATAGRAM = 4096;
    private static final int MAX_SIZE = 1 << 30;
    private static final int MAX_RECEIVES = 32_768;
    private static final int SECONDS_PER_DAY = 86_400;

    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "HOST", description = "Server to connect to.")
    private @Nullable String server;

    @Option(names = "--service", paramLabel = "rc|uc|ud", description = "Which program; default: ${DEFAULT-VALUE}.")
    private QpType service = QpType.RC;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port to listen on or connect to; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = MAX_PORT)
    private int port = PingpongOptions.USUAL_PORT;

    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEV",
            description = "Accepted for scripts; there is one device.")
    private @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Port of the device; it has port ${DEFAULT-VALUE} only.")
    @Within(least = 1, most = 1)
    private int devicePort = 1;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Size of a message; default: 4096, for ud 2048.")
    @Within(least = 1, most = MAX_SIZE)
    private @Nullable Integer size;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            converter = MtuConverter.class,
            description = "Path MTU: 256, 512, 1024, 2048 or 4096; default: 1024.")
    private Mtu mtu = Mtu.MTU_1024;

    @Option(
            names = {"-r", "--rx-depth"},
            paramLabel = "N",
            description = "Receives posted at a time; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = MAX_RECEIVES)
    private int receives = PingpongOptions.USUAL_RECEIVES;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Messages each way; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = Integer.MAX_VALUE)
    private int iterations = PingpongOptions.USUAL_ITERATIONS;

    @Option(
            names = {"-l", "--sl"},
            paramLabel = "SL",
            description = "Accepted for scripts; RoCE has no use for it.")
    @Within(least = 0, most = 15)
    private int serviceLevel;

    @Option(
            names = {"-g", "--gid-idx"},
            paramLabel = "INDEX",
            description = "Accepted for scripts; over UDP the device has one GID, that of --bind.")
    @Within(least = 0, most = 255)
    private int gidIndex;

    @Option(
            names = {"-e", "--events"},
            description = "Sleep until completion events instead of polling.")
    private boolean useEvents;

    @Option(
            names = {"-c", "--chk"},
            description = "The server checks the first byte of each page at the end.")
    private boolean checkPages;

    @Mixin
    private RcPingpongOptions ofRc = new RcPingpongOptions();

    @Option(names = "--json", description = "Prints JSON at the end, and nothing else.")
    private boolean isJson;

    @Option(names = "--verify", description = "Check every byte of every message; both sides must be Fenestra.")
    private boolean verify;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description =
                    "Own IP address, for packets and, as a server, for TCP; default: the one that reaches HOST, or the"
                            + " machine's first, and TCP on all.")
    private @Nullable InetAddress bind;

    @Option(
            names = "--udp-port",
            paramLabel = "PORT",
            description = "Own UDP port; default: ${DEFAULT-VALUE}, the one of RoCEv2.")
    @Within(least = 0, most = MAX_PORT)
    private int udpPort = NetworkHeaders.ROCE_PORT;

    @Option(
            names = "--peer",
            paramLabel = "ADDRESS@PORT",
            converter = PeerConverter.class,
            description = "Where the peer's UDP socket is, when it is not its GID at port 4791.")
    private @Nullable InetSocketAddress peer;

    @Option(
            names = "--gid",
            paramLabel = "ADDRESS",
            description = "GID of the own port, as an IP address; default: that of --bind.")
    private @Nullable InetAddress gid;

    @Option(
            names = "--icrc",
            paramLabel = "auto|strict|solve",
            description =
                    "How arriving packets are checked: strict wants IP identification 0, as Fenestra sends; solve finds"
                            + " the one that a Linux peer used, which leaves 16 bits of check; auto does what the"
                            + " peer's packets ask for. Default: auto.")
    private IcrcCheck icrc = IcrcCheck.AUTO;

    @Option(
            names = "--gso",
            description =
                    "Hand the system several packets as one, which is faster for long messages (UDP_SEGMENT, UDP_GRO)."
                            + " For Linux, over IPv6 or on the loopback interface.")
    private boolean gso;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description =
                    "Write all packets of this side to a pcapng file, each with a comment: its request, its fate.")
    private @Nullable Path capture;

    @Option(
            names = "--faults",
            paramLabel = "PLAN.json",
            description = "What goes wrong with the packets that this side sends.")
    private @Nullable Path faults;

    @Option(
            names = "--keys",
            paramLabel = "POLICY",
            description = "How the device picks keys: sequential, step_100, mlx5_delta, lfsr15, permuted or random."
                    + " Default: random.")
    private String keys = "random";

    @Option(
            names = "--key-seed",
            paramLabel = "N",
            description = "Seed of the keys, for a run that replays; default: a new one from a strong source.")
    @Within
    private @Nullable Long keySeed;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "Give up when nobody connects, or nothing completes, for so long; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = SECONDS_PER_DAY)
    private int patience = PingpongOptions.USUAL_PATIENCE;

    PingpongCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        try {
            PrintWriter lines = isJson ? new PrintWriter(Writer.nullWriter()) : terminal.out();
            PingpongResult result = new Pingpong(options(), lines, terminal.nanos()).run();
            if (isJson) {
                terminal.out().print(result.json());
            }
            return DONE;
        } catch (PingpongException | MissingProviderException | VerbsException | FabricException e) {
            terminal.err().println("fenestra: " + e.getMessage());
            return FAILED;
        }
    }

    private PingpongOptions options() throws InputException, OutputException {
        FaultPlan plan = FaultPlanFile.read(faults);
        OutputFile.check(capture);
        int bytes = size == null ? PingpongOptions.usualSize(service) : size;
        check(server == null || !server.isBlank(), "'" + server + "' is no host");
        check(service == QpType.RC || service == QpType.UC || service == QpType.UD, "--service is rc, uc or ud");
        check(
                service == QpType.RC || ofRc.chosen().isEmpty(),
                "-o, -O, -P, -t, -j and -N are of ibv_rc_pingpong, not of --service " + service);
        check(
                service != QpType.UD || bytes <= MAX_DATAGRAM,
                "--size of a datagram is at most " + MAX_DATAGRAM + ", the MTU of the port");
        return PingpongOptions.of(service, udp())
                .peer(peer)
                .server(server)
                .listen(bind)
                .tcpPort(port)
                .size(bytes)
                .mtu(mtu)
                .receives(receives)
                .iterations(iterations)
                .useEvents(useEvents)
                .checkPages(checkPages)
                .verify(verify)
                .rcOptions(ofRc.chosen())
                .capture(capture)
                .faults(plan)
                .keys(keyPolicy())
                .patience(Duration.ofSeconds(patience));
    }

    /** The local port. */
    private UdpConfig udp() {
        InetAddress own = bind == null ? LocalAddress.towards(Optional.ofNullable(server)) : bind;
        UdpConfig named = UdpConfig.at(new InetSocketAddress(own, udpPort))
                .withCheck(icrc)
                .withGso(gso);
        return gid == null ? named : named.withGid(Addresses.gid(gid));
    }

    private KeyPolicy keyPolicy() {
        check(KeyPolicy.NAMES.contains(keys.toUpperCase(Locale.ROOT)), "--keys is one of " + KeyPolicy.NAMES);
        return KeyPolicy.named(keys, keySeed == null ? new SecureRandom().nextLong() : keySeed);
    }

    private void check(boolean good, String message) {
        if (!good && spec != null) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** Reads an MTU in bytes. */
    static final class MtuConverter implements ITypeConverter<Mtu> {
        @Override
        public Mtu convert(String text) {
            for (Mtu mtu : Mtu.values()) {
                if (Integer.toString(mtu.bytes()).equals(text)) {
                    return mtu;
                }
            }
            throw new TypeConversionException("'" + text + "' is not 256, 512, 1024, 2048 or 4096");
        }
    }

    /** Reads {@code address@port}. */
    static final class PeerConverter implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String text) {
            int at = text.lastIndexOf('@');
            try {
                return new InetSocketAddress(
                        AddressConverter.address(text.substring(0, Math.max(0, at))),
                        Integer.parseInt(text.substring(at + 1)));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "' is not address@port");
            }
        }
    }
}
