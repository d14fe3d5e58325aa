package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of running random programs beside the model.
 *
 * @param seed of the first program
 * @param verbs run
 * @param difference the shortest program found on which device and model differ, and which no declared deviation
 *     explains; empty when they agree
 * @param deviated the shortest program found that shows a declared deviation; empty when none was seen
 * @param declared the deviations that it shows
 */
public record OracleResult(
        long seed, long verbs, Optional<Finding> difference, Optional<Finding> deviated, List<Deviation> declared) {

    /** Copies the list. */
    public OracleResult {
        declared = List.copyOf(declared);
    }

    /**
     * The result of a run without declared deviations.
     *
     * @param seed seed of the programs
     * @param verbs verbs that were run
     * @param difference the first difference; empty when there was none
     */
    public OracleResult(long seed, long verbs, Optional<Finding> difference) {
        this(seed, verbs, difference, Optional.empty(), List.of());
    }

    /**
     * Where device and model differ.
     *
     * @param topic what was compared: errno, completion, memory, ...
     * @param rules ids of the rules at fault, never empty; {@code ORACLE-} and the topic where no rule of the tables is
     * @param expected by the model
     * @param seen on the device
     * @param program that shows it, as Java
     */
    public record Finding(String topic, Set<String> rules, String expected, String seen, String program) {

        /** Copies the collections. */
        public Finding {
            rules = SortedSets.copyOf(rules);
        }
    }
}
