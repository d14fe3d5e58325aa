package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.udp.ZeroChecksums;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.ProgramCheck;
import dev.fenestra.tools.bridge.WarmUp;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Reason;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.serve.CheckConfig;
import dev.fenestra.tools.serve.Records;
import dev.fenestra.tools.serve.ServeConfig;
import dev.fenestra.tools.serve.ServeOptions;
import dev.fenestra.tools.serve.Server;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fenestra serve}. */
@Command(
        name = "serve",
        description = "Shows simulated hosts to real programs: what runs under fenestra exec finds their devices by"
                + " libibverbs, as it would find real ones. Serves until it is interrupted.",
        exitCodeList = {
            "0:it was ended",
            "1:it could not start, or the output cannot be written",
            "2:bad usage, or a file that cannot be used"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;

    private final Terminal terminal;

    @Option(
            names = "--hosts",
            split = ",",
            paramLabel = "NAME",
            description = "Names of the hosts, separated by commas; default: those of --config, or alice and bob.")
    private @Nullable List<String> hosts;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Where programs find it; default: one for each user.")
    private @Nullable Path socket;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Hosts with their windows, paging, IOMMU, memory, keys and links, as JSON:"
                    + " docs/real-programs.md.")
    private @Nullable Path file;

    @Option(
            names = "--check",
            description = "Finds what programs owe to their devices and peers and do not keep, and says so as it"
                    + " happens: docs/check.md.")
    private boolean check;

    @Option(
            names = "--check-config",
            paramLabel = "FILE",
            description = "The same, with levels and known findings as JSON: docs/check.md.")
    private @Nullable Path checkConfig;

    @Option(names = "--faults", paramLabel = "PLAN.json", description = "What goes wrong on the link.")
    private @Nullable Path faults;

    @Option(
            names = "--udp",
            paramLabel = "ADDRESS",
            description = "Own IP address, which the first host gets. It reaches other machines from there by RoCEv2:"
                    + " other servers, or programs on Linux.")
    private @Nullable InetAddress udp;

    @Option(
            names = "--icrc",
            paramLabel = "auto|strict|solve",
            description = "How packets from other machines are checked: strict wants IP identification 0, as Fenestra"
                    + " sends; solve finds the one that a Linux peer used; auto does what the peer's packets ask for."
                    + " Default: auto.")
    private IcrcCheck icrc = IcrcCheck.AUTO;

    @Option(
            names = "--gso",
            description = "With --udp: hand the system several packets as one, which is faster for long messages"
                    + " (UDP_SEGMENT, UDP_GRO). For Linux, over IPv6 or on the loopback interface.")
    private boolean gso;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description = "Write all packets to a pcapng file, each with a comment: its request, its fate.")
    private @Nullable Path capture;

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "Write what kernels, drivers and cards do to a file, as JSON, for programs and for the"
                    + " command report; into a file whose name ends with .txt an event a line, as it comes.")
    private @Nullable Path journal;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Write, at the end, one HTML page to step through all that programs did: docs/report.md. While"
                            + " the server runs, browsers of this machine see it, too.")
    private @Nullable Path html;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Of 127.0.0.1, where browsers see the page of --html; default: a free one.")
    @Within(least = 0, most = 65_535)
    private int port;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Driver of the cards; default: the first there is.")
    private @Nullable String provider;

    @Option(
            names = "--modules",
            paramLabel = "PATH",
            description =
                    "Where more providers are: module jars, or folders of them or of classes, as in --module-path.")
    private @Nullable String modules;

    @Option(
            names = "--ready-file",
            paramLabel = "FILE",
            description = "Write the path of the socket to a file when programs can come, for scripts that wait for it."
                    + " The file goes when the server ends.")
    private @Nullable Path readyFile;

    ServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        if (gso && udp == null) {
            throw new InputException("--gso is about the packets of --udp");
        }
        ServeConfig config = config();
        ServeOptions options = options(config);
        for (Path written : records().files()) {
            OutputFile.check(written);
        }
        OutputFile.check(readyFile);
        removeReadyFile();
        TestBenchBuilder hardware = hardware(config);
        WarmUp.run();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (Server _ = Server.start(options, hardware, this::log)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                ended.countDown();
                await(closed);
            }));
            explain(options.place(), config.names());
            OutputFile.write(readyFile, () -> options.place().socket() + "\n");
            await(ended);
            removeReadyFile();
        } catch (IOException | MissingProviderException | IllegalArgumentException e) {
            terminal.err().println("fenestra: " + e.getMessage() + ".");
            return FAILED;
        } finally {
            closed.countDown();
        }
        return DONE;
    }

    /** A file of an earlier server would let scripts begin too early. */
    private void removeReadyFile() throws OutputException {
        if (readyFile != null) {
            try {
                Files.deleteIfExists(readyFile);
            } catch (IOException kept) {
                throw new OutputException(readyFile + " cannot be removed: " + Reason.of(kept));
            }
        }
    }

    private ServeConfig config() throws InputException {
        ServeConfig config = file == null ? ServeConfig.usual() : InputFile.read(file, ServeConfig::read);
        if (faults != null) {
            config = config.withFaults(FaultPlanFile.read(faults));
        }
        if (provider != null) {
            config = config.withProvider(provider);
        }
        try {
            return hosts == null ? config : config.withHosts(hosts);
        } catch (IllegalArgumentException e) {
            throw new InputException("--hosts: " + e.getMessage());
        }
    }

    private Records records() {
        return new Records(Optional.ofNullable(journal), Optional.ofNullable(capture), Optional.ofNullable(html), port);
    }

    private ServeOptions options(ServeConfig config) throws InputException {
        ServeOptions options = ServeOptions.at(Places.ofServer(socket), config).with(records());
        if (check || checkConfig != null) {
            CheckSettings settings =
                    checkConfig == null ? CheckSettings.USUAL : InputFile.read(checkConfig, CheckConfig::read);
            options = options.withCheck(new ProgramCheck(settings, this::log));
        }
        return udp == null
                ? options
                : options.withUdp(UdpConfig.at(udp).withCheck(icrc).withGso(gso));
    }

    private TestBenchBuilder hardware(ServeConfig config) throws InputException {
        if (modules == null) {
            return TestBench.builder();
        }
        List<ProviderUnderTest> found = ProviderModules.find(Optional.of(modules));
        List<String> wanted = config.providers();
        if (wanted.isEmpty()) {
            throw new InputException("--modules needs --provider, one of "
                    + found.stream().map(ProviderUnderTest::name).toList());
        }
        return found.stream()
                .filter(one -> wanted.contains(one.name()))
                .findFirst()
                .orElseThrow(() ->
                        new InputException("no provider in " + modules + " is called " + Shown.name(wanted.getFirst())))
                .hosts();
    }

    private void explain(BridgePlace place, List<String> names) {
        PrintWriter out = terminal.out();
        String option = socket == null ? "" : " --socket " + socket;
        out.println("Hosts: " + String.join(", ", names) + ". Programs find their devices by:");
        for (String host : names) {
            out.println("    fenestra exec" + option + " --host " + host + " -- ibv_devinfo");
        }
        if (udp != null && !ZeroChecksums.areReceived(udp)) {
            out.println("Nothing comes from Linux peers: " + ZeroChecksums.WHY_NOT + ".");
        }
        out.println("What they have:");
        out.println("    fenestra resource --attach " + place.attach());
        out.println("    fenestra statistic --attach " + place.attach());
        out.println("    fenestra devinfo -v --attach " + place.attach());
        out.println("What the hosts refuse, and by which rule:");
        out.println("    fenestra refusals --attach " + place.attach() + " --follow");
        out.println("Who waits for whom, also while all stand still:");
        out.println("    fenestra waits --attach " + place.attach());
        out.flush();
    }

    private synchronized void log(String line) {
        terminal.err().println("fenestra: " + line);
        terminal.err().flush();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
