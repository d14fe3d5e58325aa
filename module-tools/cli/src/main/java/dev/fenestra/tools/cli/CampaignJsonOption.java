package dev.fenestra.tools.cli;

import picocli.CommandLine.Option;

/** The result of a search for defects as JSON: that of a campaign of one shard. */
final class CampaignJsonOption {
    @Option(
            names = {"-j", "--json"},
            description = "Runs as a campaign, and prints the result as campaign merge -j does.")
    private boolean isAsked;

    boolean isAsked() {
        return isAsked;
    }
}
