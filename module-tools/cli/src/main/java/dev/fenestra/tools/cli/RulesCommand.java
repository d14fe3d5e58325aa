package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.rules.RuleExample;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleJson;
import dev.fenestra.tools.observe.rules.RulePage;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.observe.rules.RuleText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra rules}. */
@Command(
        name = "rules",
        description = "Lists every rule of the stack: what it demands, what enforces it, what proves it.",
        exitCodeList = {
            "0:the rules were printed",
            "1:the page cannot be written",
            "2:bad usage, or a rule that is not known"
        })
final class RulesCommand implements Callable<Integer> {
    private static final int PRINTED = 0;
    /** Where the values of a rule begin. */
    private static final int VALUES = 15;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            completionCandidates = Known.Rules.class,
            description = "Explains one rule, such as B12, with a refusal from a run; default: all.")
    private @Nullable String id;

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Where to write the rules as a page, to be searched.")
    private @Nullable Path html;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    RulesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        OutputFile.check(html);
        RuleTable table = providers.rules();
        List<RuleEntry> chosen = id == null ? table.entries() : table.named(id);
        if (chosen.isEmpty()) {
            throw new InputException("no rule " + Shown.name(String.valueOf(id)) + "; fenestra rules lists all");
        }
        OutputFile.write(html, () -> RulePage.of(chosen));
        if (json) {
            terminal.out().print(RuleJson.array(chosen));
        } else if (id == null) {
            terminal.out().print(new ScreenText(terminal).table(RuleText.table(chosen)));
        } else {
            for (RuleEntry entry : chosen) {
                explain(entry, providers.example());
            }
        }
        return PRINTED;
    }

    private void explain(RuleEntry entry, RuleExample example) {
        String refused = example.of(entry)
                .map(refusal -> "  for example  " + refusal + "\n")
                .orElse("");
        terminal.out().print(new ScreenText(terminal).fields(RuleText.explain(entry) + refused, VALUES));
    }
}
