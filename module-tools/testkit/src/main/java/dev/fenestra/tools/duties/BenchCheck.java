package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.UserProcess;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Checks the duties of all Java programs on a bench, from now on. Closing it ends the check of all programs. */
public final class BenchCheck implements AutoCloseable {
    private final DutyChecker checker;
    private final Map<UserProcess, CheckedProgram> programs = new HashMap<>();

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

    private synchronized void opened(BenchHost host, Context context) {
        UserProcess process = context.process();
        CheckedProgram known = programs.get(process);
        CheckedProgram program = known != null ? known : begin(host, context, process);
        programs.put(process, program);
        ProgramWatch watch = new ProgramWatch(program);
        context.addObserver(watch);
        process.observe(watch);
    }

    private CheckedProgram begin(BenchHost host, Context context, UserProcess process) {
        LongSupplier rnrNaks =
                () -> host.simulated().map(card -> card.counters().rnrNaksSent).orElse(0L);
        return checker.program(host.name(), process.name(), process::peek, gids(context)::contains, rnrNaks);
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

    @Override
    public void close() {
        checker.end();
    }
}
