package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.measure.perf.Perf;
import dev.fenestra.tools.measure.perf.PerfException;
import dev.fenestra.tools.measure.perf.PerfLink;
import dev.fenestra.tools.measure.perf.PerfMode;
import dev.fenestra.tools.measure.perf.PerfOptions;
import dev.fenestra.tools.measure.perf.PerfResult;
import dev.fenestra.tools.measure.perf.PerfShape;
import dev.fenestra.tools.measure.perf.PerfTest;
import dev.fenestra.tools.measure.perf.PerfText;
import dev.fenestra.tools.measure.perf.PerfUnit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra perf}. */
@Command(
        name = "perf",
        description = "Measures bandwidth or latency in the manner of perftest, with both ends in this process or with"
                + " another process, and beside it what a bare copy of the same bytes takes.",
        exitCodeList = {
            "0:it was measured",
            "1:a message did not end as it should, there is no other process, or a file cannot be written",
            "2:bad usage"
        })
final class PerfCommand implements Callable<Integer> {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int NOT_SAID = 0;
    private static final int MOST = 1 << 30;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "TEST", description = "${COMPLETION-CANDIDATES}.")
    private PerfTest test = PerfTest.WRITE_BW;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Measures with the server there, which --listen has started.")
    private @Nullable String server;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Of a message; default: 65536, for latency 2, for atomics 8.")
    @Within(least = 1, most = MOST)
    private int size = NOT_SAID;

    @Option(
            names = {"-a", "--all"},
            description = "All sizes from 2 bytes to 8 MiB.")
    private boolean all;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Messages of a measurement; default: 5000, for latency and reg_bw 1000.")
    @Within(least = 1, most = MOST)
    private int iterations = NOT_SAID;

    @Option(
            names = {"-q", "--qp"},
            paramLabel = "N",
            description = "QPs on each side; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = 16_384)
    private int qps = 1;

    @Option(
            names = {"-t", "--tx-depth"},
            paramLabel = "N",
            description = "Messages on their way per QP; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = 4_096)
    private int depth = 128;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "256 to 4096; default: ${DEFAULT-VALUE}.")
    @Within(least = 256, most = 4_096)
    private int mtu = 4096;

    @Option(
            names = {"-I", "--inline", "--inline_size"},
            paramLabel = "BYTES",
            description = "Messages up to that size go inside the work request; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = 512)
    private int inline = 0;

    @Option(
            names = {"-D", "--duration"},
            paramLabel = "SECONDS",
            description = "How long each measurement takes, in place of -n.")
    @Within(least = 0, most = SECONDS_PER_DAY)
    private @Nullable Double seconds;

    @Option(
            names = "--link",
            paramLabel = "LINK",
            description = "${COMPLETION-CANDIDATES}; default: DIRECT, with HOST REMOTE.")
    private @Nullable PerfLink link;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "Which threads drive the devices: the one that polls, or agents; ${COMPLETION-CANDIDATES}; default:"
                            + " inline, over sockets agent.")
    private @Nullable PerfMode mode;

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            description = "How long the same runs before the first size, milliseconds; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = 600_000)
    private int warmUp = 1000;

    @Option(
            names = {"-b", "--bidirectional"},
            description = "Both ends send; for write_bw, read_bw and send_bw.")
    private boolean isBothWays;

    @Option(
            names = {"-e", "--events"},
            description = "Sleep until completion events instead of polling.")
    private boolean isByEvents;

    @Option(
            names = {"-R", "--rdma_cm"},
            description = "RDMA CM connects the QPs.")
    private boolean isByCm;

    @Option(
            names = {"-c", "--connection"},
            paramLabel = "RC|UC|UD",
            description = "Type of the QPs; default: ${DEFAULT-VALUE}.")
    private QpType service = QpType.RC;

    @Option(
            names = {"-l", "--post_list", "-Q", "--cq-mod"},
            paramLabel = "N",
            description = "Messages posted together, of which the last one has a completion; default: 16, or less for"
                    + " a smaller depth.")
    @Within(least = 1, most = 4_096)
    private int batch = NOT_SAID;

    @Option(
            names = {"-H", "--report-histogram"},
            description = "Latency: prints the time of each message, sorted.")
    private boolean isSorted;

    @Option(
            names = {"-U", "--report-unsorted"},
            description = "Latency: prints the time of each message, in their order.")
    private boolean isUnsorted;

    @Option(names = "--report_gbits", description = "Bandwidth in Gb/sec (10^9 bits) in place of MiB/sec (2^20 bytes).")
    private boolean inGigabits;

    @Option(names = "--out_json", description = "Also writes the JSON of -j into a file.")
    private boolean isWritten;

    @Option(names = "--out_json_file", paramLabel = "FILE", description = "Into which; default: ${DEFAULT-VALUE}.")
    private Path written = Path.of("perftest_out.json");

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
    private boolean json;

    @Mixin
    private PerftestOptions ignored = new PerftestOptions();

    @Mixin
    private PerfPeerOptions peer = new PerfPeerOptions();

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    PerfCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        PerfOptions options;
        try {
            options = options();
            checkLists();
        } catch (PerfException e) {
            return fail(e.getMessage(), BAD_INPUT);
        }
        try {
            return peer.isServer() ? serve() : measure(options, providers.bench());
        } catch (PerfException | MissingProviderException | FabricException | VerbsException e) {
            return fail(e.getMessage(), FAILED);
        }
    }

    /** Shows what the client asks for; it has the results. */
    private int serve() {
        peer.process(Optional.empty()).serve(test, asked -> print(PerfText.head(asked, unit())));
        return MEASURED;
    }

    private void checkLists() throws OutputException {
        if ((isSorted || isUnsorted) && !test.isLatency()) {
            throw new PerfException("-H and -U are for tests of latency, not for " + test);
        }
        if (isWritten) {
            OutputFile.check(written);
        }
    }

    private PerfOptions options() {
        PerfLink between = link();
        boolean isOverSockets = between.isOverSockets();
        if (isOverSockets && providers.isGiven()) {
            throw new PerfException("two machines over UDP have the usual device: leave --provider and --modules out");
        }
        PerfMode usual = isOverSockets ? PerfMode.AGENT : PerfMode.INLINE;
        return new PerfOptions(
                test,
                sizes(),
                iterations == NOT_SAID ? test.defaultIterations() : iterations,
                qps,
                depth,
                mtu(),
                inline,
                Optional.ofNullable(seconds).map(value -> Duration.ofNanos((long) (value * NANOS_PER_SECOND))),
                between,
                mode == null ? usual : mode,
                Duration.ofMillis(warmUp),
                shape());
    }

    private PerfLink link() {
        boolean isRemote = peer.isServer() || server != null;
        if (peer.isServer() && server != null) {
            throw new PerfException("a server has no HOST: leave it or --listen out");
        }
        if (server != null && server.isBlank()) {
            throw new PerfException("'" + server + "' is no host");
        }
        if (isRemote && link != null && link != PerfLink.REMOTE) {
            throw new PerfException("two processes have --link remote, not " + link);
        }
        if (!isRemote && link == PerfLink.REMOTE) {
            throw new PerfException("--link remote needs the HOST of a server, or --listen");
        }
        return isRemote ? PerfLink.REMOTE : link == null ? PerfLink.DIRECT : link;
    }

    /** A datagram is never longer than the MTU, and has the size of one with -a too. */
    private List<Integer> sizes() {
        if (all && test.hasSizes()) {
            return PerfOptions.ALL_SIZES.stream()
                    .filter(bytes -> service != QpType.UD || bytes <= mtu)
                    .toList();
        }
        int usual = service == QpType.UD ? Math.min(mtu, test.defaultSize()) : test.defaultSize();
        return List.of(size == NOT_SAID ? usual : size);
    }

    private Mtu mtu() {
        return Arrays.stream(Mtu.values())
                .filter(one -> one.bytes() == mtu)
                .findFirst()
                .orElseThrow(() -> new PerfException("the MTU is 256, 512, 1024, 2048 or 4096, not " + mtu));
    }

    private PerfShape shape() {
        int usual = Math.min(PerfShape.USUAL.batch(), depth);
        return new PerfShape(service, batch == NOT_SAID ? usual : batch, isBothWays, isByEvents, isByCm);
    }

    private PerfUnit unit() {
        return inGigabits ? PerfUnit.GIGABITS : PerfUnit.MEBIBYTES;
    }

    private int measure(PerfOptions options, TestBenchBuilder hosts) throws OutputException {
        List<PerfResult> results = new ArrayList<>();
        Consumer<PerfResult> told = result -> {
            results.add(result);
            if (!json) {
                print(isSorted || isUnsorted ? PerfText.samples(result, isSorted) : "");
                print(PerfText.line(result, unit()));
            }
        };
        if (server != null) {
            peer.process(Optional.of(server)).measure(server, options, () -> head(options), told, terminal.nanos());
        } else {
            head(options);
            new Perf(options, hosts, terminal.nanos()).run(told);
        }
        if (json) {
            print(PerfText.json(options, results));
        }
        if (isWritten) {
            OutputFile.write(written, PerfText.json(options, results));
        }
        return MEASURED;
    }

    private void head(PerfOptions options) {
        if (!json) {
            print(PerfText.head(options, unit()));
        }
    }

    private void print(String text) {
        terminal.out().print(text);
        terminal.out().flush();
    }

    private int fail(@Nullable String sentence, int exitCode) {
        terminal.err().println("fenestra: " + sentence + ".");
        return exitCode;
    }
}
