package dev.fenestra.tools.linux;

import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Unmodified programs of rdma-core on both sides, and the pingpongs of the command line. Each program compares what it
 * receives as far as it can.
 */
final class ProgramMeetings {
    /** For a server whose client has failed. */
    private static final Duration SOON = Duration.ofSeconds(3);

    /**
     * A sender of soft-RoCE sometimes stops for good while it repeats a message, and programs give up after half a
     * second, in which an emulated guest may not run: docs/linux.md.
     */
    private static final int MOST_MEETINGS = 3;

    private static final int TRIES = 20;
    private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Pattern EARLY = Pattern.compile("(?i)refused|couldn't connect|reject|unreachable");
    private static final Shell.Ended NOBODY_THERE = new Shell.Ended(-1, "refused");

    private final Guest guest;
    private final Shell.Running serve;
    private final Path socket;
    private final Path captures;

    private ProgramMeetings(Guest guest, Shell.Running serve, Path socket, Path captures) {
        this.guest = guest;
        this.serve = serve;
        this.socket = socket;
        this.captures = captures;
    }

    static ProgramMeetings start(Guest guest, Path captures) throws IOException {
        Path folder = Files.createTempDirectory(
                "fenestra-serve", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path socket = folder.resolve("socket");
        Shell.Running serve = Shell.start(Shell.fenestra(List.of(
                "serve",
                "--socket",
                socket.toString(),
                "--udp",
                PeerNetwork.SERVED,
                "--hosts",
                "alice",
                "--provider",
                FenestraSide.PROVIDER)));
        for (int i = 0; i < TRIES && !Files.exists(socket); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
        return new ProgramMeetings(guest, serve, socket, captures);
    }

    void close() {
        serve.stop();
    }

    LinuxPeerIT.Result run(PeerCase one) throws IOException, InterruptedException {
        String failure = "not tried";
        int meetings = 0;
        while (!failure.isEmpty() && meetings < MOST_MEETINGS) {
            meetings++;
            guest.impair(one.impairment());
            PeerCapture between = PeerCapture.start(captures.resolve("programs.pcap"));
            failure = one.isLinuxServer() ? linuxServes(one) : fenestraServes(one);
            if (failure.isEmpty()) {
                between.whole();
            } else {
                between.stop();
                guest.run("pkill '^(ibv_|ib_|rping|ucmatose|udaddy)' || true");
            }
        }
        if (!failure.isEmpty()) {
            throw new AssertionError(failure);
        }
        Path between = captures.resolve("programs.pcap");
        PeerCapture.shouldKeepTheRules(
                between, one.toString(), new KnownFindings(one.impairment(), Set.of(), Set.of()));
        return new LinuxPeerIT.Result(meetings, Set.of());
    }

    private String linuxServes(PeerCase one) throws IOException, InterruptedException {
        Guest.Job server = guest.start(placed(one.server()));
        Shell.Ended client = NOBODY_THERE;
        for (int i = 0; i < TRIES && isEarly(client) && !server.isOver(); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            client = Shell.start(here(one.client())).await(Patience.LIMIT);
        }
        return failure(server.await(client.isGood() ? Patience.LIMIT : SOON), client);
    }

    private String fenestraServes(PeerCase one) throws IOException, InterruptedException {
        Shell.Running server = Shell.start(here(one.server()));
        Shell.Ended client = NOBODY_THERE;
        for (int i = 0; i < TRIES && isEarly(client) && server.process().isAlive(); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            client = guest.start(placed(one.client())).await(Patience.LIMIT);
        }
        return failure(server.await(client.isGood() ? Patience.LIMIT : SOON), client);
    }

    /** Whether the server may only not have listened yet. */
    private static boolean isEarly(Shell.Ended client) {
        return !client.isGood() && EARLY.matcher(client.output()).find();
    }

    private static String failure(Shell.Ended server, Shell.Ended client) {
        return server.isGood() && client.isGood()
                ? ""
                : "server " + server.exitCode() + ":\n" + server.output() + "\nclient " + client.exitCode() + ":\n"
                        + client.output();
    }

    /** A program under {@code fenestra exec}, or a pingpong of the command line. */
    private List<String> here(String command) {
        List<String> words = List.of(placed(command).split(" "));
        if (words.getFirst().equals("pingpong")) {
            return Shell.fenestra(
                    Stream.concat(words.stream(), Stream.of("--patience", "40")).toList());
        }
        List<String> exec = new ArrayList<>(List.of("exec", "--socket", socket.toString(), "--host", "alice", "--"));
        exec.addAll(words);
        return Shell.fenestra(exec);
    }

    private static String placed(String command) {
        return command.replace("LINUX6_GID", Guest.IPV6_GID)
                .replace("PINGPONG6", PeerNetwork.PINGPONG_IPV6)
                .replace("LINUX", Guest.ADDRESS)
                .replace("SERVED", PeerNetwork.SERVED)
                .replace("PINGPONG", PeerNetwork.PINGPONG);
    }
}
