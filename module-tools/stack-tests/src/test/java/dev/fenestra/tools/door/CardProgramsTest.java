package dev.fenestra.tools.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of rdma-core by the unmodified librxe, on cards of rxe. Without them these tests are left out. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class CardProgramsTest {
    private static final AtomicInteger PORTS = new AtomicInteger(24_500);
    private static final int PATIENCE_SECONDS = 120;
    private static final int MOST_TRIES = 100;

    @TempDir
    private Path folder;

    private ServedPrograms programs;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/bin/ibv_rc_pingpong")), "ibv_rc_pingpong is missing: ibverbs-utils");
        programs = ServedPrograms.in(folder, TestBench.builder().provider("rxe"));
    }

    @AfterEach
    void stop() throws IOException {
        if (programs != null) {
            programs.close();
        }
    }

    @Test
    void shouldBindWindowsOfBothTypesAndRefuseOneByteOutside() throws IOException, InterruptedException {
        Path output = folder.resolve("window");
        Path program = CPrograms.build(Path.of("src/samples/c-window/window.c"), folder);

        ServedPrograms.assertSuccess(programs.run("alice", output, List.of(program.toString())), output);

        String refusals = programs.bench().host("alice").refusals().toString();
        assertTrue(refusals.contains("A7"), refusals);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibv_rc_pingpong -g 0 -n 50",
                "ibv_rc_pingpong -g 1 -e -n 50",
                "ibv_ud_pingpong -g 0 -n 50",
                "ibv_srq_pingpong -g 0 -n 50",
                "ib_atomic_bw -x 0 -F -n 50"
            })
    void shouldCarryProgramsBetweenHosts(String line) throws IOException, InterruptedException {
        List<String> command = List.of((line + " -p " + PORTS.getAndIncrement()).split(" "));
        assumeTrue(Files.exists(Path.of("/usr/bin", command.getFirst())), command.getFirst() + " is missing");
        List<String> client = new ArrayList<>(command);
        client.add("127.0.0.1");
        Path served = folder.resolve("server");
        Path carried = folder.resolve("client");
        Process server = programs.run("bob", served, command);
        int code = 1;
        // The client may come before its server listens.
        for (int tries = 0; code != 0 && server.isAlive() && tries < MOST_TRIES; tries++) {
            Process once = programs.run("alice", carried, client);
            assertTrue(once.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the client has not ended in time");
            code = once.exitValue();
        }
        assertEquals(0, code, () -> text(carried) + text(served));
        ServedPrograms.assertSuccess(server, served);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException missing) {
            return missing.toString();
        }
    }
}
