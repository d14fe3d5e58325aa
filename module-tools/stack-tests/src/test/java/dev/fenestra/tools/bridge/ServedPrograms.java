package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server with hosts, alice and bob unless others are asked for, and programs that run on them. */
final class ServedPrograms implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 120;
    private static final int MOST_TRIES = 100;

    private final BridgePlace place;
    private final BridgeServer server;

    private ServedPrograms(BridgePlace place, BridgeServer server) {
        this.place = place;
        this.server = server;
    }

    /** Starts a server; leaves the test out where programs cannot use it. */
    static ServedPrograms in(Path folder) throws IOException {
        return in(folder, TestBench.builder());
    }

    static ServedPrograms in(Path folder, TestBenchBuilder hosts) throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        return new ServedPrograms(place, BridgeServer.start(place, hosts, _ -> {}));
    }

    BridgePlace place() {
        return place;
    }

    TestBench bench() {
        return server.bench();
    }

    Process run(String host, Path output, List<String> command) throws IOException {
        return run(host, output, command, Map.of());
    }

    Process run(String host, Path output, List<String> command, Map<String, String> variables) throws IOException {
        ProcessBuilder program =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        program.environment().putAll(Programs.environment(place, host, BuiltLibrary.library()));
        program.environment().putAll(variables);
        return program.start();
    }

    /**
     * Runs a program on one host, and the same program on another one, with an address as its last argument.
     *
     * @param folder for their output
     * @param command without a port
     */
    void meet(Path folder, String listens, String joins, List<String> command)
            throws IOException, InterruptedException {
        List<String> server = new ArrayList<>(command);
        server.addAll(List.of("-p", freePort()));
        List<String> client = new ArrayList<>(server);
        client.add("127.0.0.1");
        Path told = folder.resolve("listens");
        Process listener = run(listens, told, server);
        join(folder, listener, joins, client);
        assertSuccess(listener, told);
    }

    /**
     * Runs a program that joins one which may not listen yet. Without it the program ends at once, and starts again.
     *
     * @param folder for its output
     * @param listener the program that listens
     * @param host where the other one runs
     * @param command with all arguments
     */
    void join(Path folder, Process listener, String host, List<String> command)
            throws IOException, InterruptedException {
        Path output = folder.resolve("joins");
        int code = 1;
        for (int tries = 0; code != 0 && listener.isAlive() && tries < MOST_TRIES; tries++) {
            Process joiner = run(host, output, command);
            assertTrue(joiner.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> host + " has not ended in time");
            code = joiner.exitValue();
        }
        assertEquals(0, code, host + ": " + Files.readString(output));
    }

    static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    static void assertSuccess(Process program, Path output) throws IOException, InterruptedException {
        boolean ended = program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        program.destroyForcibly();
        assertTrue(ended, () -> "not ended in time");
        assertEquals(0, program.exitValue(), Files.readString(output));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
