package dev.fenestra.tools.layering;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** No class of the five modules makes a confined arena. */
class ConfinedArenaTest {
    @Test
    void shouldUseNoConfinedArena() {
        noClasses()
                .should()
                .callMethod(Arena.class, "ofConfined")
                .because("once a process has used memory of a confined arena, every access to native memory asks which"
                        + " thread owns the memory; on the data path this is a tenth to a fifth of the time")
                .check(ProductClasses.ALL);
    }
}
