package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.door.DoorPlace;
import dev.fenestra.tools.door.DoorServer;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.snapshot.Attach;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fenestra serve}. */
@Command(
        name = "serve",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        description = "Shows simulated hosts to real programs: what runs under fenestra exec finds their devices by"
                + " libibverbs, as it would find real ones. Serves until it is interrupted.",
        exitCodeListHeading = "%nExit codes:%n",
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
            description = "Names of the hosts, separated by commas; default: ${DEFAULT-VALUE}.")
    private List<String> hosts = List.of("alice", "bob");

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Where programs find it; default: one for each user.")
    private @Nullable Path socket;

    @Option(names = "--faults", paramLabel = "PLAN.json", description = "What goes wrong on the link.")
    private @Nullable Path faults;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Driver of the cards; default: the first there is.")
    private @Nullable String provider;

    ServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException {
        DoorPlace place = Places.of(socket);
        TestBenchBuilder builder =
                TestBench.builder().hosts(hosts.toArray(String[]::new)).faults(FaultPlanFile.read(faults));
        if (provider != null) {
            builder.provider(provider);
        }
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (DoorServer server = DoorServer.start(place, builder, this::log);
                Attach _ = Attach.listen(server.bench(), place.attach())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                ended.countDown();
                await(closed);
            }));
            explain(place);
            await(ended);
        } catch (IOException | MissingProviderException | IllegalArgumentException e) {
            terminal.err().println("fenestra: " + e.getMessage());
            return FAILED;
        } finally {
            closed.countDown();
        }
        return DONE;
    }

    private void explain(DoorPlace place) {
        PrintWriter out = terminal.out();
        String option = socket == null ? "" : " --socket " + socket;
        out.println("Hosts: " + String.join(", ", hosts) + ". Programs find their devices by:");
        for (String host : hosts) {
            out.println("    fenestra exec" + option + " --host " + host + " -- ibv_devinfo");
        }
        out.println("What they have:");
        out.println("    fenestra resource --attach " + place.attach());
        out.println("What the hosts refuse, and by which rule:");
        out.println("    fenestra refusals --attach " + place.attach() + " --follow");
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
