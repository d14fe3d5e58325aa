package dev.fenestra.tools.proof.campaign;

import dev.fenestra.tools.input.InputException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shard that a command line names. With {@code N} alone the number comes from the environment, and with
 * {@code auto} both do: as Kubernetes gives it to the pods of an Indexed Job (JOB_COMPLETION_INDEX, from 0), Slurm to
 * the tasks of an array (SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT), and GitLab to parallel jobs (CI_NODE_INDEX, from
 * 1, and CI_NODE_TOTAL).
 */
public final class ShardText {
    private static final String EXPECTED = "--shard takes I/N with I from 1 to N, such as 3/8, or N, or auto; not ";

    private ShardText() {}

    /**
     * Parses it.
     *
     * @param text {@code I/N}, {@code N} or {@code auto}
     * @param environment variables of this process
     * @throws InputException when it is none of these, or when the environment does not say the rest
     */
    public static Shard of(String text, Map<String, String> environment) throws InputException {
        int slash = text.indexOf('/');
        if (slash >= 0) {
            return shard(number(text.substring(0, slash), text), number(text.substring(slash + 1), text), text);
        }
        Shard given = given(environment);
        if (text.equals("auto")) {
            if (given.of() == 0) {
                throw new InputException("the environment does not say how many shards there are:"
                        + " Kubernetes does not tell its pods, so give --shard N");
            }
            return shard(given.number(), given.of(), text);
        }
        return shard(given.number(), number(text, text), text);
    }

    /** The shard of this process; of 0 when the number of shards is not known. */
    private static Shard given(Map<String, String> environment) throws InputException {
        @Nullable String kubernetes = environment.get("JOB_COMPLETION_INDEX");
        @Nullable String slurm = environment.get("SLURM_ARRAY_TASK_ID");
        @Nullable String gitlab = environment.get("CI_NODE_INDEX");
        if (kubernetes != null) {
            return new Shard(variable("JOB_COMPLETION_INDEX", kubernetes) + 1, 0);
        }
        if (slurm != null) {
            int least = variable("SLURM_ARRAY_TASK_MIN", environment.getOrDefault("SLURM_ARRAY_TASK_MIN", "0"));
            int step = variable("SLURM_ARRAY_TASK_STEP", environment.getOrDefault("SLURM_ARRAY_TASK_STEP", "1"));
            int place = (variable("SLURM_ARRAY_TASK_ID", slurm) - least) / Math.max(1, step);
            return new Shard(
                    place + 1,
                    variable("SLURM_ARRAY_TASK_COUNT", environment.getOrDefault("SLURM_ARRAY_TASK_COUNT", "0")));
        }
        if (gitlab != null) {
            return new Shard(
                    variable("CI_NODE_INDEX", gitlab),
                    variable("CI_NODE_TOTAL", environment.getOrDefault("CI_NODE_TOTAL", "0")));
        }
        throw new InputException("the environment does not say which shard this is: there is no JOB_COMPLETION_INDEX,"
                + " SLURM_ARRAY_TASK_ID or CI_NODE_INDEX, so give --shard I/N");
    }

    private static Shard shard(int number, int of, String text) throws InputException {
        if (number < 1 || of < 1) {
            throw new InputException(EXPECTED + text);
        }
        if (number > of) {
            throw new InputException("there is no shard " + number + " of " + of);
        }
        return new Shard(number, of);
    }

    private static int number(String digits, String text) throws InputException {
        if (!digits.matches("\\d{1,9}")) {
            throw new InputException(EXPECTED + text);
        }
        return Integer.parseInt(digits);
    }

    private static int variable(String name, String value) throws InputException {
        if (!value.matches("\\d{1,9}")) {
            throw new InputException(name + " in the environment is no number: " + value);
        }
        return Integer.parseInt(value);
    }
}
