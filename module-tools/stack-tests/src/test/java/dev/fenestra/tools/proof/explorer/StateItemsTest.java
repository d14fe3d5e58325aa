package dev.fenestra.tools.proof.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Totals;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The items of the explorer leave no state out. */
class StateItemsTest {
    private static final WindowSupport DEVICE = WindowSupport.TYPES_1_AND_2B;

    private static Totals run(int depth) throws Exception {
        Totals totals = new Totals();
        try (CampaignWork work = new ExploreWork("v", List.of(DEVICE), depth);
                CampaignWork.Worker worker = work.worker()) {
            for (long item = 0; item < Objects.requireNonNull(work.identity().items()); item++) {
                totals.add(item, worker.run(item));
            }
        }
        return totals;
    }

    /** Each state that a single exploration reaches by one action less is an item; each edge beyond is walked once. */
    @Test
    void shouldWalkEveryEdgeOfASingleExploration() throws Exception {
        Exploration shallow = Explorer.explore(DEVICE, 1);
        Exploration single = Explorer.explore(DEVICE, 2);
        Totals items = run(2);

        assertEquals(shallow.states(), items.items());
        assertEquals(single.edges() - shallow.edges(), items.count("edges"));
        assertTrue(items.count("states") >= single.states(), items.counts().toString());
        assertTrue(
                items.count("states") <= shallow.states() + items.count("edges"),
                items.counts().toString());
        assertTrue(items.count("probes") >= single.probes(), items.counts().toString());
        assertEquals(List.of(), List.copyOf(items.groups()));
    }

    @Test
    void shouldBeTheSingleExplorationWhereOnlyTheStartIsSurveyed() throws Exception {
        Exploration single = Explorer.explore(DEVICE, 1);
        Totals items = run(1);

        assertEquals(single.states(), items.count("states"));
        assertEquals(single.probes(), items.count("probes"));
    }
}
