package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.conformance.guard.Guard;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Visits, breadth first, all states that a number of actions can lead to. Two states are one when they differ only
 * in the names of objects. Each state is reached by carrying out its path anew; in it everything is tried that must be
 * refused or leaves the state as it is, and at its end all objects must go.
 */
public final class Explorer {
    /** Where all paths begin: a connected QP and a region that allows windows, in one PD. */
    private static final List<Action> SETTING =
            List.of(new Action.CreateQp(0, 0), new Action.RegMr(0, 0, RegionRights.ALL));

    private final WindowSupport device;
    private final Law law;
    private final LongConsumer listener;
    private final Set<String> known = new HashSet<>();
    private Set<String> elsewhere = Set.of();
    private boolean isProbing = true;
    private int edges;
    private int probes;
    private @Nullable CounterExample found;
    private Hosts hosts;
    /** The last action that was begun; of those that lead to a state only the last one. */
    private Action tried = SETTING.getLast();

    /**
     * A state, and how it is reached.
     *
     * @param path from nothing, the setting included
     */
    record State(World world, List<Action> path) {
        /** Actions that changed the state, after the setting. */
        int moves() {
            return path.size() - SETTING.size();
        }
    }

    /**
     * @param listener is told how many states are reached
     */
    private Explorer(WindowSupport device, LongConsumer listener) {
        this.device = device;
        this.listener = listener;
        law = new Law(device == WindowSupport.TYPES_1_AND_2A);
        hosts = new Hosts(device);
    }

    /**
     * Explores.
     *
     * @param device one that offers windows
     * @param depth actions that change the state, in a row
     */
    public static Exploration explore(WindowSupport device, int depth) {
        return explore(device, depth, _ -> {}, null);
    }

    /**
     * Explores.
     *
     * @param device one that offers windows
     * @param depth actions that change the state, in a row
     * @param listener is told how many states are reached
     * @param audience is shown the counter-example, if there is one; null for nobody
     */
    public static Exploration explore(
            WindowSupport device, int depth, LongConsumer listener, @Nullable Audience audience) {
        Explorer explorer = new Explorer(device, listener);
        try {
            State start = explorer.start();
            explorer.visit(start);
            explorer.run(start, depth);
        } finally {
            explorer.hosts.close();
        }
        if (explorer.found != null && audience != null) {
            new Demonstration(device, explorer.law).show(explorer.found, audience);
        }
        return explorer.result(depth);
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
     * All states that a number of actions can lead to. Nothing is tried in them. When an invariant breaks on the way,
     * the survey ends at the start.
     */
    static Survey survey(WindowSupport device, int depth) {
        Explorer explorer = new Explorer(device, _ -> {});
        explorer.isProbing = false;
        try {
            State start = explorer.start();
            explorer.visit(start);
            List<State> all = new ArrayList<>(List.of(start));
            List<State> level = all;
            for (int i = 0; i < depth; i++) {
                level = explorer.next(List.copyOf(level));
                all.addAll(level);
            }
            return explorer.found == null
                    ? new Survey(List.copyOf(all), Collections.unmodifiableSet(explorer.known), depth)
                    : new Survey(List.of(start), Set.of(), 0);
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
            return explorer.result(depth);
        } finally {
            explorer.hosts.close();
        }
    }

    private Exploration result(int depth) {
        Optional<Exploration.Finding> finding = Optional.ofNullable(found)
                .map(example -> new Exploration.Finding(
                        example.broken().text(),
                        example.path().size() - SETTING.size(),
                        ProgramText.of(device, example),
                        Optional.empty()));
        return new Exploration(device, depth, known.size(), edges, probes, finding);
    }

    private State start() {
        World start = World.empty();
        for (Action action : SETTING) {
            start = law.after(start, action);
        }
        return new State(start, SETTING);
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
            for (Action action : Candidates.in(state.world())) {
                if (found == null && isMove(state.world(), action)) {
                    edges++;
                    State after = move(state, action);
                    if (after != null) {
                        reached.add(after);
                    }
                }
            }
        }
        return reached;
    }

