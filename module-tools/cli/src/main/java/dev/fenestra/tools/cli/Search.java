package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a command that looks for defects. It is a single run, which may write its findings as a page, or, with
 * an option of a campaign or with {@code --json}, a campaign.
 */
record Search(Terminal terminal, FindingsPageOption page, CampaignOptions campaign, CampaignJsonOption json) {
    private static final int REFUSED = 1;

    /** The single run. */
    @FunctionalInterface
    interface Single {
        /** Runs and prints. Returns the exit code. */
        int run() throws InputException;
    }

    /** What a campaign does. */
    @FunctionalInterface
    interface Plan {
        CampaignWork work() throws InputException;
    }

    /**
     * Runs one of both.
     *
     * @param alone a given option that a campaign does not have; null for none
     * @param findings writes the page of the single run
     * @return the exit code
     */
    int call(@Nullable String alone, Single single, FindingsPageOption.Page findings, Plan plan)
            throws InputException, IOException, InterruptedException {
        if (!campaign.isAsked() && !json.isAsked()) {
            page.check();
            int code = run(single);
            page.write(findings);
            return code;
        }
        if (alone != null) {
            throw CampaignOptions.refusal(alone);
        }
        page.refuseInCampaign();
        return new CampaignRunner(terminal, campaign, json.isAsked()).run(plan.work());
    }

    private int run(Single single) throws InputException {
        try {
            return single.run();
        } catch (MissingProviderException missing) {
            terminal.err().println("fenestra: " + missing.getMessage());
            return REFUSED;
        }
    }
}
