package dev.fenestra.tools.observe.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.SimulatedBenches;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same program has the same journal in each virtual machine. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class JournalDigestTest {
    private static final String MAIN = "dev.fenestra.tools.cli.Main";
    private static final int BOUND_SECONDS = 120;
    /** Its journal depended on identity hashes once. */
    private static final long SEED = 2;

    private static final long VERBS = 4_000;

    @Test
    void shouldBeThatOfAVirtualMachineInWhichAllIdentityHashesAreEqual() throws IOException, InterruptedException {
        Process other = start(
                "oracle",
                "--window-type",
                "2b",
                "--seed",
                Long.toString(SEED),
                "--verbs",
                Long.toString(VERBS),
                "--journal-digest");
        String here = digest(SEED, VERBS);

        String output = new String(other.getInputStream().readAllBytes(), UTF_8);
        assertTrue(other.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), output);
        assertEquals(0, other.exitValue(), output);
        assertTrue(output.contains("journals " + here), output);
    }

    @Test
    void shouldTellProgramsApart() {
        assertNotEquals(digest(SEED, 100), digest(SEED + 1, 100));
    }

    private static String digest(long seed, long verbs) {
        JournalDigest journals = new JournalDigest();
        WindowForm form = WindowForm.TYPE_2B;
        Oracle oracle = new Oracle(form, journals.watch(new SimulatedBenches(form)), Scope.ALL);
        assertTrue(oracle.explore(seed, verbs).isEmpty());
        return journals.take();
    }

    private static Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"));
        String modules = entries(System.getProperty("jdk.module.path", ""));
        if (modules.isEmpty()) {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        } else {
            command.addAll(List.of("-p", modules, "-m", "dev.fenestra.tools.cli/" + MAIN));
        }
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String entries(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
