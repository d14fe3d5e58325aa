package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.DemoFiles.FileException;
import dev.fenestra.tools.demo.DemoFiles.Input;
import dev.fenestra.tools.demo.DemoFiles.Output;
import dev.fenestra.tools.demo.DemoFiles.Plan;
import dev.fenestra.tools.demo.DemoFiles.Reader;
import dev.fenestra.tools.demo.DemoListener.Summary;
import dev.fenestra.tools.demo.DemoObjects.End;
import dev.fenestra.tools.demo.DemoObjects.Transfer;
import dev.fenestra.tools.demo.DemoObjects.Windows;
import dev.fenestra.tools.demo.DemoSteps.Findings;
import dev.fenestra.tools.demo.DemoSteps.StoppedException;
import dev.fenestra.tools.demo.DemoSteps.Transitions;
import dev.fenestra.tools.demo.Steps.Deregistration;
import dev.fenestra.tools.demo.Steps.NoRight;
import dev.fenestra.tools.demo.Steps.Reckoning;
import dev.fenestra.tools.demo.Steps.Step;
import dev.fenestra.tools.demo.Steps.TypeOne;
import dev.fenestra.tools.demo.Steps.TypeTwo;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * The demo: a file crosses from alice to bob through memory windows, step by step, and every rule is tried on the way.
 */
public final class Demo {
    /** The rule whose refusal shows best what a window is: a WRITE that ends one byte past it. */
    public static final String LESSON = "A7";

    private final Input file;
    private final Optional<Output> output;
    private final DemoListener listener;
    private final Progress progress;
    private final Supplier<TestBench> benches;

    /**
     * @param output the folder for the received file, a capture and the journal, if any
     * @param benches makes a bench with hosts "alice" and "bob"
     */
    public Demo(
            Input file,
            Optional<Output> output,
            DemoListener listener,
            Progress progress,
            Supplier<TestBench> benches) {
        this.benches = benches;
        this.file = file;
        this.output = output;
        this.listener = listener;
        this.progress = progress;
    }

    /**
     * Plays the demo on a new bench.
     *
     * @throws FileException when the file can no longer be read, or the output no longer be written
     * @throws dev.fenestra.tools.bench.MissingProviderException when there is no driver
     */
    public Result run() throws FileException {
        listener.begins(file);
        try (Reader reader = file.open();
                TestBench bench = benches.get();
                Journal journal = Journal.of(bench)) {
            listener.watches(bench, journal);
            return output.isPresent()
                    ? record(output.get(), reader, bench, journal)
                    : run(reader, bench, new DemoSteps(bench, journal, listener));
        }
    }

    private Result record(Output folder, Reader reader, TestBench bench, Journal journal) throws FileException {
        Result result;
        try (Recording recording = Recording.in(folder, bench, journal)) {
            result = run(reader, bench, new DemoSteps(bench, journal, listener));
            listener.remark(recording.contents());
        }
        return result;
    }

    private Result run(Reader reader, TestBench bench, DemoSteps steps) throws FileException {
        boolean finished = false;
        try {
            runAll(reader, bench, steps);
            finished = true;
        } catch (StoppedException stopped) {
            listener.remark("The steps that are left cannot be played.");
        }
        return new Result(finished, steps.wrong());
    }

    private void runAll(Reader reader, TestBench bench, DemoSteps steps) throws FileException {
        listener.step(0, "Two hosts, one connection, one region");
        DemoObjects objects = open(bench, steps);
        Windows windows = new Windows(objects.alice(), objects.bob());
        Transfer transfer = steps.run(findings -> {
            findings.tells("alice registers a staging buffer");
            return new Transfer(objects.alice(), reader, file.size(), progress);
        });
        AccessProbe probe = new AccessProbe(objects, steps);
        List<Step> all = List.of(
                new NoRight(objects, probe),
                new TypeOne(objects, steps, probe, windows, transfer),
                new TypeTwo(objects, listener, steps, probe, windows, transfer),
                new Deregistration(objects, steps, windows),
                new Reckoning(objects, steps, windows, reader, file.name(), output));
        for (int i = 0; i < all.size(); i++) {
            listener.step(i + 1, all.get(i).title());
            all.get(i).run();
        }
        listener.ends(summary(bench, objects, windows, steps));
    }

