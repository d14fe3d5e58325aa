package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The page of a single run that looks for defects. */
final class FindingsPageOption {
    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Where to write the results as a page. What was found runs once more for a page of its own, to"
                            + " step through.")
    private @Nullable Path file;

    /** Writes the findings into a file. */
    @FunctionalInterface
    interface Page {
        void write(Path file) throws OutputException;
    }

    boolean isAsked() {
        return file != null;
    }

    /** Before a long run: the page must be writable. */
    void check() throws OutputException {
        OutputFile.check(file);
    }

    /** Of a campaign, shards are merged into one report. */
    void refuseInCampaign() throws InputException {
        if (file != null) {
            throw new InputException("--html is for a single run: campaign merge makes the report of shards");
        }
    }

    /** After the run. */
    void write(Page page) throws OutputException {
        if (file != null) {
            page.write(file);
        }
    }
}
