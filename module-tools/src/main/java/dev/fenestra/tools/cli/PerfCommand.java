package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.fabric.FabricException;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.measure.perf.Perf;
import dev.fenestra.tools.measure.perf.PerfException;
import dev.fenestra.tools.measure.perf.PerfLink;
import dev.fenestra.tools.measure.perf.PerfMode;
import dev.fenestra.tools.measure.perf.PerfOptions;
import dev.fenestra.tools.measure.perf.PerfResult;
import dev.fenestra.tools.measure.perf.PerfTest;
import dev.fenestra.tools.measure.perf.PerfText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra perf}. */
@Command(
        name = "perf",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        description =
                "Measures bandwidth or latency in the manner of perftest, both ends in this process, and beside it what"
                        + " a bare copy of the same bytes takes.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was measured", "1:a message did not end as it should", "2:bad usage"})
final class PerfCommand implements Callable<Integer> {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int NOT_SAID = 0;
    private static final int MOST = 1 << 30;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Terminal terminal;

    @Parameters(paramLabel = "TEST", description = "${COMPLETION-CANDIDATES}.")
    private PerfTest test = PerfTest.WRITE_BW;

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

    @Option(names = "--link", paramLabel = "LINK", description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private PerfLink link = PerfLink.DIRECT;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "Which threads drive the devices: the one that polls, or agents; ${COMPLETION-CANDIDATES}; default:"
                            + " inline, with --link udp agent.")
    private @Nullable PerfMode mode;

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            description = "How long the same runs before the first size, milliseconds; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = 600_000)
    private int warmUp = 1000;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    PerfCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException {
        PerfOptions options;
        try {
            options = options();
        } catch (PerfException e) {
            return fail(e.getMessage(), BAD_INPUT);
        }
        try {
            return measure(options, providers.bench());
        } catch (PerfException | MissingProviderException | FabricException e) {
            return fail(e.getMessage(), FAILED);
        }
    }

    private PerfOptions options() {
        if (link == PerfLink.UDP && providers.isGiven()) {
            throw new PerfException("two machines over UDP have the usual device: leave --provider and --modules out");
        }
        PerfMode usual = link == PerfLink.UDP ? PerfMode.AGENT : PerfMode.INLINE;
        return new PerfOptions(
                test,
                all && test.hasSizes() ? PerfOptions.ALL_SIZES : List.of(size == NOT_SAID ? test.defaultSize() : size),
                iterations == NOT_SAID ? test.defaultIterations() : iterations,
                qps,
                depth,
                mtu(),
                inline,
                Optional.ofNullable(seconds).map(value -> Duration.ofNanos((long) (value * NANOS_PER_SECOND))),
                link,
                mode == null ? usual : mode,
                Duration.ofMillis(warmUp));
    }

    private Mtu mtu() {
        return Arrays.stream(Mtu.values())
                .filter(one -> one.bytes() == mtu)
                .findFirst()
                .orElseThrow(() -> new PerfException("the MTU is 256, 512, 1024, 2048 or 4096, not " + mtu));
    }

    private int measure(PerfOptions options, TestBenchBuilder hosts) {
        List<PerfResult> results = new ArrayList<>();
        if (!json) {
            print(PerfText.head(options));
        }
        new Perf(options, hosts, terminal.nanos()).run(result -> {
            results.add(result);
            if (!json) {
                print(PerfText.line(result));
            }
        });
        if (json) {
            print(PerfText.json(options, results));
        }
        return MEASURED;
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
