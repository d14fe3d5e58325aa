package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.proof.oracle.Difference;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Visits, breadth first, all states that a number of actions can lead to, with the oracle's model beside the stack. Two
 * states are one when they differ only in the names of objects. Each state is reached by carrying out its path anew; in
 * it everything is tried that must be refused or leaves the state as it is, and at its end all objects must go.
 */
public final class Explorer {
    private final WindowSupport device;
    private final WindowForm form;
    private final LongConsumer listener;
    private final Set<String> known = new HashSet<>();
    private Set<String> elsewhere = Set.of();
    private boolean isProbing = true;
    private int edges;
    private int probes;
    private @Nullable CounterExample found;
    private final ExplorerHosts hosts;

    /**
     * A state, by how it is reached.
     *
     * @param path from nothing, the setting included
     */
    record State(List<Action> path) {
        static final State START = new State(ExplorerScope.SETTING);

        State {
            path = List.copyOf(path);
        }

        /** Actions that changed the state, after the setting. */
        int moves() {
            return path.size() - ExplorerScope.SETTING.size();
        }
    }

    /**
     * A shortest way to make stack and model differ.
     *
     * @param path what led to the state, the setting included
     * @param last steps that make the difference
     */
    private record CounterExample(List<Action> path, Action last, Difference difference) {}

    /**
     * @param listener is told how many states are reached
     */
    private Explorer(WindowSupport device, LongConsumer listener) {
        this.device = device;
        this.listener = listener;
        form = ExplorerHosts.form(device);
        hosts = new ExplorerHosts(device);
    }

    /**
     * Explores.
     *
     * @param device one that offers windows
     * @param depth actions that change the state, in a row
     */
    public static Exploration explore(WindowSupport device, int depth) {
        return explore(device, depth, _ -> {}, (_, _) -> Optional.empty());
    }

    /**
     * Explores.
     *
     * @param device one that offers windows
     * @param depth actions that change the state, in a row
     * @param listener is told how many states are reached
     * @param recorder makes a journal of the counter-example, if there is one
     */
    public static Exploration explore(
            WindowSupport device,
            int depth,
            LongConsumer listener,
            BiFunction<Oracle, Failure, Optional<String>> recorder) {
        Explorer explorer = new Explorer(device, listener);
        try {
            explorer.visit(State.START);
            explorer.run(State.START, depth);
        } finally {
            explorer.hosts.close();
        }
        return explorer.result(depth, recorder);
    }

    /**
     * States to begin from.
     *
     * @param states in the order in which they are reached, no two alike
     * @param names of all of them
     * @param depth actions to the last ones
     */
    record Survey(List<State> states, Set<String> names, int depth) {}

    /**
     * All states that a number of actions can lead to. Nothing is tried in them. When stack and model differ on the
     * way, the survey ends at the start.
     */
    static Survey survey(WindowSupport device, int depth) {
        Explorer explorer = new Explorer(device, _ -> {});
        explorer.isProbing = false;
        try {
            explorer.visit(State.START);
            List<State> all = new ArrayList<>(List.of(State.START));
            List<State> level = all;
            for (int i = 0; i < depth; i++) {
                level = explorer.next(List.copyOf(level));
                all.addAll(level);
            }
            return explorer.found == null
                    ? new Survey(List.copyOf(all), Collections.unmodifiableSet(explorer.known), depth)
                    : new Survey(List.of(State.START), Set.of(), 0);
        } finally {
            explorer.hosts.close();
        }
    }

    /**
     * Explores from one state on.
     *
     * @param depth further actions; with 0 only the state itself is visited
     * @param elsewhere names of states that are visited elsewhere
     */
    static Exploration from(WindowSupport device, State state, int depth, Set<String> elsewhere) {
        Explorer explorer = new Explorer(device, _ -> {});
        try {
            explorer.visit(state);
            explorer.elsewhere = elsewhere;
            explorer.run(state, depth);
        } finally {
            explorer.hosts.close();
        }
        return explorer.result(depth, (_, _) -> Optional.empty());
    }

    private Exploration result(int depth, BiFunction<Oracle, Failure, Optional<String>> recorder) {
        Optional<Exploration.Finding> finding = Optional.ofNullable(found).map(example -> finding(example, recorder));
        return new Exploration(device, depth, known.size(), edges, probes, finding);
    }

