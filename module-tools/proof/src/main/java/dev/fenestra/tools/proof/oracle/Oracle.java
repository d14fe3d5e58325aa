package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.proof.oracle.generator.Generator;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Runs programs on the stack and on the model, and compares everything. */
public final class Oracle {
    /** Steps of a program: enough for tags to wrap, few enough to start afresh often. */
    private static final int PROGRAM_STEPS = 10_000;

    private final WindowForm form;
    private final RuleBook rules;
    private final BenchFactory benches;
    private final Scope scope;
    private final Tally tally = new Tally();
    private volatile long seed;
    private volatile long steps;

    public Oracle(WindowForm form) {
        this(form, RuleBook.complete());
    }

    /**
     * @param rules of the model; a book that lacks one makes a wrong model, to test the oracle
     */
    public Oracle(WindowForm form, RuleBook rules) {
        this(form, rules, new SimulatedBenches(form), Scope.ALL);
    }

    /**
     * @param form of the windows that the devices offer
     * @param benches whose hosts are compared with the model
     * @param scope what their devices offer
     */
    public Oracle(WindowForm form, BenchFactory benches, Scope scope) {
        this(form, RuleBook.complete(), benches, scope);
    }

    private Oracle(WindowForm form, RuleBook rules, BenchFactory benches, Scope scope) {
        this.form = form;
        this.rules = rules;
        this.benches = benches;
        this.scope = scope;
    }

    /** What was run so far. */
    public Tally tally() {
        return tally;
    }

    /** The seed of the last program that was begun. Another thread may ask. */
    public long seed() {
        return seed;
    }

    /** Steps that were done, those of programs made shorter included. Another thread may ask whether it goes on. */
    public long steps() {
        return steps;
    }

    /** Which rules refused how often. */
    public RuleBook rules() {
        return rules;
    }

    /**
     * Runs random programs, the first by this seed and each next one by the next seed.
     *
     * @param verbs to run at least
     * @return the first program that fails, as it was written: its last step is the one that failed
     */
    public Optional<Failure> explore(long seed, long verbs) {
        Optional<Failure> failure = Optional.empty();
        for (long next = seed; failure.isEmpty() && tally.verbs() < verbs; next++) {
            failure = write(next, verbs);
        }
        return failure;
    }

    /**
     * Runs the random program of one seed.
     *
     * @param verbs that it has at most, nearly
     * @return the program as far as it was written, when it fails
     */
    Optional<Failure> run(long seed, long verbs) {
        return write(seed, tally.verbs() + verbs);
    }

    /** Makes a failing program short. */
    public Failure shrink(Failure failure) {
        return new Shrinker(this, failure).shrink();
    }

    /** Runs a program that is written already. */
    public Optional<Difference> replay(VerbsProgram program) {
        return replay(program, StepRecorder.NONE);
    }

    /**
     * The same, to be watched.
     *
     * @param watching is shown the hosts before anything happens on them
     * @param following is shown each step before it is run
     */
    public Optional<Difference> replay(VerbsProgram program, Consumer<TestBench> watching, Consumer<Step> following) {
        BenchFactory watched = seed -> {
            TestBench bench = benches.build(seed);
            watching.accept(bench);
            return bench;
        };
        StepRecorder recorder = new StepRecorder() {
            @Override
            public void calls(int number, Step step, Model model, Stack stack) {
                following.accept(step);
            }
        };
        return new Oracle(form, rules, watched, scope).replay(program, recorder);
    }

    /**
     * A failing program as Java, to be run by itself: it does the same on hosts of the same kind, and prints what was
     * expected and what is seen.
     */
    public String toJava(Failure failure) {
        JavaProgram text =
                new JavaProgram(failure, benches.expression(failure.program().seed()));
        replay(failure.program(), text);
        return text.toString();
    }

    private Optional<Difference> replay(VerbsProgram program, StepRecorder recorder) {
        try (Run run = new Run(program, benches, rules.fresh(), new Tally(), recorder)) {
            for (Step step : program.steps()) {
                Optional<Difference> difference = next(run, step);
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return finalCheck(run, program.steps());
        }
    }

    private Optional<Failure> write(long newSeed, long verbs) {
        seed = newSeed;
        List<Step> written = new ArrayList<>();
        try (Run run = new Run(new VerbsProgram(form, newSeed, written), benches, rules, tally, StepRecorder.NONE)) {
            Generator generator = new Generator(newSeed, scope, run.room());
            Optional<Difference> difference = Optional.empty();
            while (difference.isEmpty() && written.size() < PROGRAM_STEPS && tally.verbs() < verbs) {
                Step step = generator.next(run.model());
                written.add(step);
                difference = next(run, step);
            }
            return difference
                    .or(() -> finalCheck(run, written))
                    .map(found -> new Failure(new VerbsProgram(form, newSeed, written), found));
        }
    }

    private Optional<Difference> next(Run run, Step step) {
        Optional<Difference> difference = run.next(step);
        steps++;
        return difference;
    }

    private static Optional<Difference> finalCheck(Run run, List<Step> steps) {
        return run.checkAll()
                .or(run::end)
                .map(wrong -> Difference.of(steps.size() - 1, steps.getLast(), wrong, Set.of()));
    }
}