    private boolean isMove(World world, Action action) {
        return law.forbids(world, action) == null && !law.after(world, action).equals(world);
    }

    /** The state after a move, probed, if it is a new one. */
    private @Nullable State move(State state, Action action) {
        List<Action> path = new ArrayList<>(state.path());
        path.add(action);
        State after = new State(law.after(state.world(), action), path);
        return visit(after) ? after : null;
    }

    /** Goes to a state and, when it is new, tries everything in it. An exception ends that, and is a finding. */
    private boolean visit(State state) {
        tried = state.path().getLast();
        return Guard.run(() -> isVisited(state), thrown -> {
            List<Action> path = state.path();
            boolean isOnTheWay = tried.equals(path.getLast());
            fail(isOnTheWay ? path.subList(0, path.size() - 1) : path, tried, Invariant.EXCEPTION, thrown.toString());
            return false;
        });
    }

    private boolean isVisited(State state) {
        ExploredStack machine = arrive(state);
        if (machine == null) {
            return false;
        }
        String name = Canonical.of(state.world(), machine);
        boolean isNew = !elsewhere.contains(name) && known.add(name);
        if (isNew) {
            listener.accept(known.size());
        }
        if (isNew && isProbing) {
            machine = probe(state, machine);
        }
        if (machine != null) {
            leave(state, machine);
        }
        return isNew && found == null;
    }

    private @Nullable ExploredStack arrive(State state) {
        ExploredStack machine = new ExploredStack(hosts);
        List<Action> path = state.path();
        for (int i = 0; i < path.size(); i++) {
            ActionOutcome outcome = machine.perform(path.get(i));
            if (!outcome.isDone()) {
                fail(path.subList(0, i), path.get(i), Invariant.GRANTED, outcome.text());
                return null;
            }
        }
        String wrong = machine.disagreement(state.world());
        if (wrong != null) {
            fail(path.subList(0, path.size() - 1), path.getLast(), Invariant.QUERY, wrong);
            return null;
        }
        return machine;
    }

    private @Nullable ExploredStack probe(State state, ExploredStack first) {
        ExploredStack machine = first;
        for (Action action : Candidates.in(state.world())) {
            if (machine == null || isMove(state.world(), action)) {
                continue;
            }
            probes++;
            machine = probe(state, action, machine);
        }
        return machine;
    }

    private @Nullable ExploredStack probe(State state, Action action, ExploredStack machine) {
        Invariant forbidden = law.forbids(state.world(), action);
        tried = action;
        ActionOutcome outcome = machine.perform(action);
        if (outcome.isDone() != (forbidden == null)) {
            fail(state.path(), action, forbidden == null ? Invariant.GRANTED : forbidden, outcome.text());
            return null;
        }
        if (outcome.text().contains("changed")) {
            fail(state.path(), action, Invariant.MEMORY, outcome.text());
            return null;
        }
        int qp = qpOf(action);
        if (outcome.isDone() || qp < 0 || machine.recover(qp)) {
            return machine;
        }
        // A QP that holds type-2A windows stays in error, so the path is walked again.
        leave(state, machine);
        return found == null ? arrive(state) : null;
    }

    /** The QP that a request goes through, or -1. */
    private static int qpOf(Action action) {
        return switch (action) {
            case Action.Bind bind -> bind.qp();
            case Action.Invalidate invalidate -> invalidate.qp();
            case Action.InvalidateRegion invalidate -> invalidate.qp();
            case Action.Access access -> access.qp();
            default -> -1;
        };
    }

    private void leave(State state, ExploredStack machine) {
        String refused = machine.end();
        if (refused != null) {
            fail(state.path().subList(0, state.path().size() - 1), state.path().getLast(), Invariant.COUNT, refused);
        }
    }

    private void fail(List<Action> path, Action last, Invariant broken, String seen) {
        if (found == null || path.size() < found.path().size()) {
            found = new CounterExample(path, last, broken, seen);
        }
    }
}
