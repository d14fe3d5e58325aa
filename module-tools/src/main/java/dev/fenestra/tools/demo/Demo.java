package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * The main job: a file crosses from alice to bob through memory windows, step by step, with every rule tried on the
 * way.
 */
public final class Demo {
    private final DemoFile file;
    private final Optional<DemoOutput> output;
    private final Story story;
    private final Progress progress;
    private final Supplier<TestBench> benches;

    /**
     * @param output where to leave the received file, a capture and the journal, if anywhere
     * @param benches makes a bench with hosts "alice" and "bob"
     */
    public Demo(
            DemoFile file, Optional<DemoOutput> output, Story story, Progress progress, Supplier<TestBench> benches) {
        this.benches = benches;
        this.file = file;
        this.output = output;
        this.story = story;
        this.progress = progress;
    }

    /**
     * Plays the demo on a new bench.
     *
     * @throws FileException when the file cannot be read, or the output cannot be written, after all
     * @throws dev.fenestra.tools.bench.MissingProviderException when there is no driver
     */
    public DemoResult run() throws FileException {
        story.begins(file);
        try (FileReader reader = file.open();
                TestBench bench = benches.get();
                Journal journal = Journal.of(bench)) {
            return output.isPresent()
                    ? record(output.get(), reader, bench, journal)
                    : play(reader, bench, new Acts(bench, journal, story));
        }
    }

    private DemoResult record(DemoOutput folder, FileReader reader, TestBench bench, Journal journal)
            throws FileException {
        DemoResult result;
        try (Recording recording = Recording.in(folder, bench, journal)) {
            result = play(reader, bench, new Acts(bench, journal, story));
            story.remark(recording.contents());
        }
        return result;
    }

    private DemoResult play(FileReader reader, TestBench bench, Acts acts) throws FileException {
        boolean finished = false;
        try {
            playAll(reader, bench, acts);
            finished = true;
        } catch (StoppedException stopped) {
            story.remark("The steps that are left cannot be played.");
        }
        return new DemoResult(finished, acts.wrong());
    }

    private void playAll(FileReader reader, TestBench bench, Acts acts) throws FileException {
        story.step(0, "Two hosts, one connection, one region");
        Stage stage = open(bench, acts);
        Windows windows = new Windows(stage.alice(), stage.bob());
        Courier courier = acts.play(findings -> {
            findings.tells("alice registers a staging buffer");
            return new Courier(stage.alice(), reader, file.size(), progress);
        });
        Probe probe = new Probe(stage, acts);
        List<Step> steps = List.of(
                new NoRightStep(stage, probe),
                new TypeOneStep(stage, acts, probe, windows, courier),
                new TypeTwoStep(stage, story, acts, probe, windows, courier),
                new DeregistrationStep(stage, acts, windows),
                new ReckoningStep(stage, acts, windows, reader, file.name(), output));
        for (int i = 0; i < steps.size(); i++) {
            story.step(i + 1, steps.get(i).title());
            steps.get(i).play();
        }
        story.ends(summary(bench, stage, windows, acts));
    }

    private Stage open(TestBench bench, Acts acts) throws FileException {
        End alice = acts.play(findings -> open(bench, "alice", findings));
        End bob = acts.play(findings -> open(bench, "bob", findings));
        acts.perform(findings -> {
            findings.tells("they connect: both QPs go through INIT and RTR to RTS");
            bench.connectPair(alice.qp(), bob.qp());
        });
        return acts.play(findings -> {
            Stage stage = new Stage(bench, new FilePlan(file.size()), alice, bob);
            findings.tells("bob registers " + stage.region().length() + " bytes with LOCAL_WRITE and MW_BIND, key "
                    + MemoryKey.text(stage.region().rkey()));
            findings.check("access", "[LOCAL_WRITE, MW_BIND]", stage.region().access());
            return stage;
        });
    }

    private static End open(TestBench bench, String host, Findings findings) {
        End end = new End(bench.host(host));
        findings.tells(String.format(
                "%s opens %s: PD, CQ, QP 0x%x, a page for messages",
                host, end.context().device(), end.qp().number()));
        return end;
    }

    private Summary summary(TestBench bench, Stage stage, Windows windows, Acts acts) {
        SequencedMap<String, Long> packets = new LinkedHashMap<>();
        bench.hosts().forEach(host -> packets.put(host.name(), host.hca().counters().packetsSent));
        SequencedMap<String, Map<SystemCall, Long>> transitions =
                Transitions.of(bench).byHost();
        return new Summary(
                acts.played(), file.size(), packets, transitions, windows.binds(), stage.registering(), windows.cost());
    }
}
