package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.GeneratedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The kit names every dishonest card; the document lists them. */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
final class DishonestCardsTest {
    private static final GeneratedPage PAGE = new GeneratedPage("dishonest-cards.md");
    private static final int LEAST = 100;
    /** A build tries one of this many cards. */
    private static final int SAMPLE = 16;

    private static final MutantRun MUTANTS = new MutantRun();

    @Test
    void shouldNameSomeCardsAsTheDocumentSays() throws IOException {
        List<Defect> all = DishonestCards.defects();
        List<Defect> some = IntStream.range(0, all.size())
                .filter(i -> i % SAMPLE == 0)
                .mapToObj(all::get)
                .toList();
        Set<String> lines = new HashSet<>(Files.readAllLines(PAGE.path()));

        for (KitVerdict verdict : MUTANTS.runAll(some)) {
            assertTrue(verdict.isKilled(), "no case names " + verdict.defect());
            assertTrue(lines.contains(DishonestText.line(verdict)), "not in the document: " + verdict.finding());
        }
    }

    @Test
    void shouldListEveryCardInTheDocument() throws IOException {
        List<String> listed = Files.readAllLines(PAGE.path()).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| card"))
                .map(line -> line.substring(0, line.lastIndexOf(" | ") + 2))
                .toList();

        assertEquals(
                DishonestCards.defects().stream().map(DishonestText::promise).toList(), listed);
    }

    @Test
    void shouldHaveAHundredCardsThatAreNoHistoricDefects() {
        Set<String> ids = new HashSet<>();
        Set<List<Patch>> patches = new HashSet<>();
        Mutants.defects().forEach(defect -> patches.add(defect.patches()));
        DishonestCards.defects().forEach(card -> {
            assertTrue(ids.add(card.id()), card.id());
            assertTrue(patches.add(card.patches()), "twice: " + card);
        });
        assertTrue(ids.size() >= LEAST, ids.size() + " cards");
    }

    @Test
    @EnabledIfSystemProperty(named = "fenestra.dishonest", matches = "all")
    void shouldNameEveryCard() throws IOException {
        List<KitVerdict> verdicts = MUTANTS.runAll(DishonestCards.defects());

        assertEquals(
                List.of(),
                verdicts.stream().filter(verdict -> !verdict.isKilled()).toList(),
                "no case names these cards");
        PAGE.assertSays(DishonestText.markdown(verdicts));
    }
}
