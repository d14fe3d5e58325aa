package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.BridgeServer;
import dev.fenestra.tools.bridge.BuiltLibrary;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.bridge.Programs;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code fenestra devinfo} and rdma-core's {@code ibv_devinfo}, byte by byte, on the host of one server. */
@ExtendWith(NoHang.class)
class DevinfoLikeTheRealOneTest {
    private static final List<String> ARGUMENTS = List.of(
            "",
            "-v",
            "-l",
            "-l -v",
            "-d mlx5_0",
            "-d mlx5_0 -i 1 -v",
            "-i 1",
            "-d nope",
            "-d nope -l",
            "-i 9",
            "-i 300");
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void shouldPrintEachByteOfTheRealOneAndEndWithItsExitCode() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/ibv_devinfo")), "ibv_devinfo is missing: ibverbs-utils");
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        BridgePlace place = BridgePlace.at(folder.resolve("place/bridge"));
        try (BridgeServer server = BridgeServer.start(place, TestBench.builder(), _ -> {})) {
            Path snapshot = Files.writeString(
                    folder.resolve("bob.json"),
                    SnapshotJson.write(Snapshot.of(List.of(server.bench().host("bob")))));
            for (String line : ARGUMENTS) {
                List<String> arguments = line.isEmpty() ? List.of() : List.of(line.split(" "));
                List<String> ours = new ArrayList<>(List.of("devinfo", "--snapshot", snapshot.toString()));
                ours.addAll(arguments);
                TestTerminal terminal = new TestTerminal();
                int exitCode = terminal.run(ours.toArray(String[]::new));

                Process real = real(place, arguments);
                assertEquals(Files.readString(folder.resolve("out")), terminal.out.toString(), line);
                assertEquals(Files.readString(folder.resolve("err")), terminal.err.toString(), line);
                assertEquals(real.exitValue(), exitCode, line);
            }
        }
        assertTrue(Files.readString(folder.resolve("bob.json")).contains("::ffff:10.0.0.2"), "a device with GIDs");
    }

    private Process real(BridgePlace place, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ibv_devinfo"));
        command.addAll(arguments);
        ProcessBuilder program = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        program.environment().putAll(Programs.environment(place, "bob", BuiltLibrary.library()));
        Process running = program.start();
        assertTrue(running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it ends");
        return running;
    }
}
