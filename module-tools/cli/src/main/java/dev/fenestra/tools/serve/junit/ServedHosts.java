package dev.fenestra.tools.serve.junit;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.RefusalMark;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.bridge.Programs;
import dev.fenestra.tools.serve.ServeConfig;
import dev.fenestra.tools.serve.ServeOptions;
import dev.fenestra.tools.serve.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hosts of a running server, for programs that a test starts. */
public final class ServedHosts implements AutoCloseable {
    private final Path folder;
    private final BridgePlace place;
    private final Path library;
    private final Server server;
    private final List<String> log;

    /** How much each host had refused before the present test. */
    private RefusalMark before;

    private boolean isOpen = true;

    private ServedHosts(Path folder, BridgePlace place, Path library, Server server, List<String> log) {
        this.folder = folder;
        this.place = place;
        this.library = library;
        this.server = server;
        this.log = log;
        before = RefusalMark.of(server.bench().hosts());
    }

    static ServedHosts start(List<String> hosts) throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        if (!missing.isEmpty()) {
            throw new IOException(missing);
        }
        Path library = PreloadedLibrary.build(System.getenv());
        Path folder = Files.createTempDirectory("fenestra");
        BridgePlace place = BridgePlace.at(folder.resolve("bridge"));
        List<String> log = new ArrayList<>();
        ServeOptions options = ServeOptions.at(place, ServeConfig.usual().withHosts(hosts));
        Server server = Server.start(options, TestBench.builder(), line -> add(log, line));
        return new ServedHosts(folder, place, library, server, log);
    }

    private static void add(List<String> log, String line) {
        synchronized (log) {
            log.add(line);
        }
    }

    /** {@return the socket of the server, for {@code fenestra exec --socket}} */
    public Path socket() {
        return place.socket();
    }

    /**
     * {@return what a program needs in its environment to find the devices of a host}
     *
     * @param host name of the host
     * @throws IllegalArgumentException when the server has no such host
     */
    public Map<String, String> environment(String host) {
        server.bench().host(host);
        return Programs.environment(place, host, library);
    }

    /**
     * A program on a host, to be started by the test.
     *
     * @param host name of the host
     * @param command the program and its arguments
     * @return the program, with its environment
     * @throws IllegalArgumentException when the server has no such host
     */
    public ProcessBuilder program(String host, String... command) {
        ProcessBuilder program = new ProcessBuilder(command);
        program.environment().putAll(environment(host));
        return program;
    }

    /**
     * The last operations that a host refused, oldest first.
     *
     * @param host name of the host
     * @return the refusals that it keeps
     * @throws IllegalArgumentException when the server has no such host
     */
    public List<Refusal> refusals(String host) {
        return server.bench().host(host).refusals();
    }

    /** {@return what the server said, such as that it turned a program away} */
    public List<String> log() {
        synchronized (log) {
            return List.copyOf(log);
        }
    }

    void begin() {
        before = RefusalMark.of(server.bench().hosts());
    }

    /** What the hosts refused since the test began, and what the server said. */
    Optional<Throwable> refused() {
        List<String> lines = new ArrayList<>();
        for (RefusalMark.Since fresh : before.since()) {
            fresh.kept().forEach(refusal -> lines.add(fresh.host().name() + ": " + refusal));
        }
        lines.addAll(log());
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Told(String.join("\n  ", lines)));
    }

    /** Ends the server, and what its programs have left. A second call does nothing. */
    @Override
    public void close() throws IOException {
        if (isOpen) {
            isOpen = false;
            try {
                server.close();
            } finally {
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        }
    }

    /** Stands among the suppressed exceptions of a failure. */
    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Told(String lines) {
            super(lines, null, false, false);
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
