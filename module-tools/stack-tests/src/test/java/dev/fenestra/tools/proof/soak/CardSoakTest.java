package dev.fenestra.tools.proof.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Repeats;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cards of other vendors: a program over a service that a card lacks is one over RC there, and has plainer requests in
 * place of those that the card lacks.
 */
class CardSoakTest {
    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx4", "hns", "irdma"})
    void shouldKeepItsResultWhateverHappensOnTheLinkOfTheCard(String card) {
        try (Soak soak = new Soak(TestBench.builder().provider(card))) {
            assertEquals(Optional.empty(), soak.random(1, Repeats.of(60, 2_000)));
        }
    }
}
