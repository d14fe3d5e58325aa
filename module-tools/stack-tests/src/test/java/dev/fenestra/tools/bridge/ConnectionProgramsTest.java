package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of librdmacm, unmodified, connect on simulated hosts. Without them these tests are left out. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class ConnectionProgramsTest {
    private static final int PATIENCE_SECONDS = 60;
    private static final int TRIES = 40;
    /** What a program's {@code exit(-1)} is for those who wait for it. */
    private static final int UNSIGNED_MINUS_ONE = 255;

    @TempDir
    private Path folder;

    private ServedPrograms programs;

    @BeforeEach
    void start() throws IOException {
        programs = ServedPrograms.in(folder);
    }

    @AfterEach
    void stop() throws IOException {
        if (programs != null) {
            programs.close();
        }
    }

    private Process run(String host, Path output, String command) throws IOException {
        return programs.run(host, output, List.of(command.split(" ")));
    }

    /** It waits 2 s for an answer. */
    @Test
    void shouldTellAProgramThatNobodyHasAnAddress() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/rping")), "rping is missing: rdmacm-utils");
        Path asked = folder.resolve("asked");

        Process alice = run("alice", asked, "rping -c -a 10.0.0.88");

        assertTrue(alice.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "rping does not end");
        String text = Files.readString(asked);
        assertTrue(text.contains("RDMA_CM_EVENT_ADDR_ERROR"), text);
    }

    /** A look at a channel without events may come as often as it likes: the channel does not become readable by it. */
    @Test
    void shouldMakeAChannelReadableOnlyWhileItHasEvents() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/include/rdma/rdma_cma.h")), "rdma_cma.h is missing: librdmacm-dev");
        Path source = Path.of("stack-tests/src/test/resources/dev/fenestra/tools/bridge/migration.c");
        Path program = CPrograms.build(source, folder, "-Wl,--no-as-needed", "-lrdmacm");
        Path said = folder.resolve("said");

        ServedPrograms.assertSuccess(run("alice", said, program + " 10.0.0.1"), said);
    }

    /** bob has the address 10.0.0.2. A client that comes before its server is refused, and comes again. */
    @ParameterizedTest
    @CsvSource({
        "rping -s -C 20, rping -c -v -a 10.0.0.2 -C 20, rdmacm-utils",
        "ucmatose -b 10.0.0.2, ucmatose -s 10.0.0.2, rdmacm-utils",
        "udaddy -b 10.0.0.2, udaddy -s 10.0.0.2, rdmacm-utils",
        "rdma_server, rdma_client -s 10.0.0.2, rdmacm-utils",
        "rdma_xserver, rdma_xclient -s 10.0.0.2, rdmacm-utils",
        "rstream -S 64 -I 2 -T b, rstream -s 10.0.0.2 -S 64 -I 2 -T b, rdmacm-utils",
    })
    void shouldConnectProgramsOfLibrdmacm(String listening, String connecting, String debianPackage)
            throws IOException, InterruptedException {
        String name = listening.split(" ")[0];
        assumeTrue(Files.exists(Path.of("/usr/bin", name)), name + " is missing: " + debianPackage);
        Path served = folder.resolve("served");
        Path asked = folder.resolve("asked");
        Process bob = run("bob", served, listening);
        int exit = -1;
        for (int i = 0; i < TRIES && exit != 0 && bob.isAlive(); i++) {
            Process alice = run("alice", asked, connecting);
            assertTrue(alice.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> connecting + " does not end");
            exit = exitCode(alice, asked);
            TimeUnit.MILLISECONDS.sleep(exit == 0 ? 0 : 100);
        }
        assertTrue(bob.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> listening + " does not end");
        assertEquals(0, exit, Files.readString(asked));
        assertEquals(0, exitCode(bob, served), Files.readString(served));
    }

    /**
     * The exit code of a program, or 0 for an rping that has lost a race with itself: its second thread may ask for one
     * more event when the first one, which is done, has closed the channel already. Then the process ends with 255.
     */
    private static int exitCode(Process program, Path output) throws IOException {
        boolean hasLostItsRace = program.exitValue() == UNSIGNED_MINUS_ONE
                && Files.readString(output).contains("DISCONNECT EVENT...\nrdma_get_cm_event: Bad file descriptor");
        return hasLostItsRace ? 0 : program.exitValue();
    }
}
