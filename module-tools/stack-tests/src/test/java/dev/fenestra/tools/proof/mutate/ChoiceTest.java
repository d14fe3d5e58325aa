package dev.fenestra.tools.proof.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    private static final List<Integer> ALL = IntStream.range(0, 100).boxed().toList();

    @Test
    void shouldChooseTheSameWithTheSameSeed() {
        assertEquals(Choice.of(ALL, 10, 7), Choice.of(ALL, 10, 7));
        assertNotEquals(Choice.of(ALL, 10, 7), Choice.of(ALL, 10, 8));
    }

    @Test
    void shouldBeginALargerChoiceWithASmallerOne() {
        assertEquals(Choice.of(ALL, 10, 7), Choice.of(ALL, 20, 7).subList(0, 10));
    }

    @Test
    void shouldChooseAllWithoutANumberOrWithALargeOne() {
        assertEquals(ALL, Choice.of(ALL, 0, 7).stream().sorted().toList());
        assertEquals(ALL, Choice.of(ALL, 101, 7).stream().sorted().toList());
    }
}
