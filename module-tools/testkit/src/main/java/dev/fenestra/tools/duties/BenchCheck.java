package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.UserProcess;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Checks the duties of all Java programs on a bench, from now on. Closing it ends the check of all programs. */
public final class BenchCheck implements AutoCloseable {
    private final DutyChecker checker;
    private final List<Runnable> detach = new ArrayList<>();
    private boolean isOpen = true;

    private BenchCheck(DutyChecker checker) {
        this.checker = checker;
    }

    /**
     * Begins.
     *
     * @param bench its contexts are checked: the open ones from now on, later ones from their beginning
     * @param settings what is reported
     * @return the check
     */
    public static BenchCheck of(TestBench bench, CheckSettings settings) {
        BenchCheck check = new BenchCheck(new DutyChecker(settings, bench.seed()));
        bench.hosts().forEach(host -> host.onOpen(context -> check.opened(host, context)));
        return check;
    }

    /** Handles are those of a context, so each context is checked as a program of its own. */
    private synchronized void opened(BenchHost host, Context context) {
        if (!isOpen) {
            return;
        }
        UserProcess process = context.process();
        LongSupplier rnrNaks =
                () -> host.simulated().map(card -> card.counters().rnrNaksSent).orElse(0L);
        ProgramWatch watch = new ProgramWatch(
                checker.program(host.name(), process.name(), process::peek, gids(context)::contains, rnrNaks));
        context.addObserver(watch);
        process.addObserver(watch);
        detach.add(() -> {
            context.removeObserver(watch);
            process.removeObserver(watch);
        });
    }

    private static Set<Gid> gids(Context context) {
        Set<Gid> gids = new HashSet<>();
        for (int i = 0; i < context.port(1).gidTableLength(); i++) {
            gids.add(context.gid(i));
        }
        gids.remove(Gid.UNSPECIFIED);
        return gids;
    }

    /** {@return what was found so far} */
    public DutyFindings findings() {
        return checker.findings();
    }

    /** Ends the check of all programs, and looks at what they have left. Later acts are not checked. */
    @Override
    public synchronized void close() {
        isOpen = false;
        detach.forEach(Runnable::run);
        detach.clear();
        checker.end();
    }
}