    /** On fresh hosts the same program differs in the same step, unless it takes a number that comes again. */
    private Exploration.Finding finding(
            CounterExample example, BiFunction<Oracle, Failure, Optional<String>> recorder) {
        List<Step> steps = new ArrayList<>(ExplorerScope.OBJECTS);
        steps.addAll(ExplorerScope.FILLS);
        example.path().forEach(action -> steps.addAll(action.steps()));
        steps.addAll(example.last().steps());
        VerbsProgram program = new VerbsProgram(form, 0, steps);
        Oracle oracle = new Oracle(form, ExplorerHosts.benches(device), Scope.ALL);
        Difference seen = example.difference();
        Failure failure = oracle.replay(program)
                .map(same -> oracle.shrink(new Failure(program, same)))
                .orElseGet(() -> new Failure(program, seen.in(steps.size() - 1)));
        return new Exploration.Finding(
                String.format(
                        "%s, %s of %s",
                        String.join(" ", seen.rules()),
                        seen.topic(),
                        seen.step().verb()),
                new State(example.path()).moves(),
                oracle.toJava(failure),
                recorder.apply(oracle, failure));
    }

    private void run(State start, int depth) {
        List<State> level = List.of(start);
        for (int i = 0; i < depth && found == null; i++) {
            level = next(level);
        }
    }

    /** The states one action further, each probed. */
    private List<State> next(List<State> level) {
        List<State> reached = new ArrayList<>();
        for (State state : level) {
            World world = new World(form, state.path());
            for (Action action : Candidates.in(world)) {
                World after = found == null ? moved(world, action) : null;
                if (after != null) {
                    edges++;
                    State next = new State(after.path());
                    if (visit(next)) {
                        reached.add(next);
                    }
                }
            }
        }
        return reached;
    }

    /** The world one action further; null when something refuses the action, or it changes nothing. */
    private static @Nullable World moved(World world, Action action) {
        World after = world.after(action);
        return after.isGranted() && !Canonical.text(after).equals(Canonical.text(world)) ? after : null;
    }

    /** Goes to a state and, when it is new, tries everything in it. */
    private boolean visit(State state) {
        Walk walk = arrive(state);
        if (walk == null) {
            return false;
        }
        World world = new World(form, state.path());
        String name = Canonical.of(world, walk);
        boolean isNew = !elsewhere.contains(name) && known.add(name);
        if (isNew) {
            listener.accept(known.size());
        }
        if (isNew && isProbing) {
            walk = probe(state, world, walk);
        }
        if (walk != null) {
            leave(state, walk);
        }
        return isNew && found == null;
    }

    private @Nullable Walk arrive(State state) {
        Walk walk = new Walk(hosts);
        List<Action> path = state.path();
        for (int i = 0; i < path.size(); i++) {
            if (fails(walk, path.subList(0, i), path.get(i), path.get(i))) {
                return null;
            }
        }
        Action queries = walk.queries();
        return fails(
                        walk,
                        path.subList(0, path.size() - 1),
                        queries,
                        path.getLast().then(queries))
                ? null
                : walk;
    }

    private @Nullable Walk probe(State state, World world, Walk first) {
        Walk walk = first;
        for (Action action : Candidates.in(world)) {
            if (walk != null && moved(world, action) == null) {
                probes++;
                walk = probe(state, action, walk);
            }
        }
        return walk;
    }

    private @Nullable Walk probe(State state, Action action, Walk walk) {
        if (fails(walk, state.path(), action, action)) {
            return null;
        }
        Action recovery = walk.recovery();
        if (fails(walk, state.path(), recovery, action.then(recovery))) {
            return null;
        }
        if (walk.recovery().steps().isEmpty()) {
            return walk;
        }
        // A QP that holds type-2A windows stays in error, so the path is walked again.
        leave(state, walk);
        return found == null ? arrive(state) : null;
    }

    private void leave(State state, Walk walk) {
        List<Action> path = state.path();
        Action ending = walk.ending();
        if (!fails(
                walk, path.subList(0, path.size() - 1), ending, path.getLast().then(ending))) {
            walk.close();
        }
    }

    /**
     * Carries an action out.
     *
     * @param path of the counter-example that it may become
     * @param last of it, which ends with the action
     */
    private boolean fails(Walk walk, List<Action> path, Action action, Action last) {
        Optional<Difference> wrong = walk.perform(action);
        if (wrong.isPresent() && (found == null || path.size() < found.path().size())) {
            found = new CounterExample(List.copyOf(path), last, wrong.get());
        }
        return wrong.isPresent();
    }
}
