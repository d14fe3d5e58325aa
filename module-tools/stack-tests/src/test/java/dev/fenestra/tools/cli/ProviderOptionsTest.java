package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that open a device open that of the provider which the user names. */
class ProviderOptionsTest {
    private final TestTerminal terminal = new TestTerminal();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "devinfo",
                "rules A7",
                "cost --run-up-to 2",
                "perf write_bw -s 64 -n 10 --warm-up 0",
                "soak --plans 1",
                "oracle --verbs 20",
                "conformance --rule B12-zero-based"
            })
    void shouldTakeTheProviderByName(String line) {
        assertEquals(0, terminal.run((line + " --provider mlx5").split(" ")), terminal.err.toString());
        assertTrue(terminal.out.toString().length() > 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"demo", "devinfo", "rules", "cost", "perf write_bw", "soak", "oracle", "conformance", "mutate"})
    void shouldRefuseAProviderOrAPlaceThatIsNotThere(String line) {
        assertEquals(2, terminal.run((line + " --provider none").split(" ")));
        assertTrue(terminal.err.toString().contains("no provider is called none"), terminal.err.toString());
        assertEquals(2, terminal.run((line + " --modules nowhere").split(" ")));
        assertTrue(terminal.err.toString().contains("there is no nowhere"), terminal.err.toString());
    }
}
