package dev.fenestra.tools.serve.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.testing.SampleRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A server for programs that tests start. Without what programs need this test is left out. */
class FenestraServerTest {
    @Test
    void shouldGiveProgramsOfAllTestsOfAClassOneServerAndEndIt() throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        Sample.socket = Path.of("");

        SampleRun run = SampleRun.of(Sample.class);

        run.results()
                .forEach((name, result) -> assertTrue(
                        name.equals("shouldFail") || result.getThrowable().isEmpty(), () -> name + ": " + result));
        assertEquals("it fails", run.failure("shouldFail").getMessage());
        assertFalse(Files.exists(Sample.socket.getParent()), Sample.socket.toString());
    }

    @FenestraServer(hosts = {"carol", "dave"})
    static class Sample {
        private static Path socket = Path.of("");

        @Test
        void shouldStartAProgramOnAHost(ServedHosts hosts) throws IOException, InterruptedException {
            check(hosts);
            Process program = hosts.program("dave", "sh", "-c", "echo $FENESTRA_HOST; cat $FENESTRA_SOCKET.d/names")
                    .start();
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, program.waitFor());
            assertEquals("dave\ncarol\ndave\n", said);
        }

        @Test
        void shouldKnowItsHostsOnly(ServedHosts hosts) {
            check(hosts);
            assertThrows(IllegalArgumentException.class, () -> hosts.program("alice", "true"));
            assertTrue(hosts.refusals("carol").isEmpty());
        }

        @Test
        void shouldFail(ServedHosts hosts) {
            check(hosts);
            throw new AssertionError("it fails");
        }

        /** All tests have one server. */
        private static void check(ServedHosts hosts) {
            assertTrue(Files.exists(hosts.socket()));
            assertTrue(socket.toString().isEmpty() || socket.equals(hosts.socket()));
            socket = hosts.socket();
        }
    }
}
