package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command, twice, each in a Java machine of its own. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TwoProcessTest {
    private static final int BOUND_SECONDS = 90;
    private static final String MAIN = "dev.fenestra.tools.cli.Main";

    private record Ended(int exitCode, String output) {}

    private static Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        String modules = entries(System.getProperty("jdk.module.path", ""));
        if (modules.isEmpty()) {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        } else {
            command.addAll(List.of("-p", modules, "-m", "dev.fenestra.tools.cli/" + MAIN));
        }
        command.addAll(List.of("pingpong", "--patience", Integer.toString(BOUND_SECONDS), "--verify", "-n", "20"));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String entries(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Ended end(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), output);
        return new Ended(process.exitValue(), output);
    }

    /** The server may not listen yet. */
    private static Ended client(String port) throws IOException, InterruptedException {
        Ended last = new Ended(-1, "");
        for (int i = 0; i < BOUND_SECONDS && last.exitCode() != 0; i++) {
            last = end(start("-p", port, "--bind", "127.0.0.2", "127.0.0.1"));
            assertTrue(last.exitCode() == 0 || last.output().contains("Couldn't connect"), last.output());
        }
        return last;
    }

    @Test
    void shouldExchangeMessagesBetweenTwoProcesses() throws Exception {
        String port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = Integer.toString(free.getLocalPort());
        }
        Process server = start("-p", port, "--bind", "127.0.0.1");
        try {
            Ended client = client(port);
            Ended served = end(server);
            assertEquals(0, client.exitCode(), client.output());
            assertEquals(0, served.exitCode(), served.output());
            assertEquals(4, client.output().lines().count(), client.output());
            assertTrue(served.output().contains("remote address: LID 0x0000, QPN"), served.output());
        } finally {
            server.destroyForcibly();
        }
    }
}
