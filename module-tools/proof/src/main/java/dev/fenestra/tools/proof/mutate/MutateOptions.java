package dev.fenestra.tools.proof.mutate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The options of a campaign: what to change, and how long to try.
 *
 * @param provider name of the provider whose device runs the kit
 * @param places of its modules, as in {@code --module-path}; empty when the provider is on the path of this program
 * @param target name of the module whose classes are changed; empty for the provider's own
 * @param only beginnings of the names of the classes that are changed; none for all
 * @param rule only cases that break this rule, or the case of this id, and no oracle; empty for all
 * @param sample how many places are tried, chosen by the seed; 0 for all
 * @param seed of the choice, of the hosts of every case and of the oracle
 * @param jobs JVMs at a time
 * @param limit when no further place is tried; empty for never
 * @param verbs of the oracle, for each defect that no case notices; 0 for none
 * @param patience how long a case may take beyond twenty times its usual time
 */
public record MutateOptions(
        String provider,
        List<String> places,
        Optional<String> target,
        List<String> only,
        Optional<String> rule,
        int sample,
        long seed,
        int jobs,
        Optional<Duration> limit,
        long verbs,
        Duration patience) {

    /** Copies the lists. */
    public MutateOptions {
        places = List.copyOf(places);
        only = List.copyOf(only);
    }
}
