package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import dev.fenestra.tools.proof.campaign.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The explorer as a campaign. An item is a state of fewer actions than the depth: everything is tried in it. An item at
 * the edge of what was surveyed goes on from there to the full depth. Two such items may reach the same state, and then
 * both try everything in it. So no state is left out, and the work is up to twice that of a single exploration.
 */
public final class ExploreWork implements Work {
    /** Actions to the states that are items. Beyond, there are too many states to keep. */
    private static final int MOST_SURVEYED = 3;

    private static final String STATES = "states";

    private final Identity identity;
    private final int depth;
    private final List<Item> items;

    /**
     * @param further actions to explore from the state
     */
    private record Item(WindowSupport device, Explorer.State state, int further) {}

    /**
     * Surveys the states that are the items, which takes a moment.
     *
     * @param version of the program
     * @param devices that offer windows
     * @param depth actions that change the state, in a row
     */
    public ExploreWork(String version, List<WindowSupport> devices, int depth) {
        this.depth = depth;
        List<Item> found = new ArrayList<>();
        for (WindowSupport device : devices) {
            Explorer.Survey survey = Explorer.survey(device, Math.clamp(depth - 1, 0, MOST_SURVEYED));
            survey.states()
                    .forEach(state -> found.add(
                            new Item(device, state, state.moves() < survey.depth() ? 0 : depth - survey.depth())));
        }
        items = List.copyOf(found);
        identity = new Identity(
                "explore",
                version,
                0,
                (long) items.size(),
                Map.of(
                        "--depth",
                        Integer.toString(depth),
                        "--device",
                        devices.stream().map(WindowSupport::name).collect(Collectors.joining(" "))));
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return STATES;
    }

    @Override
    public Worker worker() {
        return this::run;
    }

    private ItemResult run(long number) {
        Item item = items.get((int) number);
        Exploration done = Explorer.from(item.device(), item.state(), item.further());
        Map<String, Long> counts =
                Map.of(STATES, (long) done.states(), "edges", (long) done.edges(), "probes", (long) done.probes());
        return new ItemResult(
                counts,
                done.counterExample().map(found -> finding(item.device(), found)).stream()
                        .toList());
    }

    private Finding finding(WindowSupport device, Exploration.Finding found) {
        return new Finding(
                found.invariant(),
                device.name(),
                "broken after " + found.moves() + " actions",
                found.program(),
                "./fenestra explore --depth " + depth + " --device "
                        + (device == WindowSupport.TYPES_1_AND_2A ? "2A" : "2B"));
    }
}
