package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.proof.campaign.Shard;
import dev.fenestra.tools.proof.campaign.ShardText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of every command whose work can be a campaign. docs/campaigns explains them. */
final class CampaignOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "Only part I of N of the work, from 1/N to N/N. N alone takes I from JOB_COMPLETION_INDEX,"
                    + " SLURM_ARRAY_TASK_ID or CI_NODE_INDEX, and auto takes both from Slurm or GitLab.")
    private @Nullable String shard;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write what is done and found, as JSON Lines. A file of the same work is resumed."
                    + " In a folder it is COMMAND-I-of-N.jsonl.")
    private @Nullable Path out;

    @Option(names = "--resume", paramLabel = "FILE", description = "As --out, but the file must be there.")
    private @Nullable Path resume;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Begin nothing new after this time, such as 600s, 30m or 8h.")
    private @Nullable Duration time;

    @Option(
            names = "--jobs",
            paramLabel = "J",
            description = "How many items to run at a time; default: one for each processor.")
    @Within(least = 1, most = 1024)
    private @Nullable Integer jobs;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress.")
    private boolean isQuiet;

    /** Whether the command line asks for a campaign, which goes on after a finding. */
    boolean isAsked() {
        return isDivided() || time != null || jobs != null;
    }

    /** Whether the work is only a part of it, or kept in a file. */
    boolean isDivided() {
        return shard != null || out != null || resume != null;
    }

    boolean isQuiet() {
        return isQuiet;
    }

    Optional<Duration> time() {
        return Optional.ofNullable(time);
    }

    int jobs() {
        return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    }

    Shard shard() throws InputException {
        return shard == null ? Shard.ALL : ShardText.of(shard, System.getenv());
    }

    /** Why a campaign does not take what only a single run has. */
    static InputException refusal(String alone) {
        return new InputException(alone + " is for a single run, without the options of a campaign");
    }

    /** Where results are kept, checked before any work. */
    Optional<Path> file() throws InputException, OutputException {
        if (out != null && resume != null) {
            throw new InputException("--out and --resume both name a file: give one of them");
        }
        if (resume != null) {
            InputFile.check(resume);
        }
        Path file = resume == null ? out : resume;
        if (file != null && resume == null && Files.isDirectory(file)) {
            file = file.resolve(name(shard()));
        }
        OutputFile.check(file);
        return Optional.ofNullable(file);
    }

    private String name(Shard part) {
        return String.format(
                "%s-%d-of-%d.jsonl", Objects.requireNonNull(command).name(), part.number(), part.of());
    }

    /**
     * How much work a campaign has.
     *
     * @param option that names the count
     * @param count its value or its default
     * @return the count; empty when only a time is given
     */
    OptionalLong count(String option, long count) {
        boolean isGiven =
                Objects.requireNonNull(command).commandLine().getParseResult().hasMatchedOption(option);
        return time == null || isGiven ? OptionalLong.of(count) : OptionalLong.empty();
    }

    /** The command line that goes on with a file. */
    String again(Path file) {
        return again(Set.of("--out", "--resume"), "--resume", file.toString());
    }

    /**
     * The command line as it was given, but for some options.
     *
     * @param replaced options that are left out, each of which takes a value
     * @param instead what stands at the end
     */
    String again(Set<String> replaced, String... instead) {
        CommandSpec root = Objects.requireNonNull(command).root();
        List<String> words = new ArrayList<>(List.of("./fenestra"));
        List<String> given = root.commandLine().getParseResult().originalArgs();
        for (int i = 0; i < given.size(); i++) {
            String word = given.get(i);
            if (replaced.contains(word)) {
                i++;
            } else if (!replaced.contains(word.replaceFirst("=.*", ""))) {
                words.add(quoted(word));
            }
        }
        Arrays.stream(instead).map(CampaignOptions::quoted).forEach(words::add);
        return String.join(" ", words);
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=,+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