    private DemoObjects open(TestBench bench, DemoSteps steps) throws FileException {
        End alice = steps.run(findings -> open(bench, "alice", findings));
        End bob = steps.run(findings -> open(bench, "bob", findings));
        steps.perform(findings -> {
            findings.tells("they connect: both QPs go through INIT and RTR to RTS");
            bench.connectPair(alice.qp(), bob.qp());
        });
        return steps.run(findings -> {
            DemoObjects objects = new DemoObjects(bench, new Plan(file.size()), alice, bob);
            findings.tells("bob registers " + objects.region().length() + " bytes with LOCAL_WRITE and MW_BIND, key "
                    + MemoryKey.text(objects.region().rkey()));
            findings.check("access", "[LOCAL_WRITE, MW_BIND]", objects.region().access());
            return objects;
        });
    }

    private static End open(TestBench bench, String host, Findings findings) {
        End end = new End(bench.host(host));
        findings.tells(String.format(
                "%s opens %s: PD, CQ, QP 0x%x, a page for messages",
                host, end.context().device(), end.qp().number()));
        return end;
    }

    private Summary summary(TestBench bench, DemoObjects objects, Windows windows, DemoSteps steps) {
        SequencedMap<String, Long> packets = new LinkedHashMap<>();
        for (BenchHost host : bench.hosts()) {
            host.simulated().ifPresent(card -> packets.put(host.name(), card.counters().packetsSent));
        }
        SequencedMap<String, Map<SystemCall, Long>> transitions =
                Transitions.of(bench).byHost();
        return new Summary(
                steps.played(),
                file.size(),
                packets,
                transitions,
                windows.binds(),
                objects.registering(),
                windows.cost());
    }

    /** Hears of the progress of a demo. */
    @FunctionalInterface
    public interface Progress {

        void moved(long bytes, long ofBytes);
    }

    /**
     * How a demo went.
     *
     * @param finished whether it reached its end
     * @param wrong steps that broke a rule
     */
    public record Result(boolean finished, int wrong) {

        public boolean asExpected() {
            return finished && wrong == 0;
        }
    }

    /** Writes journal and capture to a folder while a demo runs. */
    static final class Recording implements AutoCloseable {
        private static final long CAPTURE_MIB = 64;

        private final Output folder;
        private final JournalText journal;
        /** Empty on a wire of a driver's own, which has no packets of RoCEv2. */
        private final Optional<PcapTap> tap;

        private Recording(Output folder, JournalText journal, Optional<PcapTap> tap) {
            this.folder = folder;
            this.journal = journal;
            this.tap = tap;
        }

        static Recording in(Output folder, TestBench bench, Journal events) throws FileException {
            try {
                JournalText journal = new JournalText(folder.journal(), CostModel.builtIn());
                events.addSink(journal);
                Optional<PcapTap> tap = bench.wire().isPresent()
                        ? Optional.of(PcapTap.on(bench, events, folder.capture(), CAPTURE_MIB << 20))
                        : Optional.empty();
                return new Recording(folder, journal, tap);
            } catch (IOException e) {
                throw folder.unwritable(e);
            }
        }

        /** The content of the folder, in one line. */
        String contents() {
            return "written to " + folder + ": the received file, " + packets() + " and " + Output.JOURNAL;
        }

        private String packets() {
            if (tap.isEmpty()) {
                return "no capture, as the driver brings a wire of its own,";
            }
            PcapTap done = tap.get();
            return Output.CAPTURE + " (" + done.written() + " packets"
                    + (done.skipped() == 0
                            ? ""
                            : "; " + done.skipped() + " more did not fit in " + CAPTURE_MIB + " MiB")
                    + ")";
        }

        /** Ends both files. */
        @Override
        public void close() throws FileException {
            try (journal) {
                if (tap.isPresent()) {
                    tap.get().close();
                }
            } catch (IOException e) {
                throw folder.unwritable(e);
            }
        }
    }
}
