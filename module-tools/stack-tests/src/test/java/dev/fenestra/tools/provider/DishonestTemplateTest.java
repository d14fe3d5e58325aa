package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The kit names each card of {@link DishonestTemplate} by the case that is about its defect. */
class DishonestTemplateTest {
    /** A build tries one of this many cards. */
    private static final int SAMPLE = 8;

    @TempDir
    private Path folder;

    @Test
    void shouldNameSomeOfTheCards() throws Exception {
        List<DishonestTemplate.Card> all = DishonestTemplate.cards();
        for (int i : IntStream.range(0, all.size()).filter(i -> i % SAMPLE == 0).toArray()) {
            isNamed(all.get(i));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "fenestra.dishonest", matches = "all")
    void shouldNameEveryCard() throws Exception {
        for (DishonestTemplate.Card card : DishonestTemplate.cards()) {
            isNamed(card);
        }
    }

    @Test
    void shouldGiveEachCardAnIdAndACaseThatExists() {
        Set<String> ids = new HashSet<>();
        for (DishonestTemplate.Card card : DishonestTemplate.cards()) {
            assertTrue(ids.add(card.id()), card.id());
            assertTrue(find(card).id().equals(card.named()), card.id());
        }
    }

    private void isNamed(DishonestTemplate.Card card) throws Exception {
        CaseResult result = card.provider()
                .compiled(folder.resolve(card.id()))
                .underTest()
                .kit(ConformanceOptions.DEFAULT)
                .run(find(card));
        assertInstanceOf(CaseResult.Failed.class, result, card.id() + ": " + result);
    }

    private static ConformanceCase find(DishonestTemplate.Card card) {
        return ConformanceCases.all().stream()
                .filter(one -> one.id().equals(card.named()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no case " + card.named()));
    }
}
