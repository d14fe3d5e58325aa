package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.proof.campaign.CampaignFile;
import dev.fenestra.tools.proof.campaign.CampaignReport;
import dev.fenestra.tools.proof.campaign.CampaignRun;
import dev.fenestra.tools.proof.campaign.CampaignText;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Ending;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.Shard;
import dev.fenestra.tools.proof.campaign.Totals;
import dev.fenestra.tools.proof.campaign.Watcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs a campaign's shard on the terminal: progress, findings as they come, and a summary, also after Ctrl-C. */
final class CampaignRunner {
    private static final int NOTHING = 0;
    private static final int FOUND = 1;

    private final Terminal terminal;
    private final CampaignOptions options;
    private final boolean isJson;

    /**
     * @param isJson whether the result is printed as JSON, and nothing else
     */
    CampaignRunner(Terminal terminal, CampaignOptions options, boolean isJson) {
        this.isJson = isJson;
        this.terminal = terminal;
        this.options = options;
    }

    /**
     * Runs and closes it.
     *
     * @return 1 when something was found, in this run or in an earlier one of the same file
     */
    int run(CampaignWork work) throws InputException, IOException, InterruptedException {
        try (work) {
            Shard shard = options.shard();
            Optional<Path> path = options.file();
            if (path.isEmpty()) {
                return run(work, shard, path, Optional.empty());
            }
            try (CampaignFile file = CampaignFile.open(path.get(), work.identity(), shard)) {
                return run(work, shard, path, Optional.of(file));
            }
        }
    }

    private int run(CampaignWork work, Shard shard, Optional<Path> path, Optional<CampaignFile> file)
            throws InputException, IOException, InterruptedException {
        long start = terminal.nanos().getAsLong();
        View view = new View(work, shard);
        CampaignRun run = new CampaignRun(
                work, shard, new CampaignRun.Bounds(options.jobs(), options.time()), file, view, terminal.nanos());
        view.before = run.before();
        view.unitsBefore = run.totals().count(work.unit());
        if (run.before() > 0) {
            terminal.err().printf("fenestra: %,d items were done before%n", run.before());
        }
        try (Interrupt _ = new Interrupt(() -> view.end(run, path, run.stop(), terminal.secondsSince(start)))) {
            view.end(run, path, ended(run), terminal.secondsSince(start));
        }
        return run.totals().groups().isEmpty() ? NOTHING : FOUND;
    }

    private static Ending ended(CampaignRun run) throws InputException, IOException, InterruptedException {
        try {
            return run.run();
        } catch (MissingProviderException missing) {
            throw new InputException(String.valueOf(missing.getMessage()).replaceAll("[.]$", ""));
        }
    }

    /** What is shown while it runs. */
    private final class View implements Watcher {
        private final ProgressBar bar;
        private final CampaignWork work;
        private final Shard shard;
        private long before;
        private long unitsBefore;
        private boolean isEnded;

        View(CampaignWork work, Shard shard) {
            this.work = work;
            this.shard = shard;
            bar = new ProgressBar(terminal, work.unit(), options.isQuiet());
        }

        /** The amount of all work is known in items only, so it is told from how much one of them has. */
        @Override
        public void done(Totals totals) {
            long done = totals.items() - before;
            long units = work.unit().equals(CampaignWork.ITEMS) ? done : totals.count(work.unit()) - unitsBefore;
            Long items = work.identity().items();
            bar.moved(units, items == null ? 0 : units * (shard.count(items) - before) / done);
        }

        @Override
        public void found(Finding finding) {
            if (!isJson) {
                bar.say(CampaignText.of(finding).stripTrailing());
            }
        }

        /** The summary, once: Ctrl-C may come when the work has just ended. */
        synchronized void end(CampaignRun run, Optional<Path> path, Ending why, double seconds) {
            if (isEnded) {
                return;
            }
            isEnded = true;
            bar.clear();
            if (isJson) {
                terminal.out().print(CampaignText.json(CampaignReport.of(work.identity(), shard, run.totals(), why)));
            } else {
                summary(run, path, why, seconds);
            }
            terminal.out().flush();
        }

        private void summary(CampaignRun run, Optional<Path> path, Ending why, double seconds) {
            Identity identity = work.identity();
            Totals totals = run.totals();
            Long items = identity.items();
            String of = items == null ? "" : String.format(" of %,d", shard.count(items));
            terminal.out()
                    .printf(
                            "%s, seed %d, shard %s: %,d%s items in %.1f s%n",
                            identity.command(), identity.seed(), shard, totals.items(), of, seconds);
            if (!totals.counts().isEmpty()) {
                terminal.out().println("  " + counts(totals));
            }
            terminal.out().println(found(totals));
            if (path.isPresent() && why != Ending.DONE) {
                terminal.out().println("To go on: " + options.again(path.get()));
            } else if (why == Ending.STOPPED) {
                terminal.out().println("With --out FILE.jsonl a run keeps what is done, and can go on later.");
            }
        }

        private static String counts(Totals totals) {
            return totals.counts().entrySet().stream()
                    .map(one -> String.format("%,d %s", one.getValue(), one.getKey()))
                    .collect(Collectors.joining(", "));
        }

        private static String found(Totals totals) {
            return totals.groups().isEmpty()
                    ? "Nothing was found."
                    : totals.groups().stream()
                            .map(one -> one.shortest().rule() + " at "
                                    + one.shortest().place())
                            .collect(Collectors.joining("; ", totals.groups().size() + " found: ", ""));
        }
    }
}
