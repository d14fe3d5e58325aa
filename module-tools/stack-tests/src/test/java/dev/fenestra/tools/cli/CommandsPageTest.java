package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/generated/commands.md, which a script makes, has each command, with an exit code that the command documents. */
class CommandsPageTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (\\S+) \\| `([^`]*)` \\| [0-9]+\\.[0-9]{2} s \\| ([0-9]+) \\| (?:`.+`)? \\|$");

    @Test
    void shouldHaveEachCommandWithAnExitCodeThatItDocuments() throws IOException {
        List<MatchResult> rows = ROW.matcher(Files.readString(Path.of("..", "docs", "generated", "commands.md")))
                .results()
                .toList();
        Map<String, CommandLine> commands = new TreeMap<>();
        Commands.all(new TestTerminal().terminal())
                .getSubcommands()
                .values()
                .forEach(command -> commands.put(command.getCommandName(), command));
        assertEquals(
                commands.keySet(),
                rows.stream()
                        .map(row -> row.group(1))
                        .filter(name -> !name.equals("(none)"))
                        .collect(Collectors.toCollection(TreeSet::new)));
        for (MatchResult row : rows) {
            @Nullable CommandLine command = commands.get(row.group(1));
            int expected = row.group(1).equals("pingpong") ? 1 : 0;
            assertEquals(expected, Integer.parseInt(row.group(3)), row.group());
            if (command != null && expected != 0) {
                Map<String, String> codes =
                        command.getCommandSpec().usageMessage().exitCodeList();
                assertTrue(codes.containsKey(row.group(3)), row.group());
            }
        }
    }
}
