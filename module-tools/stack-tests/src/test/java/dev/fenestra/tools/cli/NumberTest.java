package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Every option that takes a number has a range, and refuses what lies outside before any work. */
class NumberTest {
    private static final Set<Class<?>> NUMBERS =
            Set.of(int.class, long.class, double.class, Integer.class, Long.class, Double.class);

    private final TestTerminal terminal = new TestTerminal();

    private record Numeric(String command, OptionSpec option) {
        @Override
        public String toString() {
            return command + " " + option.longestName();
        }

        Within range() {
            return ((Field) option.userObject()).getAnnotation(Within.class);
        }
    }

    static Stream<Numeric> numerics() {
        List<Numeric> found = new ArrayList<>();
        CommandLine root = Commands.all(new TestTerminal().terminal());
        root.getSubcommands()
                .forEach((name, command) -> command.getCommandSpec().options().stream()
                        .filter(option -> NUMBERS.contains(option.type()))
                        .forEach(option -> found.add(new Numeric(name, option))));
        return found.stream();
    }

    @Test
    void shouldFindOptionsOfManyCommands() {
        assertTrue(numerics().count() >= 20, "found: " + numerics().toList());
    }

    @ParameterizedTest
    @MethodSource("numerics")
    void shouldRefuseWhatIsOutsideOfTheRange(Numeric numeric) {
        Within range = numeric.range();
        if (range.least() == Long.MIN_VALUE) {
            String name = numeric.option().longestName();
            assertTrue(name.endsWith("seed"), "only a seed may be anything, but so may " + name);
            return;
        }
        assertAll(
                () -> assertRefused(numeric, Long.toString(range.least() - 1)),
                () -> assertRefused(numeric, "-1"),
                () -> assertRefused(numeric, "99999999999999999999"),
                () -> assertRefused(numeric, "many"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soak --plans 0 | --plans takes a number from 1 to 1000000000000, not 0.",
                "pingpong -n 0 | --iters takes a number from 1 to 2147483647, not 0.",
                "pingpong -s 0 | --size takes a number from 1 to 1073741824, not 0.",
                "perf write_bw -s 0 | --size takes a number from 1 to 1073741824, not 0.",
                "perf write_bw -n 0 | --iters takes a number from 1 to 1073741824, not 0.",
                "perf write_bw -D NaN | --duration takes a number from 0 to 86400, not NaN.",
                "oracle --verbs -5 | --verbs takes a number from 1 to 1000000000000, not -5.",
                "explore --depth 400 | --depth takes a number from 0 to 8, not 400.",
                "cost --run-up-to 2000 | --run-up-to takes a number from 1 to 1024, not 2000."
            })
    void shouldSayTheRange(String line, String sentence) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertEquals(
                "fenestra: " + sentence,
                terminal.err.toString().lines().toList().getFirst());
        assertEquals("", terminal.out.toString());
    }

    private static void assertRefused(Numeric numeric, String value) {
        TestTerminal each = new TestTerminal();
        String test = numeric.command().equals("perf") ? "write_bw" : null;
        String option = numeric.option().longestName() + "=" + value;
        assertEquals(2, test == null ? each.run(numeric.command(), option) : each.run(numeric.command(), test, option));
        assertFalse(each.err.toString().contains("\tat "), each.err.toString());
        assertEquals(3, each.err.toString().lines().count(), each.err.toString());
        assertEquals("", each.out.toString());
    }
}
