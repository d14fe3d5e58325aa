package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.proof.soak.Soak;
import dev.fenestra.tools.proof.soak.SoakProgram;
import dev.fenestra.tools.proof.soak.SoakService;
import dev.fenestra.tools.proof.soak.SoakStep;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults on the wire of a card that has FLUSH and atomic writes: whatever happens to one packet changes nothing. */
class PlacementSoakTest {
    private static final int LONG = 1000;

    @AutoClose
    private final Soak soak = new Soak(SlateModule.bench());

    @ParameterizedTest
    @EnumSource(
            value = SoakStep.Kind.class,
            names = {"FLUSH", "ATOMIC_WRITE"})
    void shouldDoTheSameWhateverHappensToOnePacket(SoakStep.Kind kind) {
        assertEquals(Optional.empty(), soak.sweep(SoakProgram.single(SoakService.PLACEMENT, kind, 8)));
        assertEquals(Optional.empty(), soak.sweep(SoakProgram.single(SoakService.PLACEMENT, kind, LONG)));
    }

    @Test
    void shouldDoTheSameWhateverHappensToOnePacketOfAMixedProgram() {
        LongStream.range(0, 10)
                .mapToObj(seed -> SoakProgram.random(SoakService.PLACEMENT, seed))
                .forEach(program -> assertEquals(Optional.empty(), soak.sweep(program)));
    }

    @Test
    void shouldSurviveRandomPlans() {
        assertEquals(Optional.empty(), soak.random(seed -> SoakProgram.random(SoakService.PLACEMENT, seed), 1, 1_000));
    }
}
