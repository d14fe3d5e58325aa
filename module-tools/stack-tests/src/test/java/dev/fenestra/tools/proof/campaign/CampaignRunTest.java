package dev.fenestra.tools.proof.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.testing.Repeats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignRunTest {
    private static final long ITEMS = 23;
    private static final long SEED = 7;

    @TempDir
    private Path folder = Path.of("");

    private final AtomicLong clock = new AtomicLong();
    private final List<Finding> heard = new ArrayList<>();

    private final Watcher watcher = new Watcher() {
        @Override
        public void done(Totals totals) {
            clock.addAndGet(Duration.ofMinutes(1).toNanos());
        }

        @Override
        public void found(Finding finding) {
            heard.add(finding);
        }
    };

    private Ending run(FakeWork work, Shard shard, int jobs, @Nullable Duration time, Path file) throws Exception {
        try (CampaignFile open = CampaignFile.open(file, work.identity(), shard)) {
            return new CampaignRun(
                            work,
                            shard,
                            new CampaignRun.Bounds(jobs, Optional.ofNullable(time)),
                            Optional.of(open),
                            watcher,
                            clock::get)
                    .run();
        }
    }

    private FakeWork runAll(Path file) throws Exception {
        FakeWork work = new FakeWork(SEED, ITEMS);
        assertEquals(Ending.DONE, run(work, Shard.ALL, 1, null, file));
        return work;
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static String report(Path... files) throws InputException {
        List<CampaignLog> logs = new ArrayList<>();
        for (Path file : files) {
            CampaignLog.read(file).ifPresent(logs::add);
        }
        return CampaignText.json(Merge.of(logs));
    }

    /** Its worker is not used again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldTakeAnItemThatThrowsForAFindingAndGoOn(int jobs) throws Exception {
        FakeWork work = new FakeWork(SEED, ITEMS).throwingAt(5, () -> new IllegalStateException("on purpose"));

        assertEquals(Ending.DONE, run(work, Shard.ALL, jobs, null, file("a")));

        Finding found = heard.stream()
                .filter(one -> one.rule().equals("CAMPAIGN-exception"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                "item 5 of seed 7 ends with an exception: java.lang.IllegalStateException: on purpose", found.text());
        assertEquals("./fenestra fake --item 5", found.repeat());
        assertEquals(ITEMS - 1, work.run.size());
        assertEquals(1, work.closed.get());
    }

    @Test
    void shouldNotTakeAMissingProviderForAFinding() {
        MissingProviderException missing = assertThrows(
                MissingProviderException.class,
                () -> TestBench.builder().provider("none").build());
        FakeWork work = new FakeWork(SEED, ITEMS).throwingAt(5, () -> missing);

        assertThrows(MissingProviderException.class, () -> run(work, Shard.ALL, 1, null, file("a")));
    }

    @Test
    void shouldRunEveryItemOnceInOrderAndWriteTheSameFileEachTime() throws Exception {
        FakeWork work = runAll(file("a"));
        runAll(file("b"));

        assertEquals(LongStream.range(0, ITEMS).boxed().toList(), work.run);
        assertEquals(Files.readString(file("a")), Files.readString(file("b")));
        String first = Files.readAllLines(file("a")).getFirst();
        assertEquals(
                "{\"begin\":{\"format\":1,\"command\":\"fake\",\"version\":\"fenestra 1\",\"seed\":7,\"items\":23,"
                        + "\"options\":{\"--size\":\"3\"},\"shard\":1,\"of\":1}}",
                first);
    }

    @Test
    void shouldTellEachRuleAndPlaceOnceAsItIsFound() throws Exception {
        runAll(file("a"));

        assertEquals(List.of("even", "odd"), heard.stream().map(Finding::place).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 23, 30})
    void shouldReportShardsAsOneRunWithAnyNumberOfJobs(int of) throws Exception {
        runAll(file("whole"));
        Path[] files = IntStream.rangeClosed(1, of)
                .mapToObj(number -> file("shard" + number))
                .toArray(Path[]::new);
        for (int number = 1; number <= of; number++) {
            run(new FakeWork(SEED, ITEMS), new Shard(number, of), 1 + number % 3, null, files[number - 1]);
        }

        assertEquals(report(file("whole")), report(files));
    }

    /** A process that is killed has written some items, whole. */
    @Test
    void shouldResumeAfterEveryItem() throws Exception {
        runAll(file("whole"));
        for (long done = 0; done <= ITEMS; done++) {
            Path file = file("stopped" + done);
            FakeWork first = new FakeWork(SEED, ITEMS);
            Ending ending = run(first, Shard.ALL, 1, done == 0 ? Duration.ZERO : Duration.ofMinutes(done), file);
            assertEquals(done == ITEMS ? Ending.DONE : Ending.TIME, ending);
            assertEquals(done, first.run.size());
            FakeWork second = runAll(file);

            assertEquals(LongStream.range(done, ITEMS).boxed().toList(), second.run);
            assertEquals(report(file("whole")), report(file));
        }
    }

    /** A process may be killed between any two bytes. A build tries those around the ends of lines, and some others. */
    @Test
    void shouldResumeAfterEveryByte() throws Exception {
        runAll(file("whole"));
        byte[] whole = Files.readAllBytes(file("whole"));
        String expected = report(file("whole"));
        Path file = file("cut");
        int step = Repeats.of(9, 1);
        for (int length = 0; length <= whole.length; length += isNearTheEndOfALine(whole, length) ? 1 : step) {
            Files.write(file, Arrays.copyOf(whole, length));
            runAll(file);

            assertEquals(expected, report(file), "cut after " + length + " bytes");
        }
    }

    private static boolean isNearTheEndOfALine(byte[] text, int at) {
        return IntStream.range(Math.max(0, at - 2), Math.min(text.length, at + 10))
                .anyMatch(i -> text[i] == '\n');
    }

    @Test
    void shouldCountAFindingOnceWhenItsItemWasCutOffAndRunAgain() throws Exception {
        runAll(file("whole"));
        List<String> lines = Files.readAllLines(file("whole"));
        // The line of item 0's finding, without the line that says that it is done.
        Files.writeString(file("cut"), lines.get(0) + "\n" + lines.get(1) + "\n");
        runAll(file("cut"));

        assertEquals(report(file("whole")), report(file("cut")));
    }

    @Test
    void shouldEndWhenTheTimeIsOverAndGoOnWithoutAnEnd() throws Exception {
        FakeWork open = new FakeWork(SEED, null);
        assertEquals(Ending.TIME, run(open, new Shard(2, 3), 1, Duration.ofMinutes(4), file("open")));
        assertEquals(List.of(1L, 4L, 7L, 10L), open.run);
        FakeWork more = new FakeWork(SEED, null);
        run(more, new Shard(2, 3), 1, Duration.ofMinutes(2), file("open"));

        assertEquals(List.of(13L, 16L), more.run);
        assertTrue(CampaignLog.read(file("open")).orElseThrow().isFinished());
    }

    @Test
    void shouldKeepWhatIsDoneWhenItIsStopped() throws Exception {
        FakeWork work = new FakeWork(SEED, ITEMS);
        try (CampaignFile open = CampaignFile.open(file("a"), work.identity(), Shard.ALL)) {
            CampaignRun[] run = new CampaignRun[1];
            Watcher stopping = new Watcher() {
                @Override
                public void done(Totals totals) {
                    if (totals.items() == 5) {
                        stop(run[0]);
                    }
                }

                @Override
                public void found(Finding finding) {}
            };
            run[0] = new CampaignRun(
                    work,
                    Shard.ALL,
                    new CampaignRun.Bounds(1, Optional.empty()),
                    Optional.of(open),
                    stopping,
                    clock::get);
            assertEquals(Ending.STOPPED, run[0].run());
        }

        assertEquals(5, CampaignLog.read(file("a")).orElseThrow().results().size());
        assertEquals(
                Optional.of(Ending.STOPPED),
                CampaignLog.read(file("a")).orElseThrow().ending());
        assertEquals(LongStream.range(5, ITEMS).boxed().toList(), runAll(file("a")).run);
    }

    private static void stop(CampaignRun run) {
        try {
            run.stop();
        } catch (OutputException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldEndAllJobsWithTheErrorOfOne() throws Exception {
        CampaignWork broken = new CampaignWork() {
            @Override
            public Identity identity() {
                return new FakeWork(SEED, null).identity();
            }

            @Override
            public String unit() {
                return ITEMS;
            }

            @Override
            public Worker worker() {
                return item -> {
                    if (item == 50) {
                        throw new IOException("no more");
                    }
                    return FakeWork.result(item);
                };
            }
        };
        CampaignRun run = new CampaignRun(
                broken, Shard.ALL, new CampaignRun.Bounds(3, Optional.empty()), Optional.empty(), watcher, clock::get);

        assertEquals("no more", assertThrows(IOException.class, run::run).getMessage());
    }

    @Test
    void shouldRefuseAFileOfOtherWork() throws Exception {
        runAll(file("a"));
        String before = Files.readString(file("a"));

        assertEquals(
                file("a") + " is of another campaign: seed 7, not 8",
                refusal(() -> CampaignFile.open(file("a"), new FakeWork(8, ITEMS).identity(), Shard.ALL)));
        assertEquals(
                file("a") + " is of another campaign: number of items 23, not open",
                refusal(() -> CampaignFile.open(file("a"), new FakeWork(SEED, null).identity(), Shard.ALL)));
        assertEquals(
                file("a") + " is of shard 1/1, not 1/2",
                refusal(() -> CampaignFile.open(file("a"), new FakeWork(SEED, ITEMS).identity(), new Shard(1, 2))));
        assertEquals(before, Files.readString(file("a")));
    }

    @Test
    void shouldRefuseAFileThatIsNone() throws Exception {
        Path file = Files.writeString(file("a"), "one\n");
        String said = refusal(() -> CampaignFile.open(file, new FakeWork(SEED, ITEMS).identity(), Shard.ALL));

        assertTrue(said.startsWith(file + ", line 1 is none of a campaign ("), said);
        assertEquals("one\n", Files.readString(file));
    }

    @Test
    void shouldRefuseAFileThatIsBeingWritten() throws Exception {
        FakeWork work = new FakeWork(SEED, ITEMS);
        try (CampaignFile _ = CampaignFile.open(file("a"), work.identity(), Shard.ALL)) {
            assertEquals(
                    "another process writes " + file("a"),
                    refusal(() -> CampaignFile.open(file("a"), work.identity(), Shard.ALL)));
        }
    }

    private static String refusal(org.junit.jupiter.api.function.Executable refused) {
        return String.valueOf(assertThrows(InputException.class, refused).getMessage());
    }
}
