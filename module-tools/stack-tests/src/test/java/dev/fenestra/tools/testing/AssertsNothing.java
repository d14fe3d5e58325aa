package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of which some assert nothing. {@link AssertionsTest} looks at them; nobody runs them. */
class AssertsNothing {
    private final List<Integer> seen = new ArrayList<>();

    /** What some of the tests check with. */
    private interface Check {
        void run(List<Integer> seen);
    }

    private record IsEmpty() implements Check {
        @Override
        public void run(List<Integer> seen) {
            assertTrue(seen.isEmpty());
        }
    }

    private void act() {
        seen.add(1);
    }

    private void expect(int count) {
        if (seen.size() != count) {
            throw new AssertionError(seen);
        }
    }

    @Test
    void actsOnly() {
        act();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void looksAtNothing(int count) {
        act();
        if (seen.size() != count) {
            seen.clear();
        }
    }

    @Test
    void asserts() {
        act();
        assertEquals(1, seen.size());
    }

    @Test
    void expects() {
        act();
        expect(1);
    }

    @Test
    void assertsInALambda() {
        act();
        seen.forEach(one -> assertEquals(1, one));
    }

    @Test
    void expectsByAReference() {
        Consumer<Integer> check = this::expect;
        check.accept(0);
    }

    @Test
    void assertsByAnInterface() {
        Check check = new IsEmpty();
        check.run(seen);
    }

    @Test
    void verifies() {
        Check mock = mock(Check.class);
        mock.run(seen);
        verify(mock).run(seen);
    }
}
