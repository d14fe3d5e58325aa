package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.HtmlReport;
import dev.fenestra.tools.conformance.kit.JUnitXml;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.conformance.kit.ReportText;
import java.io.File;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ResolutionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fenestra conformance}. */
@Command(
        name = "conformance",
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        description = "Runs the conformance kit on every provider found: all cases that the device can run, then random"
                + " programs beside the model.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every provider keeps the rules, or has declared where it does not",
            "1:one does not",
            "2:bad usage, or a provider, rule or file that cannot be used"
        })
final class ConformanceCommand implements Callable<Integer> {
    private static final int CONFORMS = 0;
    private static final int FAILS = 1;
    private static final int BAD_INPUT = 2;

    private final Terminal terminal;

    @Option(names = "--provider", paramLabel = "NAME", description = "Only this one; default: all.")
    private @Nullable String provider;

    @Option(
            names = "--modules",
            paramLabel = "PATH",
            description =
                    "Where more providers are: module jars, or folders of them or of classes, as in --module-path.")
    private @Nullable String modules;

    @Option(
            names = "--rule",
            paramLabel = "ID",
            description = "Only cases that break this rule, or the case of this id.")
    private @Nullable String rule;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of hosts and programs; default: ${DEFAULT-VALUE}.")
    private long seed = ConformanceOptions.DEFAULT.seed();

    @Option(
            names = "--verbs",
            paramLabel = "M",
            description = "How many verbs to compare with the model; default: ${DEFAULT-VALUE}.")
    private long verbs = ConformanceOptions.DEFAULT.oracleVerbs();

    @Option(names = "--xml", paramLabel = "FILE", description = "Where to write the results as JUnit XML.")
    private @Nullable Path xml;

    @Option(names = "--html", paramLabel = "FILE", description = "Where to write the results as a page.")
    private @Nullable Path html;

    ConformanceCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ConformanceOptions options = ConformanceOptions.DEFAULT.withSeed(seed).withOracleVerbs(Math.max(0, verbs));
        ConformanceOptions chosen = rule == null ? options : options.withRule(rule);
        if (ConformanceCases.all().stream().noneMatch(chosen::selects)) {
            return fail("no case breaks a rule " + rule + "; fenestra rules lists all.");
        }
        Optional<Path> missing = missing();
        if (missing.isPresent()) {
            return fail("there is no " + missing.get() + ".");
        }
        List<ProviderUnderTest> providers;
        try {
            providers = providers();
        } catch (FindException | ResolutionException | LayerInstantiationException e) {
            return fail("--modules " + modules + ": " + e.getMessage());
        }
        if (providers.isEmpty()) {
            return fail(provider == null ? "no provider is on the path." : "no provider is called " + provider + ".");
        }
        return report(providers, chosen);
    }

    /** What must be there before a long run begins. */
    private Optional<Path> missing() {
        Stream<Path> folders = Stream.of(Optional.ofNullable(xml), Optional.ofNullable(html))
                .flatMap(Optional::stream)
                .map(file -> file.toAbsolutePath().getParent());
        return Stream.concat(places().stream(), folders)
                .filter(path -> !Files.exists(path))
                .findFirst();
    }

    private List<Path> places() {
        return Arrays.stream(Optional.ofNullable(modules).orElse("").split(File.pathSeparator))
                .filter(place -> !place.isEmpty())
                .map(Path::of)
                .toList();
    }

    private List<ProviderUnderTest> providers() {
        List<ProviderUnderTest> found = modules == null ? ProviderUnderTest.onPath() : ProviderUnderTest.in(places());
        return found.stream()
                .filter(one -> provider == null || one.name().equals(provider))
                .toList();
    }

    private int report(List<ProviderUnderTest> providers, ConformanceOptions options) {
        List<ConformanceReport> reports = new ArrayList<>();
        for (ProviderUnderTest one : providers) {
            ConformanceReport report = one.kit(options).run(_ -> {});
            reports.add(report);
            terminal.out().println(ReportText.of(report));
            terminal.out().flush();
        }
        try {
            write(xml, JUnitXml.of(reports));
            write(html, HtmlReport.of(reports));
        } catch (IOException e) {
            return fail("the results cannot be written: " + e);
        }
        return reports.stream().allMatch(ConformanceReport::isPassed) ? CONFORMS : FAILS;
    }

    private static void write(@Nullable Path file, String text) throws IOException {
        if (file != null) {
            Files.writeString(file, text);
        }
    }

    private int fail(String sentence) {
        terminal.err().println("fenestra: " + sentence);
        return BAD_INPUT;
    }
}
