package dev.fenestra.tools.proof.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.ItemResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The items of the soak. */
class PlanItemsTest {
    private static final SoakProgram GOOD = SoakProgram.single(SoakService.RC, SoakStep.Kind.SEND, 8);
    private static final SoakProgram TOO_LONG =
            SoakProgram.single(SoakService.RC, SoakStep.Kind.SEND, SoakProgram.SHORT + 1);

    private static ItemResult run(long seed, long plans, long item, LongFunction<SoakProgram> programs)
            throws Exception {
        return run(Soak::new, seed, plans, item, programs);
    }

    private static ItemResult run(
            Supplier<Soak> soaks, long seed, long plans, long item, LongFunction<SoakProgram> programs)
            throws Exception {
        OptionalLong count = OptionalLong.of(plans);
        try (CampaignWork work = new SoakWork(
                        SoakWork.identity("v", Optional.empty(), seed, count),
                        count,
                        soaks,
                        programs,
                        FaultPlan::toString);
                CampaignWork.Worker worker = work.worker()) {
            return worker.run(item);
        }
    }

    @Test
    void shouldRunAHundredPlansAndTheRestInTheLastItem() throws Exception {
        assertEquals(100, run(13, 250, 1, _ -> GOOD).counts().get("plans"));
        assertEquals(50, run(13, 250, 2, _ -> GOOD).counts().get("plans"));
        assertEquals(
                3L,
                SoakWork.identity("v", Optional.empty(), 13, OptionalLong.of(250))
                        .items());
    }

    @Test
    void shouldGoOnAfterAPlanThatEndsWithAnException() throws Exception {
        ItemResult result = run(BrokenWire::soak, 1, 100, 0, _ -> GOOD);

        assertEquals(100, result.counts().get("plans"), () -> result.findings().toString());
        assertEquals(1, result.findings().size());
        Finding found = result.findings().getFirst();
        assertEquals("SOAK-an-exception at RC", found.rule() + " at " + found.place());
        assertEquals("an exception: " + BrokenWire.WORDS, found.text());
    }

    /** Of seeds 1 to 100 the programs 2 and 4 fail by themselves: seeds 40 to 59 and 80 to 99 are not tried. */
    @Test
    void shouldGoOnWithTheNextProgramAfterOneThatFailsByItself() throws Exception {
        ItemResult result = run(1, 100, 0, seed -> seed % 4 == 2 || seed == 4 ? TOO_LONG : GOOD);

        assertEquals(60, result.counts().get("plans"));
        assertEquals(
                List.of("SOAK-it-fails-without-faults at RC"),
                result.findings().stream()
                        .map(found -> found.rule() + " at " + found.place())
                        .toList());
        Finding found = result.findings().getFirst();
        assertEquals(result, run(1, 100, 0, seed -> seed % 4 == 2 || seed == 4 ? TOO_LONG : GOOD), found.detail());
    }
}
