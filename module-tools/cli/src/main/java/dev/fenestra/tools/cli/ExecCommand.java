package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.Bridge;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.FindingsOfPrograms;
import dev.fenestra.tools.bridge.Polling;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.bridge.ProgramCheck;
import dev.fenestra.tools.bridge.Programs;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.serve.ServeConfig;
import dev.fenestra.tools.serve.ServeOptions;
import dev.fenestra.tools.serve.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
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
            "66:the check has found something, and the program has ended with 0 or was ended for it",
            "125:the server is dead: it has left its socket, or it has ended before a program that then failed",
            "127:there is no such program",
            "else:that of the program"
        })
final class ExecCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int FOUND = 66;
    private static final int DEAD_SERVER = 125;
    private static final int NO_PROGRAM = 127;
    private static final int KILLED = 128 + 9;

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

    @Option(
            names = "--check",
            arity = "0..1",
            paramLabel = "strict",
            fallbackValue = "all",
            description = "Finds what the program owes to its devices and peers and does not keep, and prints it at the"
                    + " end: docs/check.md. With =strict the program ends at its first error.")
    private @Nullable CheckMode check;

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
                if (check == null || place.isChecked()) {
                    return run(place);
                }
                if (socket != null) {
                    throw new IOException("the server at " + socket + " was started without --check");
                }
                terminal.err().println("fenestra: the server that runs was started without --check");
                return runWithServer();
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
            String why = Bridge.isTaken(Places.ofProgram(socket).socket()) ? "" : "no server runs, ";
            terminal.err().println("fenestra: " + why + "so this program gets one of its own");
        }
        Path folder = Files.createTempDirectory("fenestra");
        BridgePlace place = BridgePlace.at(folder.resolve("bridge"));
        ServeConfig config =
                hosts == null ? ServeConfig.usual() : ServeConfig.usual().withHosts(hosts);
        ServeOptions options = ServeOptions.at(place, config);
        // The findings are printed at the end.
        try (Server _ = Server.start(
                check == null ? options : options.withCheck(new ProgramCheck(CheckSettings.USUAL, _ -> {})),
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
        Map<String, String> variables = Programs.environment(place, on, PreloadedLibrary.build(System.getenv()));
        long token = check == null ? 0 : Math.max(1, new SecureRandom().nextLong(Long.MAX_VALUE));
        program.environment().putAll(place.isChecked() ? checked(variables, token) : variables);
        program.environment().putAll(polling.variables());
        Object server = Bridge.identity(place.socket());
        try {
            int exitCode = program.start().waitFor();
            if (!server.equals(Bridge.identity(place.socket()))) {
                return lostServer(place.socket(), exitCode);
            }
            return check == null ? exitCode : found(place, token, exitCode);
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

    private Map<String, String> checked(Map<String, String> variables, long token) throws IOException {
        String missing = PreloadedLibrary.missingForCheck(System.getenv());
        if (!missing.isEmpty()) {
            throw new IOException(missing.substring(0, missing.length() - 1));
        }
        Path library = PreloadedLibrary.buildCheck(System.getenv());
        return Programs.checked(variables, library, token, check == CheckMode.STRICT);
    }

    private int found(BridgePlace place, long token, int exitCode) throws IOException {
        FindingsOfPrograms found = FindingsOfPrograms.ask(place, token);
        terminal.err().print(found.text());
        terminal.err()
                .println("fenestra: the check has found "
                        + (found.count() == 0
                                ? "nothing"
                                : found.count() == 1 ? "1 fault" : found.count() + " faults"));
        boolean wasEnded = check == CheckMode.STRICT && exitCode == KILLED;
        return found.count() > 0 && (exitCode == 0 || wasEnded) ? FOUND : exitCode;
    }

    /** The last line is the one that is read: what the program has said may be long. */
    private int lostServer(Path place, int exitCode) {
        terminal.err()
                .println("fenestra: THE SERVER at " + place
                        + " HAS ENDED while the program ran. The program ended with " + exitCode + ".");
        return exitCode == 0 ? 0 : DEAD_SERVER;
    }
}
