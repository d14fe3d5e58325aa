package dev.fenestra.tools.cli;

import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fenestra cards}. */
@Command(
        name = "cards",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        description = "Shows what the card of each provider and its library can, and why they cannot do the rest.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was shown",
            "1:the output cannot be written",
            "2:bad usage, or a provider that cannot be used"
        })
final class CardsCommand implements Callable<Integer> {
    private static final int SHOWN = 0;

    private static final List<Feature> FEATURES = List.of(
            new Feature("RC", card -> card.transports().contains(QpType.RC)),
            new Feature("UC", card -> card.transports().contains(QpType.UC)),
            new Feature("UD", card -> card.transports().contains(QpType.UD)),
            new Feature("own type", card -> card.transports().contains(QpType.DRIVER)),
            new Feature("XRC", card -> card.can(DeviceCapability.XRC)),
            new Feature("MW type 1", card -> card.memoryWindows() != MemoryWindows.NONE),
            new Feature("MW type 2A", card -> card.memoryWindows() == MemoryWindows.TYPE_1_AND_2A),
            new Feature("MW type 2B", card -> card.memoryWindows() == MemoryWindows.TYPE_1_AND_2B),
            new Feature("atomics", card -> card.atomicCap() != AtomicCapability.NONE),
            new Feature("SRQ", card -> card.srqs().maxSrq() > 0),
            new Feature("SRQ resize", card -> card.can(DeviceCapability.SRQ_RESIZE)),
            new Feature("fast-register", card -> card.memory().maxFastRegPages() > 0),
            new Feature("device memory", card -> card.memory().maxDmSize() > 0),
            new Feature("FLUSH", card -> card.can(DeviceCapability.FLUSH_GLOBAL)),
            new Feature("ATOMIC_WRITE", card -> card.can(DeviceCapability.ATOMIC_WRITE)));

    private final Terminal terminal;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    CardsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** A row of the table. */
    private record Feature(String name, Predicate<DeviceAttributes> has) {}

    /** A column of the table. */
    private record Card(ProviderUnderTest provider, DeviceAttributes attributes) {}

    @Override
    public Integer call() throws InputException {
        List<ProviderUnderTest> shown = providers.isGiven() ? List.of(providers.chosen()) : providers.found();
        List<Card> cards = new ArrayList<>();
        for (ProviderUnderTest provider : shown) {
            cards.add(new Card(provider, attributes(provider)));
        }
        StringBuilder text = new StringBuilder(String.format("%-14s", ""));
        cards.forEach(card -> text.append(String.format(" %-8s", card.provider.name())));
        for (Feature feature : FEATURES) {
            text.append(String.format("%n%-14s", feature.name));
            cards.forEach(card -> text.append(String.format(" %-8s", feature.has.test(card.attributes) ? "yes" : "-")));
        }
        cards.forEach(card -> text.append(reasons(card.provider)));
        terminal.out().println(text.toString().replaceAll("(?m) +$", ""));
        return SHOWN;
    }

    private static DeviceAttributes attributes(ProviderUnderTest provider) throws InputException {
        try (TestBench bench = provider.bench().hosts(1).build()) {
            return bench.hosts().iterator().next().open().deviceAttributes();
        } catch (MissingProviderException e) {
            throw new InputException(String.valueOf(e.getMessage()));
        }
    }

    private static String reasons(ProviderUnderTest provider) {
        StringBuilder text = new StringBuilder();
        for (Lack lack : provider.driver().lacks()) {
            text.append(String.format("%n%s has no %s: %s.", provider.name(), lack.what(), lack.reason()));
        }
        return text.toString();
    }
}
