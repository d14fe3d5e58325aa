package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyLevel;
import dev.fenestra.tools.duties.DutyProgram;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** C programs whose duties are checked. Without what they need these tests are left out. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class CheckedProgramsTest {
    private static final long TOKEN = 7;

    @TempDir
    private Path folder;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private BridgePlace place;
    private BridgeServer server;

    @BeforeEach
    void start() throws IOException {
        String missing = PreloadedLibrary.missingForCheck(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        server = BridgeServer.start(
                place, TestBench.builder(), Optional.of(new ProgramCheck(CheckSettings.ALL, log::add)), log::add);
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void shouldFindWhatBrokenProgramsDoNotKeepAndNothingElse() throws IOException, InterruptedException {
        for (DutyProgram program : DutyProgram.all()) {
            if (program.language().equals("c")) {
                FindingsOfPrograms found = findings(build(program));
                Set<Duty> expected = EnumSet.noneOf(Duty.class);
                if (program.isBroken()) {
                    expected.add(program.duty());
                }
                for (Duty duty : Duty.values()) {
                    boolean isFound = found.text().contains(duty.id() + " (");
                    boolean mayBe = program.also().contains(duty) || duty.level() == DutyLevel.ADVICE;
                    assertTrue(
                            isFound ? mayBe || expected.contains(duty) : !expected.contains(duty),
                            () -> program.name() + ": " + duty + "\n" + found.text());
                }
            }
        }
    }

    @Test
    void shouldNameBothTheBytesAndTheCallThatPosted() throws IOException, InterruptedException {
        FindingsOfPrograms found = findings(build(broken(Duty.SENT_BYTES_STAY)));

        assertTrue(found.text().contains("63 68 61 6e 67 65 64"), found.text());
        assertTrue(found.text().contains("post_flags+0x"), found.text());
        Patience.until("the log has the finding", () -> log.stream().anyMatch(line -> line.startsWith("USE-1 ")));
    }

    @Test
    void shouldEndAProgramAtItsFirstErrorWhenItIsStrict() throws IOException, InterruptedException {
        DutyProgram program = broken(Duty.SENT_BYTES_STAY);
        String endless = program.text().replace("ibv_destroy_qp(alice);", "for (;;) sleep(1);");
        Process running = run(build(program.name(), endless), true);

        assertTrue(running.waitFor(1, TimeUnit.MINUTES), "it was ended");
        assertEquals(128 + 9, running.exitValue());
        assertTrue(FindingsOfPrograms.ask(place, TOKEN).count() > 0);
    }

    @Test
    void shouldKnowWhatAKilledProgramHasLeft() throws IOException, InterruptedException {
        DutyProgram program = broken(Duty.SENT_BYTES_STAY);
        String killed = program.text().replace("ibv_destroy_qp(alice);", "kill(getpid(), 9);");
        Process running = run(build(program.name(), "#include <signal.h>\n" + killed), false);

        assertEquals(128 + 9, running.waitFor());
        String text = FindingsOfPrograms.ask(place, TOKEN).text();
        assertTrue(text.contains("USE-1 (error)") && text.contains("USE-30 (warning)"), text);
    }

    private static DutyProgram broken(Duty duty) {
        return DutyProgram.of(duty).stream()
                .filter(program -> program.isBroken() && program.language().equals("c"))
                .findFirst()
                .orElseThrow();
    }

    private Path build(DutyProgram program) throws IOException, InterruptedException {
        return build(program.name(), program.text());
    }

    private Path build(String name, String text) throws IOException, InterruptedException {
        Path source = folder.resolve(name + ".c");
        Files.writeString(source, text);
        return CPrograms.build(source, folder, "-Wno-error");
    }

    private FindingsOfPrograms findings(Path program) throws IOException, InterruptedException {
        Process running = run(program, false);
        assertTrue(running.waitFor(1, TimeUnit.MINUTES), program::toString);
        return FindingsOfPrograms.ask(place, TOKEN);
    }

    private Process run(Path program, boolean isStrict) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        Map<String, String> variables = Programs.environment(place, "alice", BuiltLibrary.library());
        builder.environment().putAll(Programs.checked(variables, BuiltLibrary.checkLibrary(), TOKEN, isStrict));
        return builder.start();
    }
}
