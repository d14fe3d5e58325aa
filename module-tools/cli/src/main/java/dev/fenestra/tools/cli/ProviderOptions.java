package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.conformance.rules.RuleExample;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.observe.rules.RuleTable;
import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that opens a device: whose device that is. */
final class ProviderOptions {
    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Whose device; default: the one that --modules adds, or else mlx5.")
    private @Nullable String provider;

    @Option(
            names = "--modules",
            paramLabel = "PATH",
            description =
                    "Where more providers are: module jars, or folders of them or of classes, as in --module-path.")
    private @Nullable String modules;

    /** Whether the command line names a provider. */
    boolean isGiven() {
        return provider != null || modules != null;
    }

    /** The provider that the command line names; {@link InputException} when it is not found. */
    ProviderUnderTest chosen() throws InputException {
        List<String> usual =
                ProviderUnderTest.onPath().stream().map(ProviderUnderTest::name).toList();
        List<ProviderUnderTest> found = found();
        return found.stream()
                .filter(one -> provider == null
                        ? modules == null || !usual.contains(one.name())
                        : one.name().equals(provider))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        provider == null
                                ? "no provider is found in " + modules
                                : "no provider is called " + Shown.name(provider) + ", there are "
                                        + found.stream()
                                                .map(ProviderUnderTest::name)
                                                .toList()));
    }

    /** All providers that are found. */
    List<ProviderUnderTest> found() throws InputException {
        return ProviderModules.find(Optional.ofNullable(modules));
    }

    /** Hosts with the device of the named provider, or with the usual one. */
    TestBenchBuilder bench() throws InputException {
        return isGiven() ? chosen().bench() : TestBench.builder();
    }

    /** The rules of all layers, with those of the named provider's driver, or of all that are on the path. */
    RuleTable rules() throws InputException {
        return isGiven() ? RuleTable.assemble(List.of(chosen().driver())) : RuleTable.assemble();
    }

    /** Refusals from runs on the device of the named provider, or on the usual one. */
    RuleExample example() throws InputException {
        if (!isGiven()) {
            return new RuleExample(TestBench::twoHosts);
        }
        ProviderUnderTest chosen = chosen();
        return new RuleExample(seed -> chosen.bench().seed(seed).build());
    }

    /** The options as they were given, each with a space before it, for a command that is printed. */
    String given() {
        return (provider == null ? "" : " --provider " + provider) + (modules == null ? "" : " --modules " + modules);
    }

    /** The places of modules. */
    List<String> places() {
        return modules == null
                ? List.of()
                : Stream.of(modules.split(File.pathSeparator, 0))
                        .filter(place -> !place.isEmpty())
                        .toList();
    }
}
