package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.Repeats;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What is said of the value of an option names no class. */
class BadValueTest {
    private static final List<String> VALUES = List.of(
            "", " ", "x y", "zz", "-7", "1e99", "@", "a@b", "1.2.3.4.5", "::1::", "2:", "/", "'", "\u00df", "%s");
    private static final Pattern RAW =
            Pattern.compile("Exception|\\bjava\\.|\\bdev\\.fenestra|picocli|\\tat |\\bnull\\b");

    /** Of an option that an earlier command has, a build tries one of this many values. */
    private static final int REPEATED = 5;

    /**
     * An option of a command.
     *
     * @param place how many options are before it, of those of its name and type
     */
    private record Valued(List<String> command, OptionSpec option, int place) {
        /** All values, where the option is the first of its name and type; otherwise other ones at each place. */
        List<String> values() {
            return IntStream.range(0, VALUES.size())
                    .filter(i -> Repeats.ALL || place == 0 || (i + place) % REPEATED == 0)
                    .mapToObj(VALUES::get)
                    .toList();
        }

        @Override
        public String toString() {
            return String.join(" ", command) + " " + option.longestName();
        }
    }

    static Stream<Valued> options() {
        List<Valued> found = new ArrayList<>();
        collect(List.of(), Commands.all(new TestTerminal().terminal()), new HashMap<>(), found);
        return found.stream().filter(valued -> !valued.command().equals(List.of("bench")));
    }

    private static void collect(
            List<String> path, CommandLine command, Map<String, Integer> places, List<Valued> into) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.arity().max() > 0) {
                int place = places.merge(option.longestName() + " " + option.type(), 1, Integer::sum) - 1;
                into.add(new Valued(path, option, place));
            }
        }
        command.getSubcommands().forEach((name, sub) -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            collect(longer, sub, places, into);
        });
    }

    @Test
    void shouldFindManyOptions() {
        assertTrue(options().count() >= 80, "found: " + options().count());
    }

    /** The last argument is wrong in any case, so that nothing runs. Only bench would hand it on. */
    @ParameterizedTest
    @MethodSource("options")
    void shouldSayInWordsWhatIsWrong(Valued valued) {
        for (String value : valued.values()) {
            List<String> line = new ArrayList<>(valued.command());
            line.add(valued.option().longestName() + "=" + value);
            line.add("--no-such-option");
            TestTerminal each = new TestTerminal();
            int code = each.run(line.toArray(String[]::new));
            String said = each.err.toString();
            assertEquals(2, code, said);
            assertFalse(RAW.matcher(said).find(), said);
            assertFalse(said.contains(" to " + valued.option().type().getSimpleName()), said);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pingpong --bind=1.2.3.4.5 | Invalid value for option '--bind': '1.2.3.4.5' is no IP address, and no"
                        + " host of this name is known.",
                "pingpong --gid=::1:: | Invalid value for option '--gid': '::1::' is no IP address, and no host of this"
                        + " name is known.",
                "pingpong --peer=@1 | Invalid value for option '--peer': '' is no IP address.",
                "serve --udp= | Invalid value for option '--udp': '' is no IP address."
            })
    void shouldSayThatAnAddressIsNone(String line, String sentence) {
        TestTerminal terminal = new TestTerminal();
        assertEquals(2, terminal.run(line.split(" ")));
        assertEquals(
                "fenestra: " + sentence,
                terminal.err.toString().lines().toList().getFirst());
    }
}
