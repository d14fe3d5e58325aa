package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Data of a receive may lie in memory on arrival or when its completion is polled: the oracle takes either for right,
 * and still finds every byte that is missing and every one too many.
 */
final class PlacementDefectTest {
    private static final Site COPY = Site.named("InlineScatter", "copy", "it has an effect and no rule");
    private static final Site SCATTER = Site.named("Dma", "scatter", "it has an effect and no rule");
    private static final List<String> IN_COMPLETIONS = List.of("MLX5_SCATTER_TO_CQE", "1");
    private static final List<String> ON_ARRIVAL = List.of("MLX5_SCATTER_TO_CQE", "0");
    private static final long VERBS = 2_000;

    static final List<Arguments> DEFECTS = List.of(
            Arguments.of(
                    "a poll copies a byte too many", IN_COMPLETIONS, new Patch.Redirect(COPY, "store", "storeOneMore")),
            Arguments.of("a poll copies nothing", IN_COMPLETIONS, new Patch.Return(COPY, 1)),
            Arguments.of(
                    "an arrival spoils the next byte",
                    ON_ARRIVAL,
                    new Patch.Redirect(SCATTER, "takePayload", "takeOneMore")),
            Arguments.of(
                    "an arrival spoils the next byte where small data waits for the poll",
                    IN_COMPLETIONS,
                    new Patch.Redirect(SCATTER, "takePayload", "takeOneMore")),
            Arguments.of("an arrival places nothing", ON_ARRIVAL, new Patch.Skip(SCATTER, "takePayload")));

    private static final MutantRun MUTANTS = new MutantRun();

    @ParameterizedTest(name = "{0}")
    @FieldSource("DEFECTS")
    void shouldFindWhatLandsWrong(String defect, List<String> option, Patch patch) {
        List<String> found = MUTANTS.consult(List.of(patch), option, VERBS);

        assertEquals("memory", found.isEmpty() ? "nothing" : found.getFirst(), defect);
    }

    @Test
    void shouldTakeEitherPlaceInTimeForRight() {
        assertEquals(List.of(), MUTANTS.consult(List.of(), IN_COMPLETIONS, VERBS));
        assertEquals(List.of(), MUTANTS.consult(List.of(), ON_ARRIVAL, VERBS));
    }
}
