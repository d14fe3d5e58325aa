package dev.fenestra.tools.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line in one sentence, the command's synopsis in one line, and where to read more.
 */
final class UsageError implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("fenestra: " + sentence(wrong));
        err.println("Usage: " + command.getHelp().abbreviatedSynopsis().strip());
        err.println("More: " + command.getCommandSpec().qualifiedName() + " --help");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String sentence(ParameterException wrong) {
        String text = String.valueOf(wrong.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        String said = text.endsWith(".") ? text : text + ".";
        List<String> suggestions =
                wrong instanceof UnmatchedArgumentException unmatched ? suggestions(unmatched) : List.of();
        return suggestions.isEmpty() ? said : said + " Did you mean " + String.join(" or ", suggestions) + "?";
    }

    /** Names that differ by a slip or two, or else what picocli suggests. */
    private static List<String> suggestions(UnmatchedArgumentException unmatched) {
        String said = unmatched.getUnmatched().getFirst();
        CommandLine command = unmatched.getCommandLine();
        List<String> names = said.startsWith("-")
                ? command.getCommandSpec().options().stream()
                        .flatMap(option -> Arrays.stream(option.names()))
                        .toList()
                : List.copyOf(command.getSubcommands().keySet());
        List<String> near = NearNames.to(said, names);
        return near.isEmpty() ? unmatched.getSuggestions() : near;
    }
}
