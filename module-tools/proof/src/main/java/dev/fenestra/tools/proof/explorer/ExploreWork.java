package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The explorer as a campaign. An item is a state of fewer actions than the depth: everything is tried in it. From the
 * last of them one more action is carried out. Several items may reach the same state by it, and then each of them
 * tries everything in that. So no state is left out, and the work is two or three times that of a single exploration.
 */
public final class ExploreWork implements CampaignWork {
    private static final String STATES = "states";

    private final Identity identity;
    private final int depth;
    private final List<Item> items;

    private record Item(WindowSupport device, Explorer.State state, Explorer.Survey survey) {}

    /**
     * Surveys the states that are the items, which takes a part of the time of a single exploration.
     *
     * @param version of the program
     * @param devices that offer windows
     * @param depth actions that change the state, in a row
     */
    public ExploreWork(String version, List<WindowSupport> devices, int depth) {
        this.depth = depth;
        List<Item> found = new ArrayList<>();
        for (WindowSupport device : devices) {
            Explorer.Survey survey = Explorer.survey(device, Math.max(0, depth - 1));
            survey.states().forEach(state -> found.add(new Item(device, state, survey)));
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

    @Override
    public String repeat(long item) {
        return repeat(items.get((int) item).device());
    }

    private String repeat(WindowSupport device) {
        return "./fenestra explore --depth " + depth + " --device "
                + (device == WindowSupport.TYPES_1_AND_2A ? "2A" : "2B");
    }

    private ItemResult run(long number) {
        Item item = items.get((int) number);
        Explorer.Survey survey = item.survey();
        int further = item.state().moves() < survey.depth() ? 0 : depth - survey.depth();
        Exploration done = Explorer.from(item.device(), item.state(), further, survey.names());
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
                repeat(device));
    }
}
