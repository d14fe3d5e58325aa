package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.rules.RuleExample;
import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyListing;
import dev.fenestra.tools.duties.DutyProgram;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.rules.Diagnosis;
import dev.fenestra.tools.observe.rules.Provocation;
import dev.fenestra.tools.observe.rules.RuleAdvice;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.observe.rules.Symptom;
import dev.fenestra.tools.observe.rules.WhyText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra why}. */
@Command(
        name = "why",
        description = {
            "Explains an errno, a status, a rule, a vendor_err, or a line that names one: what it means, what to look"
                    + " at, a refusal from a run, and the shortest programs that provoke it.",
            "Put a line into quotes, since a shell takes '>' for its own."
        },
        exitCodeList = {
            "0:it was explained",
            "1:the output cannot be written",
            "2:bad usage, or the words name nothing that is known"
        })
final class WhyCommand implements Callable<Integer> {
    private static final int EXPLAINED = 0;
    /** Where values begin. */
    private static final int VALUES = 15;

    private final Terminal terminal;

    @Parameters(
            arity = "1..*",
            paramLabel = "WORD",
            completionCandidates = Known.Words.class,
            description =
                    "Such as EINVAL, 22, REM_ACCESS_ERR, A7, USE-4, 0x14, \"Invalid argument\", or a whole refusal.")
    private List<String> words = List.of();

    @ArgGroup
    private Language language = new Language();

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    WhyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** At most one of the two is given. */
    private static final class Language {
        @Option(names = "--java", required = true, description = "Prints the whole Java program, and nothing else.")
        private boolean java;

        @Option(names = "--c", required = true, description = "Prints the whole C program, and nothing else.")
        private boolean c;
    }

    @Override
    public Integer call() throws InputException {
        RuleTable table = providers.rules();
        RuleAdvice advice = RuleAdvice.load();
        String said = String.join(" ", words);
        Optional<Duty> duty = duty(said);
        if (duty.isPresent()) {
            explain(duty.get());
            return EXPLAINED;
        }
        Diagnosis found = Diagnosis.of(said, table, advice);
        if (found.isEmpty()) {
            throw new InputException("\"" + said + "\" names no errno, status, rule or vendor_err that is known;"
                    + " fenestra rules lists all rules");
        }
        Optional<Provocation> program = program(found, table, advice);
        if (language.java || language.c) {
            Provocation whole =
                    program.orElseThrow(() -> new InputException("there is no program that provokes " + said));
            terminal.out().print(language.java ? whole.javaProgram() : whole.cProgram());
            return EXPLAINED;
        }
        for (Symptom symptom : found.symptoms()) {
            show(WhyText.symptom(symptom, table, advice));
        }
        RuleExample example = providers.example();
        for (RuleEntry rule : found.distinctRules()) {
            show(WhyText.rule(rule, advice)
                    + example.of(rule)
                            .map(refusal -> "  for example  " + refusal + "\n")
                            .orElse(""));
        }
        program.ifPresent(whole -> terminal.out().print(WhyText.programs(whole)));
        return EXPLAINED;
    }

    /** A finding names its duty first. */
    private static Optional<Duty> duty(String said) {
        return Arrays.stream(said.split("[^\\w-]+"))
                .flatMap(word -> Duty.of(word).stream())
                .findFirst();
    }

    private void explain(Duty duty) throws InputException {
        if (language.java || language.c) {
            DutyProgram whole = DutyProgram.first(duty, language.java ? "java" : "c", true)
                    .orElseThrow(() -> new InputException("there is no such program that breaks " + duty.id()));
            terminal.out().print(whole.text());
            return;
        }
        show(DutyListing.explain(duty));
        terminal.out().print(DutyListing.programs(duty));
    }

    private void show(String text) {
        terminal.out().print(new ScreenText(terminal).fields(text, VALUES));
    }

    /** One that breaks a rule which the words name, or else one that leads to the same symptom. */
    private static Optional<Provocation> program(Diagnosis found, RuleTable table, RuleAdvice advice) {
        Stream<Symptom> symptoms = found.rules().isEmpty()
                ? found.symptoms().stream()
                : found.rules().stream().flatMap(rule -> advice.symptomsOf(rule).stream());
        Stream<RuleEntry> examples = symptoms.flatMap(symptom -> table.named(symptom.example()).stream());
        return Stream.concat(found.rules().stream(), examples)
                .flatMap(rule -> Provocation.of(rule).stream())
                .findFirst();
    }
}
