package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import java.util.List;
import java.util.Map;

/** The hunt for defects as a campaign. An item is one defect. A finding is a defect that no case of the kit names. */
public final class MutantWork implements CampaignWork {
    private static final String DEFECTS = "defects";

    private final Identity identity;
    private final List<Defect> defects;
    private final MutantRun run = new MutantRun();

    /**
     * Reads the compiled stack, which takes a part of a second.
     *
     * @param version of the program
     * @param options that chose the defects, by name
     * @param defects in an order that is always the same
     */
    public MutantWork(String version, Map<String, String> options, List<Defect> defects) {
        this.defects = List.copyOf(defects);
        identity = new Identity("mutants", version, 0, (long) defects.size(), options);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return DEFECTS;
    }

    @Override
    public Worker worker() {
        return this::run;
    }

    @Override
    public String repeat(long item) {
        return repeat(defects.get((int) item));
    }

    private static String repeat(Defect defect) {
        return "./fenestra mutants " + defect.id();
    }

    private ItemResult run(long item) {
        Defect defect = defects.get((int) item);
        return run.run(defect).isKilled()
                ? new ItemResult(Map.of(DEFECTS, 1L, "killed", 1L), List.of())
                : new ItemResult(Map.of(DEFECTS, 1L, "survived", 1L), List.of(finding(defect)));
    }

    private static Finding finding(Defect defect) {
        return new Finding(
                defect.rule(),
                defect.id(),
                defect.text() + ", and no case of the kit names the rule",
                "",
                repeat(defect));
    }
}
