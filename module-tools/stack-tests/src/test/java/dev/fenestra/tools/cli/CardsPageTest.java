package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.testing.GeneratedPage;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps docs/generated/cards.md true. */
class CardsPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("cards.md");
    private static final String BEGINNING = """
        # Cards

        This page is made by `mvn test -Dtest=CardsPageTest -Dsurefire.failIfNoSpecifiedTests=false` and held by
        `CardsPageTest`.

        What the cards of six vendors and their libraries can. `./fenestra cards` prints it, and
        `./fenestra rules --provider NAME` shows the errnos of a card.

        """;

    /** In the order of the alphabet, since a class path and a module path have orders of their own. */
    private final List<RdmaDriver> drivers = ProviderUnderTest.onPath().stream()
            .map(ProviderUnderTest::driver)
            .sorted(Comparator.comparing(RdmaDriver::name))
            .toList();

    private static CardMatrix.Card card(RdmaDriver driver) {
        try (TestBench bench =
                TestBench.builder().provider(driver.name()).hosts(1).build()) {
            return new CardMatrix.Card(
                    driver, bench.hosts().iterator().next().open().deviceAttributes());
        }
    }

    @Test
    void shouldBeThePageInTheDocuments() throws IOException {
        String expected = BEGINNING
                + new CardMatrix(drivers.stream().map(CardsPageTest::card).toList()).markdown();
        PAGE.assertSays(expected);
    }

    @Test
    void shouldSayOfEachCardHowItSeesAPost() {
        for (RdmaDriver driver : drivers) {
            assertTrue(driver.traits().stream().anyMatch(trait -> trait.what().equals(Trait.POST)), driver.name());
        }
    }
}
