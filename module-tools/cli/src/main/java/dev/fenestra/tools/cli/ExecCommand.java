package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.Bridge;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.Polling;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.bridge.Programs;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.serve.ServeConfig;
import dev.fenestra.tools.serve.ServeOptions;
import dev.fenestra.tools.serve.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra exec}. */
@Command(
        name = "exec",
        description =
                "Runs a program on a host of a fenestra server: its libibverbs finds the devices of that host. Without"
                        + " a server and without --socket it starts one for the program, and ends it afterwards.",
        exitCodeList = {
            "1:the program could not be run",
            "2:bad usage",
            "125:the server is dead: it has left its socket, or it has ended before a program that then failed",
            "127:there is no such program",
            "else:that of the program"
        })
final class ExecCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int DEAD_SERVER = 125;
    private static final int NO_PROGRAM = 127;

    private final Terminal terminal;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            completionCandidates = Known.Hosts.class,
            description = "Host to run on; default: the first of the server.")
    private @Nullable String host;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Where the server is; default: that of an exec around this one, or else the user's usual"
                    + " place.")
    private @Nullable Path socket;

    @Option(
            names = "--hosts",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Starts a server with these hosts for the program, whatever runs. The program starts others on"
                            + " them by $FENESTRA exec --host NAME.")
    private @Nullable List<String> hosts;

    @Option(
            names = "--poll",
            paramLabel = "yield|spin",
            description = "What a thread does that polls a CQ in vain: yield its processor to the device (usual), or"
                    + " spin, as the program is written.")
    private Polling polling = Polling.YIELD;

    @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "Program and its arguments.")
    private List<String> command = List.of();

    ExecCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try {
            String missing = PreloadedLibrary.missing(System.getenv());
            if (!missing.isEmpty()) {
                terminal.err().println("fenestra: " + missing);
                return FAILED;
            }
            BridgePlace place = Places.ofProgram(socket);
            Optional<String> wrong = Places.notForPrograms(place.socket());
            if (wrong.isPresent()) {
                throw new IOException(wrong.get());
            }
            if (hosts == null && Bridge.isTaken(place.socket())) {
                return run(place);
            }
            if (hosts == null && Bridge.isLeftBehind(place.socket())) {
                return deadServer(place.socket());
            }
            if (socket != null && hosts == null) {
                throw new IOException("there is no server at " + socket + ": fenestra serve --socket " + socket);
            }
            return runWithServer();
        } catch (IOException | MissingProviderException e) {
            terminal.err().println("fenestra: " + e.getMessage() + ".");
            return FAILED;
        }
    }

    private int deadServer(Path left) {
        String option = socket == null ? "" : " --socket " + left;
        terminal.err()
                .println("fenestra: THE SERVER IS DEAD: it has left its socket " + left + ". The program was not run."
                        + " Start a server (fenestra serve" + option + "), or remove the socket.");
        return DEAD_SERVER;
    }

    /** The server's place is a folder of this run alone. */
    private int runWithServer() throws IOException {
        if (hosts == null) {
            terminal.err().println("fenestra: no server runs, so this program gets one of its own");
        }
        Path folder = Files.createTempDirectory("fenestra");
        BridgePlace place = BridgePlace.at(folder.resolve("bridge"));
        ServeConfig config =
                hosts == null ? ServeConfig.usual() : ServeConfig.usual().withHosts(hosts);
        try (Server _ = Server.start(
                ServeOptions.at(place, config),
                TestBench.builder(),
                line -> terminal.err().println("fenestra: " + line))) {
            return run(place);
        }
    }

    /** Inside of another exec that of the program around, or else the first. */
    private static String usualHost(BridgePlace place) throws IOException {
        List<String> hosts = place.hosts();
        String around = System.getenv().getOrDefault(Programs.HOST, "");
        return hosts.contains(around) ? around : hosts.getFirst();
    }

    private int run(BridgePlace place) throws IOException {
        String on = host == null ? usualHost(place) : host;
        if (!Files.isDirectory(place.tree(on))) {
            throw new IOException(
                    "the server at " + place.socket() + " has no host " + Shown.name(on) + ", only " + place.hosts());
        }
        ProcessBuilder program = new ProcessBuilder(command).inheritIO();
        program.environment().putAll(Programs.environment(place, on, PreloadedLibrary.build(System.getenv())));
        program.environment().putAll(polling.variables());
        Object server = Bridge.identity(place.socket());
        try {
            int exitCode = program.start().waitFor();
            return server.equals(Bridge.identity(place.socket())) ? exitCode : lostServer(place.socket(), exitCode);
        } catch (IOException noProgram) {
            terminal.err()
                    .println("fenestra: "
                            + String.valueOf(noProgram.getMessage()).strip() + ".");
            return NO_PROGRAM;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    /** The last line is the one that is read: what the program has said may be long. */
    private int lostServer(Path place, int exitCode) {
        terminal.err()
                .println("fenestra: THE SERVER at " + place
                        + " HAS ENDED while the program ran. The program ended with " + exitCode + ".");
        return exitCode == 0 ? 0 : DEAD_SERVER;
    }
}
