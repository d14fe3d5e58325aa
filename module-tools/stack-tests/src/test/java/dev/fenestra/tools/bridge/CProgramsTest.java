package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.tools.observe.rules.Provocation;
import dev.fenestra.tools.observe.rules.RuleAdvice;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.observe.rules.Symptom;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.observe.snapshot.RefusalListing;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** C programs of this project on simulated hosts, built with libibverbs. Each checks its own steps. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class CProgramsTest {
    private static final Path WINDOW = Path.of("src/samples/c-window/window.c");

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

    /** The sample checks each step itself; the server says why two of them were refused. */
    @Test
    void shouldNameTheRulesThatRefuseACProgram() throws IOException, InterruptedException, SnapshotException {
        run(CPrograms.build(WINDOW, folder));

        try (Attach _ = Attach.listen(programs.bench(), programs.place().attach())) {
            List<RefusalListing.Row> rows = RefusalListing.of(
                            Attach.read(programs.place().attach()), null, null)
                    .rows();
            assertEquals(
                    List.of("A7", "A4", "A7"),
                    rows.stream().map(RefusalListing.Row::rule).toList());
            String values = rows.getFirst().values();
            assertTrue(values.contains("length=64") && values.contains("+64 with rights"), values);
        }
    }

    /** No call tells of them, so the preloaded library does. */
    @Test
    void shouldKnowWhatTheLibraryOfAProgramRefuses() throws IOException, InterruptedException {
        run(build("refused-posts.c"));

        List<LoggedRefusal> refused = programs.bench().host("bob").kernel().refusals().contents().last().stream()
                .filter(it -> it.refusal().ruleId().equals(AbiRule.LIBRARY.id()))
                .toList();
        assertEquals(3, refused.size(), refused::toString);
        assertTrue(
                refused.getFirst()
                        .toString()
                        .matches("driver refused \\[ABI-16] .* -> ENOMEM \\(QP 0x\\w+: SEND, pieces=1, length=4096,"
                                + " inline\\) at .* s, process .* \\(\\d+\\), wr_id 7"),
                refused::toString);
        assertTrue(
                refused.get(1).refusal().toString().contains("EINVAL")
                        && refused.get(1).refusal().values().contains("opcode=77, pieces=1, length=8"),
                refused::toString);
        assertTrue(refused.getLast().refusal().values().contains("receive, pieces=64"), refused::toString);
        assertEquals(11, refused.getLast().wrId());
    }

    /** The C programs of {@code fenestra why} say in the words of libibverbs what they are shown for. */
    @Test
    void shouldProvokeWhatEachCProgramIsShownFor() throws IOException, InterruptedException {
        RuleTable table = RuleTable.assemble();
        for (Symptom symptom : RuleAdvice.load().symptoms()) {
            for (RuleEntry rule : table.named(symptom.example())) {
                Provocation program = Provocation.of(rule).orElseThrow();
                Path source = folder.resolve(program.name() + ".c");
                if (Files.exists(source)) {
                    continue;
                }
                Files.writeString(source, program.cProgram());
                Path output = folder.resolve("output");
                Path built = CPrograms.build(source, folder);
                ServedPrograms.assertSuccess(programs.run("alice", output, List.of(built.toString())), output);
                String said = Files.readString(output);
                assertTrue(symptom.words().stream().anyMatch(said::contains), program.name() + ": " + said);
            }
        }
    }

    @Test
    void shouldReachWhatAProgramHasMappedWhenItRegisteredIt() throws IOException, InterruptedException {
        run(build("remap.c"));
    }

    @Test
    void shouldFollowMemoryOnDemandThroughEachCallOfLibc() throws IOException, InterruptedException {
        run(build("on-demand.c"));
    }

    @Test
    void shouldPrefetchForAProgramThatNeverLetsTheDeviceWork() throws IOException, InterruptedException {
        run(build("prefetch.c"));
    }

    /** The polls themselves return the same in both cases. */
    @ParameterizedTest
    @EnumSource
    void shouldGiveTheProcessorAwayInEmptyPolls(Polling polling) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        String word = polling.name().toLowerCase(Locale.ROOT);
        List<String> command = List.of(build("polls.c").toString(), word);
        ServedPrograms.assertSuccess(programs.run("bob", output, command, polling.variables()), output);
    }

    /** Were a page never private again, the mappings of the process would be used up. */
    @Test
    void shouldTakeNoMappingForPagesThatWereRegistered() throws IOException, InterruptedException {
        run(build("many-regions.c"));
    }

    @Test
    void shouldLoseNoStoreWhilePagesMove() throws IOException, InterruptedException {
        run(build("stores.c"));
    }

    @Test
    void shouldKeepARequestForAnyEventThatANarrowerOneReplaces() throws IOException, InterruptedException {
        run(build("arms.c"));
    }

    @Test
    void shouldAnswerEfaultToWildPointers() throws IOException, InterruptedException {
        run(build("wild-pointers.c"));
    }

    /** The device waits for a page of a program that does not answer. Others do not wait. */
    @Test
    void shouldServeOthersWhileAProgramIsStopped() throws IOException, InterruptedException {
        Path program = build("remap.c");
        Path other = CPrograms.build(WINDOW, folder);
        Process stopped = programs.run("bob", folder.resolve("stopped"), List.of(program.toString(), "stop"));
        try {
            awaitStop(stopped.pid());
            run(other);
            assertTrue(
                    programs.bench().host("bob").kernel().resources().stream()
                            .anyMatch(one -> one.process().endsWith("-" + stopped.pid())),
                    "the others waited until it was given up");
        } finally {
            stopped.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldDestroyTheChannelsWhoseDescriptorsAProgramHasClosed() throws IOException, InterruptedException {
        Path program = build("channels.c");
        Process stopped = programs.run("bob", folder.resolve("stopped"), List.of(program.toString()));
        try {
            awaitStop(stopped.pid());
            long channels = channels();
            for (int tries = 0; tries < 1_000 && channels > 0; tries++) {
                TimeUnit.MILLISECONDS.sleep(10);
                channels = channels();
            }
            assertEquals(0, channels);
            assertEquals(0, programs.bench().host("bob").kernel().refusals().total());
        } finally {
            stopped.destroyForcibly().waitFor();
        }
    }

    private long channels() {
        return programs.bench().host("bob").kernel().resources().stream()
                .filter(one -> one.kind().equals("CHANNEL"))
                .count();
    }

    @Test
    void shouldTakeNoInlineDataOfAProgramForAKeyAndAnAddress() throws IOException, InterruptedException {
        run(build("pieces.c"));
    }

    @Test
    void shouldShareAnXrcDomainByTheFileOfItsDescriptor() throws IOException, InterruptedException {
        run(build("xrcd.c"));
    }

    /** With {@code -Dfenestra.program.queues=0} it creates all that are announced, which takes minutes. */
    @Test
    void shouldHaveTheQueuesThatTheDeviceAnnounces() throws IOException, InterruptedException {
        Path program = build("queues.c");
        Path output = folder.resolve("output");
        String wanted = System.getProperty("fenestra.program.queues", "200");
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of(program.toString(), wanted)), output);
    }

    /** The program checks the answers itself. */
    @Test
    void shouldCheckKeepAndTellTheAttributesThatAProgramGives() throws IOException, InterruptedException {
        run(build("attributes.c"));
    }

    @Test
    void shouldShowTheCountersOfTheMomentWheneverAProgramReadsThem() throws IOException, InterruptedException {
        run(build("counters.c"));
    }

    @Test
    void shouldAnswerRdmaNetlink() throws IOException, InterruptedException {
        run(build("netlink.c"));
    }

    private static void awaitStop(long pid) throws IOException, InterruptedException {
        Path state = Path.of("/proc", Long.toString(pid), "stat");
        for (int tries = 0; tries < 1_000 && !Files.readString(state).contains(") T "); tries++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private void run(Path program) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of(program.toString())), output);
    }

    private Path build(String name) throws IOException, InterruptedException {
        return CPrograms.build(name, folder);
    }
}
