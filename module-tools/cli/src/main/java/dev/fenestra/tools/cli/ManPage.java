package dev.fenestra.tools.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page of a command, for {@code man}: what its help says, in the macros of man(7). */
final class ManPage {
    private final CommandSpec spec;
    private final StringBuilder text = new StringBuilder();

    private ManPage(CommandSpec spec) {
        this.spec = spec;
    }

    /** {@return the page, in the language of man(7)} */
    static String of(CommandLine command) {
        ManPage page = new ManPage(command.getCommandSpec());
        page.head();
        page.synopsis();
        page.arguments();
        page.commands();
        page.exitCodes();
        return page.text.toString();
    }

    private void head() {
        String version = String.join(" ", spec.root().version());
        macro(".TH \"" + spec.qualifiedName("-").toUpperCase(Locale.ROOT) + "\" \"1\" \"\" \"" + version
                + "\" \"Fenestra\"");
        macro(".SH NAME");
        List<String> description = description(spec.usageMessage().description());
        String first = description.isEmpty() ? "" : description.getFirst();
        line(escaped(spec.qualifiedName("-")) + " \\- " + escaped(firstSentence(first)));
    }

    private void synopsis() {
        macro(".SH SYNOPSIS");
        Help help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
        line("\\fB" + escaped(spec.qualifiedName()) + "\\fR "
                + escaped(help.abbreviatedSynopsis()
                        .strip()
                        .substring(spec.qualifiedName().length())
                        .strip()));
        macro(".SH DESCRIPTION");
        description(spec.usageMessage().description()).forEach(paragraph -> {
            line(escaped(paragraph));
            macro(".PP");
        });
    }

    private void arguments() {
        List<PositionalParamSpec> parameters = spec.positionalParameters().stream()
                .filter(one -> !one.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            macro(".SH ARGUMENTS");
            parameters.forEach(one -> item("\\fI" + escaped(one.paramLabel()) + "\\fR", one));
        }
        List<OptionSpec> options =
                spec.options().stream().filter(one -> !one.hidden()).toList();
        if (!options.isEmpty()) {
            macro(".SH OPTIONS");
            options.forEach(one -> item(names(one), one));
        }
    }

    private static String names(OptionSpec option) {
        String names = Arrays.stream(option.names())
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .collect(Collectors.joining(", "));
        return option.arity().max() == 0 ? names : names + "=\\fI" + escaped(option.paramLabel()) + "\\fR";
    }

    private void item(String tag, ArgSpec argument) {
        macro(".TP");
        line(tag);
        line(escaped(String.join(" ", description(argument.description()))
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()))
                .replace("${COMPLETION-CANDIDATES}", candidates(argument))));
    }

    private static String candidates(ArgSpec argument) {
        return argument.completionCandidates() == null ? "" : String.join(", ", argument.completionCandidates());
    }

    private void commands() {
        Map<String, CommandLine> known = new TreeMap<>();
        spec.subcommands().values().forEach(command -> known.put(command.getCommandName(), command));
        if (known.isEmpty()) {
            return;
        }
        macro(".SH COMMANDS");
        known.forEach((name, command) -> {
            macro(".TP");
            line("\\fB" + escaped(name) + "\\fR");
            line(escaped(String.join(
                    " ", description(command.getCommandSpec().usageMessage().description()))));
        });
    }

    private void exitCodes() {
        UsageMessageSpec usage = spec.usageMessage();
        if (!usage.exitCodeList().isEmpty()) {
            macro(".SH EXIT STATUS");
            usage.exitCodeList().forEach((code, meaning) -> {
                macro(".TP");
                line(escaped(code));
                line(escaped(meaning));
            });
        }
    }

    private static List<String> description(String[] lines) {
        return Arrays.stream(lines).map(one -> one.replace("%n", " ").strip()).toList();
    }

    private static String firstSentence(String whole) {
        int end = whole.indexOf(". ");
        String first = end < 0 ? whole : whole.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    /** Backslashes and hyphens mean something to roff; a dot or an apostrophe does so at the start of a line. */
    private static String escaped(String plain) {
        String safe = plain.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }

    private void macro(String macro) {
        text.append(macro).append('\n');
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
