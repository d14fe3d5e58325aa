package dev.fenestra.tools.cli;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fenestra cards}. */
@Command(
        name = "cards",
        description = "Shows what the card of each provider and its library can, why they cannot do the rest, and"
                + " how they work together.",
        exitCodeList = {
            "0:it was shown",
            "1:the output cannot be written",
            "2:bad usage, or a provider that cannot be used"
        })
final class CardsCommand implements Callable<Integer> {
    private static final int SHOWN = 0;

    private final Terminal terminal;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    CardsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException {
        List<ProviderUnderTest> shown = providers.isGiven() ? List.of(providers.chosen()) : providers.found();
        List<CardMatrix.Card> cards = new ArrayList<>();
        for (ProviderUnderTest provider : shown) {
            cards.add(new CardMatrix.Card(provider.driver(), attributes(provider)));
        }
        terminal.out().println(new CardMatrix(cards).text());
        return SHOWN;
    }

    private static DeviceAttributes attributes(ProviderUnderTest provider) throws InputException {
        try (TestBench bench = provider.bench().hosts(1).build()) {
            return bench.hosts().iterator().next().open().deviceAttributes();
        } catch (MissingProviderException e) {
            throw new InputException(String.valueOf(e.getMessage()));
        }
    }
}
