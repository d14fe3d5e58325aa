package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.conformance.guard.Guard;
import java.util.ArrayList;
import java.util.List;

/** Carries a counter-example out on fresh hosts, before an audience. */
final class Demonstration {
    private final WindowSupport device;
    private final Law law;

    /**
     * @param device offers windows of this kind
     * @param law of that device
     */
    Demonstration(WindowSupport device, Law law) {
        this.device = device;
        this.law = law;
    }

    void show(CounterExample example, Audience audience) {
        List<Action> actions = new ArrayList<>(example.path());
        actions.add(example.last());
        World world = World.empty();
        try (Hosts fresh = new Hosts(
                device, bench -> audience.hosts(bench, example.broken().text()))) {
            ExploredStack machine = new ExploredStack(fresh);
            for (Action action : actions) {
                audience.next(action.toString());
                Guard.end(() -> machine.perform(action));
                world = law.after(world, action);
            }
            switch (example.broken()) {
                case COUNT -> machine.end();
                case QUERY -> machine.disagreement(world);
                default -> {}
            }
            audience.end("WRONG");
        }
    }
}
